// Entries and classes that integers choose, and gradients of chosen entries.
#include <utility>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"
#include "optimized/device/kernels/moves.h"

namespace kassay::optimized::device {
namespace {

bool gather(const Tensor& reference, const Tensor& indices, Tensor& result, Recorder& recorder) {
  if (!is_integer(indices.dtype())) return false;
  if (result.size() == 0) return true;
  with_bits(reference.dtype(), [&](auto sample) {
    using Bits = decltype(sample);
    recorder.add(
        Each{GatherEntries<Bits>{
                 elements<Bits>(reference), elements<Bits>(result),
                 EntryNumbers{integers_of(indices), reference.shape().front(), recorder.refusal()},
                 result.size() / indices.size()},
             result.size()});
  });
  return true;
}

// The keys in ascending order.
Tensor sorted(Tensor keys, Recorder& recorder) {
  Tensor other = recorder.scratch(keys.dtype(), keys.shape());
  for (std::int64_t length = 1; length < keys.size(); length *= MergeRuns::kMerged) {
    recorder.add(Each{MergeRuns{elements<long long>(std::as_const(keys)),
                                elements<long long>(other), keys.size(), length},
                      keys.size()});
    std::swap(keys, other);
  }
  return keys;
}

bool collect_rows(const Tensor& /*reference*/, const Tensor& indices, const Tensor& g, std::int64_t,
                  Tensor& result, Recorder& recorder) {
  if (!is_integer(indices.dtype()) || !is_floating(g.dtype()) || g.dtype() != result.dtype())
    return false;
  if (g.size() == 0) {
    recorder.add(Zero{result.mutable_bytes().data(), result.byte_size()});
    return true;
  }
  const std::int64_t rows = indices.size();
  Tensor keys = recorder.scratch(DType::kInt64, {rows});
  recorder.add(Each{
      NumberRows{EntryNumbers{integers_of(indices), result.shape().front(), recorder.refusal()},
                 elements<long long>(keys), rows},
      rows});
  keys = sorted(keys, recorder);
  return with_float(g.dtype(), [&](auto sample) {
    using T = decltype(sample);
    recorder.add(
        Each{CollectRows<T>{elements<T>(g), elements<T>(result),
                            elements<long long>(std::as_const(keys)), rows, g.size() / rows},
             result.size()});
  });
}

bool one_hot(const Tensor& indices, std::int64_t num_classes, Tensor& result, Recorder& recorder) {
  if (!is_integer(indices.dtype())) return false;
  recorder.add(
      Each{MarkClasses{integers_of(indices), elements<float>(result), num_classes}, result.size()});
  return true;
}

}  // namespace

const KernelTable& entry_kernels() {
  static const KernelTable table = {{"gather", define(gather)},
                                    {"move_back.gather", define(collect_rows)},
                                    {"one_hot", define(one_hot)}};
  return table;
}

}  // namespace kassay::optimized::device
