// oneDNN primitives on tensors. Each runs immediately. oneDNN throws a dnnl::error for calls that it refuses.
#ifndef KASSAY_BACKENDS_ONEDNN_PRIMITIVES_H_
#define KASSAY_BACKENDS_ONEDNN_PRIMITIVES_H_

#include <unordered_map>
#include <vector>

#include "tensor.h"

namespace kassay_onednn {

using dnnl::algorithm;
using Order = std::vector<int64_t>;

// The elements of a tensor as oneDNN memory, valid as long as the tensor. Scalars become vectors with one element.
dnnl::memory view(const Tensor& x);
// The same, with the dimensions in another order.
dnnl::memory view(const Tensor& x, const Order& order);

// A layout that the primitive may choose.
dnnl::memory::desc any_layout(const dnnl::memory& x);
// The memory itself if it has this layout, otherwise a copy with the layout.
dnnl::memory in_layout(const dnnl::memory& x, const dnnl::memory::desc& layout);
void copy(const dnnl::memory& from, const dnnl::memory& to);

template <class Primitive>
void run(const typename Primitive::primitive_desc& description,
         const std::unordered_map<int, dnnl::memory>& arguments) {
  Primitive(description).execute(stream(), arguments);
  stream().wait();
}

// Elementwise. Binary primitives broadcast.
Tensor eltwise(algorithm kind, const Tensor& x, float alpha = 0, float beta = 0);
Tensor binary(algorithm kind, const Tensor& x, const Tensor& y, Dtype result);
Tensor select(const Tensor& condition, const Tensor& x, const Tensor& y);
Tensor cast(const Tensor& x, Dtype dtype);

// Along axes counted from the start. The reduced dimensions stay, with size 1.
Tensor reduction(algorithm kind, const Tensor& x, const Order& axes, float p = 0,
                 float epsilon = 0);
Tensor softmax(const Tensor& x, int64_t axis);
Tensor batch_normalization(const Tensor& x, const Tensor& mean, const Tensor& variance,
                           const Tensor* gamma, const Tensor* beta, int64_t axis, float epsilon);

// The product of two matrices, or of two stacks with equal numbers of matrices.
Tensor matmul(const Tensor& x, const Tensor& y);

Tensor permuted(const Tensor& x, const Order& order);
Tensor concatenated(const std::vector<Tensor>& tensors, int64_t axis);
// The part of x with its first element at `start`.
Tensor part(const Tensor& x, const Dims& start, const Dims& shape);
// x surrounded by zeros; `before` and `after` have a number for each dimension.
Tensor padded(const Tensor& x, const Dims& before, const Dims& after);

}  // namespace kassay_onednn

#endif  // KASSAY_BACKENDS_ONEDNN_PRIMITIVES_H_
