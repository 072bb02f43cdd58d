#include "tensor.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <numeric>

namespace kassay_onednn {
namespace {

template <class Element>
void put(void* elements, int64_t index, double number) {
  static_cast<Element*>(elements)[index] = static_cast<Element>(number);
}

struct Type {
  Dtype dtype;
  std::string_view name;
  DLDataType in_host;
  dnnl::memory::data_type in_library;
  void (*put)(void* elements, int64_t index, double number);
};

using enum dnnl::memory::data_type;
constexpr std::array kTypes = {
    Type{Dtype::kBool, "bool", {kDLBool, 8, 1}, u8, put<bool>},
    Type{Dtype::kUint8, "uint8", {kDLUInt, 8, 1}, u8, put<uint8_t>},
    Type{Dtype::kInt8, "int8", {kDLInt, 8, 1}, s8, put<int8_t>},
    Type{Dtype::kInt32, "int32", {kDLInt, 32, 1}, s32, put<int32_t>},
    Type{Dtype::kFloat16, "float16", {kDLFloat, 16, 1}, f16, put<_Float16>},
    Type{Dtype::kFloat32, "float32", {kDLFloat, 32, 1}, f32, put<float>}};

// The bytes of unwritten elements. They show if no primitive writes them: floats are NaN.
constexpr int kUnwritten = 0xff;

const Type& type(Dtype dtype) { return *std::ranges::find(kTypes, dtype, &Type::dtype); }

// The elements of a tensor, for the program to read and write.
class Mapped {
 public:
  explicit Mapped(const Tensor& x) : memory_(x.storage), elements_(memory_.map_data()) {}
  ~Mapped() { memory_.unmap_data(elements_); }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  void* elements() const { return elements_; }

 private:
  const dnnl::memory memory_;
  void* elements_;
};

}  // namespace

void require(bool is_taken, const std::string& message) {
  if (!is_taken) throw Failure{KASSAY_ERROR_VALUE, message};
}

bool is_floating(Dtype dtype) { return type(dtype).in_host.code == kDLFloat; }

std::string name_of(Dtype dtype) { return std::string(type(dtype).name); }

Dtype dtype_named(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, &Type::name);
  if (found != kTypes.end()) return found->dtype;
  if (name == "int16" || name == "int64" || name == "float64") {
    throw Failure{KASSAY_ERROR_UNSUPPORTED, "no primitives for " + std::string(name)};
  }
  throw Failure{KASSAY_ERROR_VALUE, "unknown dtype \"" + std::string(name) + '"'};
}

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

dnnl::stream& stream() {
  static dnnl::stream of_cpu(engine());
  return of_cpu;
}

int64_t count(const Dims& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies());
}

dnnl::memory::data_type type_of(Dtype dtype) { return type(dtype).in_library; }

Tensor new_tensor(Dtype dtype, const Dims& shape) {
  const dnnl::memory::desc elements({count(shape)}, type_of(dtype), dnnl::memory::format_tag::a);
  Tensor result = {dtype, shape, dnnl::memory(elements, engine())};
  const size_t size = elements.get_size();
  if (size != 0) std::memset(Mapped(result).elements(), kUnwritten, size);
  return result;
}

Tensor of_numbers(const std::vector<double>& numbers, Dtype dtype, const Dims& shape) {
  const auto size = static_cast<int64_t>(numbers.size());
  require(size == 1 || size == count(shape), "the shape does not fit the number of elements");
  const Tensor result = new_tensor(dtype, shape);
  const Mapped mapped(result);
  for (int64_t i = 0; i < count(shape); ++i) {
    type(dtype).put(mapped.elements(), i, numbers[size == 1 ? 0 : i]);
  }
  return result;
}

Tensor reshaped(const Tensor& x, const Dims& shape) {
  require(count(shape) == count(x.shape), "the shape does not fit the number of elements");
  return {x.dtype, shape, x.storage};
}

std::vector<int64_t> integers_of(const Tensor& x) {
  if (x.dtype != Dtype::kInt32) throw Failure{KASSAY_ERROR_TYPE, "a tensor is not int32"};
  const Mapped mapped(x);
  const auto* elements = static_cast<const int32_t*>(mapped.elements());
  return {elements, elements + count(x.shape)};
}

Tensor from_host(const DLTensor& array) {
  const auto found = std::ranges::find_if(kTypes, [&](const Type& each) {
    return each.in_host.code == array.dtype.code && each.in_host.bits == array.dtype.bits;
  });
  if (found == kTypes.end()) {
    throw Failure{KASSAY_ERROR_UNSUPPORTED,
                  "oneDNN does not have primitives for the dtype of an array"};
  }
  Tensor result = new_tensor(found->dtype, Dims(array.shape, array.shape + array.ndim));
  const size_t size = result.storage.get_desc().get_size();
  if (size != 0) std::memcpy(Mapped(result).elements(), array.data, size);
  return result;
}

void give_array(const kassay_host* host, kassay_results* results, const Tensor& x) {
  const Mapped mapped(x);
  Dims shape = x.shape;
  const DLTensor array = {.data = mapped.elements(),
                          .device = {kDLCPU, 0},
                          .ndim = static_cast<int32_t>(x.rank()),
                          .dtype = type(x.dtype).in_host,
                          .shape = shape.data(),
                          .strides = nullptr,
                          .byte_offset = 0};
  const kassay_value value = {.kind = KASSAY_TENSOR, .as = {.tensor = &array}};
  host->give(host, results, &value);
}

}  // namespace kassay_onednn
