// cuBLASLt: products that the emulated device computes. An algorithm serves only the problem that it was found for, with the declared
// alignments.
#include "optimized/cuda/tests/false/products.h"

#include <cublasLt.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>

#include "optimized/cuda/tests/false/runtime.h"
#include "optimized/device/emulated.h"

namespace kassay::optimized::cuda::false_libraries {
namespace {

constexpr std::int64_t kWorkspace = 4096, kAlignment = 256;
constexpr char kHandle[] = "handle of cuBLASLt", kLayout[] = "matrix of cuBLASLt",
               kProduct[] = "product of cuBLASLt", kPreference[] = "preference of cuBLASLt";
constexpr cublasLtMatmulPreferenceAttributes_t kAlignments[] = {
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
    CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES};

// The attributes that were set, by number.
using Attributes = std::map<int, std::int64_t>;

cublasStatus_t set(Attributes& attributes, int name, const void* value, std::size_t size) {
  require(size == 4 || size == 8, "cuBLASLt: an attribute of another size");
  attributes[name] = 0;
  std::memcpy(&attributes[name], value, size);  // the lower half of it comes first
  return CUBLAS_STATUS_SUCCESS;
}

struct Layout {
  cudaDataType type;
  std::int64_t rows, columns, stride;
  Attributes set = {{CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 1}};

  std::int64_t batch() const { return set.at(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT); }
  std::int64_t batch_stride() const {
    const auto found = set.find(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
    return found == set.end() ? 0 : found->second;
  }
  std::size_t bytes() const {
    const std::int64_t size = type == CUDA_R_64F ? 8 : (type == CUDA_R_32F ? 4 : 2);
    return static_cast<std::size_t>(
        ((batch() - 1) * batch_stride() + (columns - 1) * stride + rows) * size);
  }
  bool overlaps() const {
    std::array<std::pair<std::int64_t, std::int64_t>, 3> steps{
        {{1, rows}, {stride, columns}, {batch_stride(), batch()}}};
    std::ranges::sort(steps);
    std::int64_t extent = 1;
    for (const auto& [step, count] : steps) {
      if (count > 1 && step < extent) return true;
      extent += step * (count - 1);
    }
    return false;
  }
};

// Read in columns; in rows it is C' = B' A', which the emulated device computes.
device::Product product_of(cublasLtMatmulDesc_t description, cublasLtMatrixLayout_t of_a,
                           cublasLtMatrixLayout_t of_b, cublasLtMatrixLayout_t of_c) {
  const Layout &a = the<Layout>(of_a, kLayout), &b = the<Layout>(of_b, kLayout),
               &c = the<Layout>(of_c, kLayout);
  for (const Layout* const layout : {&a, &b, &c})
    require(
        layout->stride >= layout->rows && layout->batch() == c.batch() && layout->type == c.type,
        "cuBLASLt: a leading dimension that is too small, another batch or another type");
  require(!c.overlaps(), "cuBLASLt: results that overlap");
  const auto transposes = [&](cublasLtMatmulDescAttributes_t name) {
    const auto& set = the<Attributes>(description, kProduct);
    const auto found = set.find(name);
    return found != set.end() && found->second != CUBLAS_OP_N;
  };
  const bool turns_a = transposes(CUBLASLT_MATMUL_DESC_TRANSA),
             turns_b = transposes(CUBLASLT_MATMUL_DESC_TRANSB);
  const auto transposed = [](const Layout& layout, bool turns) {
    return device::Product::Matrix{nullptr, turns ? 1 : layout.stride, turns ? layout.stride : 1,
                                   layout.batch_stride()};
  };
  const std::int64_t terms = turns_a ? a.rows : a.columns;
  require((turns_a ? a.columns : a.rows) == c.rows && (turns_b ? b.rows : b.columns) == c.columns &&
              (turns_b ? b.columns : b.rows) == terms,
          "cuBLASLt: sizes that do not fit");
  const DType dtype = c.type == CUDA_R_64F
                          ? DType::kFloat64
                          : (c.type == CUDA_R_32F ? DType::kFloat32 : DType::kFloat16);
  return {dtype,
          c.batch(),
          c.columns,
          terms,
          c.rows,
          transposed(b, turns_b),
          transposed(a, turns_a),
          nullptr,
          c.stride,
          c.batch_stride()};
}

// Identifies the problem of an algorithm.
std::uint64_t number_of(const device::Product& p) {
  std::uint64_t number = static_cast<std::uint64_t>(p.dtype);
  for (const std::int64_t part :
       {p.batch, p.rows, p.terms, p.columns, p.a.row_stride, p.a.column_stride, p.a.batch_stride,
        p.b.row_stride, p.b.column_stride, p.b.batch_stride, p.c_row_stride, p.c_batch_stride})
    number = (number ^ static_cast<std::uint64_t>(part)) * 1099511628211ULL;  // FNV-1a
  return number;
}

bool refuses = false;

}  // namespace

void refuse_products(bool whether) { refuses = whether; }

}  // namespace kassay::optimized::cuda::false_libraries

using namespace kassay::optimized::cuda::false_libraries;
using kassay::DType;
using kassay::optimized::device::Product;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t* handle) {
  return make<int>(handle, kHandle), CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  return give_back<int>(handle, kHandle), CUBLAS_STATUS_SUCCESS;
}
const char* cublasLtGetStatusString(cublasStatus_t) { return "an error of the false cuBLASLt"; }

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t* layout, cudaDataType type,
                                          std::uint64_t rows, std::uint64_t columns,
                                          std::int64_t stride) {
  *make<Layout>(layout, kLayout) = {type, static_cast<std::int64_t>(rows),
                                    static_cast<std::int64_t>(columns), stride};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  return give_back<Layout>(layout, kLayout), CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                                cublasLtMatrixLayoutAttribute_t name,
                                                const void* value, std::size_t size) {
  return set(the<Layout>(layout, kLayout).set, name, value, size);
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t* product, cublasComputeType_t,
                                        cudaDataType) {
  return make<Attributes>(product, kProduct), CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) {
  return give_back<Attributes>(product, kProduct), CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product,
                                              cublasLtMatmulDescAttributes_t name,
                                              const void* value, std::size_t size) {
  return set(the<Attributes>(product, kProduct), name, value, size);
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t* preference) {
  return make<Attributes>(preference, kPreference), CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  return give_back<Attributes>(preference, kPreference), CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t preference,
                                                    cublasLtMatmulPreferenceAttributes_t name,
                                                    const void* value, std::size_t size) {
  return set(the<Attributes>(preference, kPreference), name, value, size);
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle,
                                              cublasLtMatmulDesc_t description,
                                              cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
                                              cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t,
                                              cublasLtMatmulPreference_t preference, int,
                                              cublasLtMatmulHeuristicResult_t* result, int* count) {
  require_made(handle, kHandle);
  const Product p = product_of(description, a, b, c);
  if (refuses || p.batch * p.rows * p.columns * p.terms == 0)
    return *count = 0, CUBLAS_STATUS_NOT_SUPPORTED;
  const auto value = [&](int name, std::int64_t otherwise) {
    const auto& wanted = the<Attributes>(preference, kPreference);
    const auto found = wanted.find(name);
    return static_cast<std::uint64_t>(found == wanted.end() ? otherwise : found->second);
  };
  *count = 1;
  *result = {};
  result->workspaceSize =
      std::min<std::uint64_t>(value(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, 0), kWorkspace);
  result->algo.data[0] = number_of(p);
  result->algo.data[1] = result->workspaceSize;
  for (std::size_t i = 0; i < std::size(kAlignments); ++i)
    result->algo.data[2 + i] = value(kAlignments[i], kAlignment);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t description,
                              const void* alpha, const void* a, cublasLtMatrixLayout_t of_a,
                              const void* b, cublasLtMatrixLayout_t of_b, const void* beta,
                              const void* c, cublasLtMatrixLayout_t of_c, void* d,
                              cublasLtMatrixLayout_t of_d, const cublasLtMatmulAlgo_t* algorithm,
                              void* workspace, std::size_t workspace_bytes, cudaStream_t stream) {
  require_made(handle, kHandle);
  Product p = product_of(description, of_a, of_b, of_c);
  const auto& has = algorithm->data;
  require(has[0] == number_of(p), "cuBLASLt: an algorithm for another problem");
  require(workspace_bytes >= has[1], "cuBLASLt: a workspace that is too small");
  const auto factor = [&](const void* x) {
    return p.dtype == DType::kFloat64 ? *static_cast<const double*>(x)
                                      : *static_cast<const float*>(x);
  };
  require(c == d && of_c == of_d && factor(alpha) == 1 && factor(beta) == 0,
          "cuBLASLt: the false one neither scales nor adds");
  const std::pair<const void*, std::size_t> arrays[] = {{a, the<Layout>(of_a, kLayout).bytes()},
                                                        {b, the<Layout>(of_b, kLayout).bytes()},
                                                        {d, the<Layout>(of_d, kLayout).bytes()}};
  for (std::size_t i = 0; i < std::size(arrays); ++i)
    require_aligned(arrays[i].first, has[2 + i], "a matrix of cuBLASLt");
  p.a.data = static_cast<const std::byte*>(b);
  p.b.data = static_cast<const std::byte*>(a);
  p.c = static_cast<std::byte*>(d);
  enqueue(stream, [=] {
    for (const auto& [data, bytes] : arrays)
      require_device_memory(data, bytes, "a matrix of cuBLASLt");
    use_workspace(workspace, workspace_bytes, kAlignment, "the workspace of cuBLASLt");
    run_on_host(p);
  });
  return CUBLAS_STATUS_SUCCESS;
}

}  // extern "C"
