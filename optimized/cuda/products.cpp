#include "optimized/cuda/products.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "optimized/cuda/errors.h"

namespace kassay::optimized::cuda {
namespace {

using device::Product;

constexpr std::size_t kMostWorkspace = std::size_t{32} << 20;  // bytes

struct Types {
  cudaDataType_t elements, scale;
  cublasComputeType_t compute;
  std::uint64_t allowed;  // implementations
};

Types types_of(DType dtype) {
  if (dtype == DType::kFloat64) {
    return {CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
            CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_TYPE_MASK |
                CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_64F |
                CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_64F};
  }
  if (dtype == DType::kFloat16) {
    return {CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
            CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_TYPE_MASK |
                CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F |
                CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16F};
  }
  return {CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
          CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA | CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F |
              CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F};
}

// cuBLAS reads columns: there, a matrix in rows is its transpose.
cublasLtMatrixLayout_t layout_of(cudaDataType_t type, std::int64_t rows, std::int64_t columns,
                                 std::int64_t stride, std::int64_t batch,
                                 std::int64_t batch_stride) {
  cublasLtMatrixLayout_t layout = nullptr;
  check(cublasLtMatrixLayoutCreate(&layout, type, static_cast<std::uint64_t>(rows),
                                   static_cast<std::uint64_t>(columns), std::max(stride, rows)),
        "cuBLASLt, a matrix");
  const auto count = static_cast<std::int32_t>(batch);
  check(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count,
                                         sizeof count),
        "cuBLASLt, a batch");
  check(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                                         &batch_stride, sizeof batch_stride),
        "cuBLASLt, a batch");
  return layout;
}

bool is_in_rows(const Product::Matrix& matrix) { return matrix.column_stride == 1; }

// The power of two, in bytes, that divides the address: arrays in the turns of a recurrence may begin at any element.
std::uint32_t alignment_of(const std::byte* data) {
  constexpr std::uintptr_t kMost = 256;  // cuBLASLt's default
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  return static_cast<std::uint32_t>(std::gcd(address, kMost));
}

// The layout of a matrix of rows x columns, read in columns.
cublasLtMatrixLayout_t layout_of(cudaDataType_t type, const Product::Matrix& matrix,
                                 std::int64_t rows, std::int64_t columns, std::int64_t batch) {
  return is_in_rows(matrix)
             ? layout_of(type, columns, rows, matrix.row_stride, batch, matrix.batch_stride)
             : layout_of(type, rows, columns, matrix.column_stride, batch, matrix.batch_stride);
}

}  // namespace

PreparedProduct::PreparedProduct(const Product& product) : product_(product) {}

PreparedProduct::~PreparedProduct() {
  cublasLtMatrixLayoutDestroy(left_);
  cublasLtMatrixLayoutDestroy(right_);
  cublasLtMatrixLayoutDestroy(result_);
  cublasLtMatmulDescDestroy(operation_);
}

// Read in columns, the result is C' = B' A'.
std::unique_ptr<PreparedProduct> PreparedProduct::make(cublasLtHandle_t handle,
                                                       const Product& product) {
  constexpr std::int64_t kMostBatches = std::numeric_limits<std::int32_t>::max();
  if (product.batch > kMostBatches) return nullptr;
  const Types types = types_of(product.dtype);
  std::unique_ptr<PreparedProduct> made(new PreparedProduct(product));
  check(cublasLtMatmulDescCreate(&made->operation_, types.compute, types.scale),
        "cuBLASLt, a product");
  const cublasOperation_t of_b = is_in_rows(product.b) ? CUBLAS_OP_N : CUBLAS_OP_T;
  const cublasOperation_t of_a = is_in_rows(product.a) ? CUBLAS_OP_N : CUBLAS_OP_T;
  check(cublasLtMatmulDescSetAttribute(made->operation_, CUBLASLT_MATMUL_DESC_TRANSA, &of_b,
                                       sizeof of_b),
        "cuBLASLt, a product");
  check(cublasLtMatmulDescSetAttribute(made->operation_, CUBLASLT_MATMUL_DESC_TRANSB, &of_a,
                                       sizeof of_a),
        "cuBLASLt, a product");
  made->left_ = layout_of(types.elements, product.b, product.terms, product.columns, product.batch);
  made->right_ = layout_of(types.elements, product.a, product.rows, product.terms, product.batch);
  made->result_ = layout_of(types.elements, product.columns, product.rows, product.c_row_stride,
                            product.batch, product.c_batch_stride);

  cublasLtMatmulPreference_t preference = nullptr;
  check(cublasLtMatmulPreferenceCreate(&preference), "cuBLASLt, a preference");
  const std::uint32_t reductions =
      CUBLASLT_REDUCTION_SCHEME_NONE | CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
  const auto set = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
    check(cublasLtMatmulPreferenceSetAttribute(preference, attribute, &value, sizeof value),
          "cuBLASLt, a preference");
  };
  set(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, kMostWorkspace);
  set(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, reductions);
  set(CUBLASLT_MATMUL_PREF_IMPL_MASK, types.allowed);
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(product.b.data));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(product.a.data));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(product.c));
  set(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(product.c));
  int found = 0;
  const cublasStatus_t status = cublasLtMatmulAlgoGetHeuristic(
      handle, made->operation_, made->left_, made->right_, made->result_, made->result_, preference,
      1, &made->algorithm_, &found);
  cublasLtMatmulPreferenceDestroy(preference);
  if (status != CUBLAS_STATUS_SUCCESS || found == 0) return nullptr;
  return made;
}

void PreparedProduct::run(cublasLtHandle_t handle, void* workspace, cudaStream_t stream) const {
  const float one = 1, zero = 0;
  const double wide_one = 1, wide_zero = 0;
  const bool is_wide = product_.dtype == DType::kFloat64;
  const void* const alpha = is_wide ? static_cast<const void*>(&wide_one) : &one;
  const void* const beta = is_wide ? static_cast<const void*>(&wide_zero) : &zero;
  check(cublasLtMatmul(handle, operation_, alpha, product_.b.data, left_, product_.a.data, right_,
                       beta, product_.c, result_, product_.c, result_, &algorithm_.algo, workspace,
                       algorithm_.workspaceSize, stream),
        "cuBLASLt, a product");
}

}  // namespace kassay::optimized::cuda
