// Tensors in oneDNN memory, and their conversion from and to values of the host.
#ifndef KASSAY_BACKENDS_ONEDNN_TENSOR_H_
#define KASSAY_BACKENDS_ONEDNN_TENSOR_H_

#include <cstdint>
#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "kassay_backend.h"

namespace kassay_onednn {

using Dims = dnnl::memory::dims;

// Why a call fails: the kind of its error (KASSAY_ERROR_...), and what is wrong.
struct Failure {
  int32_t kind;
  std::string message;
};

// Throws a Failure of KASSAY_ERROR_VALUE unless the function accepts a value.
void require(bool is_taken, const std::string& message);

// The element types of the API that oneDNN supports on the CPU. bool is stored as u8 with 0 and 1.
enum class Dtype { kBool, kUint8, kInt8, kInt32, kFloat16, kFloat32 };

bool is_floating(Dtype dtype);
std::string name_of(Dtype dtype);
// Throws a Failure for other types: unsupported if the API has the type, else a value error.
Dtype dtype_named(std::string_view name);

// Elements in row-major order. Tensors of different shapes may share a storage, which never changes.
struct Tensor {
  Dtype dtype;
  Dims shape;
  dnnl::memory storage;

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
};

// The CPU, and the stream that runs all primitives.
const dnnl::engine& engine();
dnnl::stream& stream();

int64_t count(const Dims& shape);
dnnl::memory::data_type type_of(Dtype dtype);

// A tensor with unwritten elements.
Tensor new_tensor(Dtype dtype, const Dims& shape);
// A tensor of these numbers, in row-major order; one number fills the whole tensor.
Tensor of_numbers(const std::vector<double>& numbers, Dtype dtype, const Dims& shape);
// The same elements in another shape.
Tensor reshaped(const Tensor& x, const Dims& shape);

// The elements of an int32 tensor.
std::vector<int64_t> integers_of(const Tensor& x);

Tensor from_host(const DLTensor& array);
// Copies the elements to the host.
void give_array(const kassay_host* host, kassay_results* results, const Tensor& x);

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_TENSOR_H_
