#include "reference/graph/kernel.h"
#include "reference/internal/alignment.h"
#include "spec/lib/error.h"

namespace kassay::reference::ctc_label_dense_to_sparse_op {
namespace {

// ctc_label_dense_to_sparse.sparse, ctc_label_dense_to_sparse.value,
// ctc_label_dense_to_sparse.lengths, ctc_label_dense_to_sparse.past-length,
// ctc_label_dense_to_sparse.shape, ctc_label_dense_to_sparse.dtype,
// ctc_label_dense_to_sparse.empty, ctc_label_dense_to_sparse.length-dtype,
// ctc_label_dense_to_sparse.too-long, ctc_label_dense_to_sparse.symbolic,
// ctc_label_dense_to_sparse.samples
TensorType infer(const TensorType& labels, const TensorType& label_lengths) {
  if (labels.rank() != 2 || label_lengths.rank() != 1) {
    throw ApiError(ErrorKind::kValue,
                   "labels of rank " + std::to_string(labels.rank()) + " and lengths of rank " +
                       std::to_string(label_lengths.rank()) + "; they must have ranks 2 and 1");
  }
  require_equal_samples(labels.shape, label_lengths.shape);
  return labels;
}

Array compute(const Array& labels, const WholeNumbers& label_lengths) {
  Array result(labels.shape());
  for_each_index(labels.shape(), [&](const Index& index) {
    if (static_cast<Real>(index[1]) < label_lengths[{index[0]}]) result[index] = labels[index];
  });
  return result;
}

}  // namespace

Kernel kernel() {
  Kernel kernel = define(infer, compute);
  kernel.makes_sparse = true;
  return kernel;
}

}  // namespace kassay::reference::ctc_label_dense_to_sparse_op
