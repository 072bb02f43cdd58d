#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/cpu/half.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::ctc_decode_op {
namespace {

using reference::Settings;
using Sequence = std::vector<std::int64_t>;

struct Decoded {
  Sequence sequence;
  double score = 0;
};

// The first of the largest elements of each frame. No comparison with NaN is true.
template <class T>
Decoded best_path(const T* y, std::int64_t frames, std::int64_t classes, double epsilon) {
  Decoded decoded;
  std::int64_t before = classes - 1;
  for (std::int64_t t = 0; t < frames; ++t) {
    const T* const frame = y + t * classes;
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < classes; ++c) best = frame[c] > frame[best] ? c : best;
    decoded.score -= std::log(static_cast<double>(frame[best]) + epsilon);
    if (best != before && best != classes - 1) decoded.sequence.push_back(best);
    before = best;
  }
  return decoded;
}

Tensor rows_of(const std::vector<Decoded>& all) {
  std::size_t longest = 0;
  for (const Decoded& each : all) longest = std::max(longest, each.sequence.size());
  Tensor rows = Tensor::unspecified(
      DType::kInt64, {static_cast<std::int64_t>(all.size()), static_cast<std::int64_t>(longest)});
  auto row = rows.mutable_data<std::int64_t>().begin();
  for (const Decoded& each : all) {
    const auto rest = std::ranges::copy(each.sequence, row).out;
    row += static_cast<std::ptrdiff_t>(longest);
    std::fill(rest, row, -1);
  }
  return rows;
}

// The best path alone, bound by one read. A beam keeps the reference's width of numbers: of sequences that are about equally probable,
// another width may keep another one.
bool compute(const Tensor& y_pred, const Tensor& input_length, bool greedy,
             std::int64_t /*beam_width*/, std::int64_t /*top_paths*/, const Settings& settings,
             std::vector<Tensor>& results) {
  const std::int64_t samples = y_pred.shape()[0], frames = y_pred.shape()[1];
  const std::int64_t classes = y_pred.shape()[2];
  if (!greedy || classes == 0 || input_length.size() < samples) return false;
  std::vector<std::int64_t> lengths;
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    lengths.push_back(static_cast<std::int64_t>(element(input_length, sample)));
    if (lengths.back() < 0 || lengths.back() > frames) return false;
  }
  std::vector<Decoded> decoded(lengths.size());
  const auto kernel = [&](const Tensor& predictions, Tensor& scores) {
    with_float_type(predictions.dtype(), [&](auto sample_type) {
      using T = decltype(sample_type);
      parallel_blocks(samples, 1, frames * classes, [&](std::int64_t sample, std::int64_t) {
        const auto at = static_cast<std::size_t>(sample);
        decoded[at] = best_path(predictions.data<T>().data() + sample * frames * classes,
                                lengths[at], classes, settings.epsilon);
        scores.mutable_data<T>()[at] = static_cast<T>(decoded[at].score);
      });
    });
  };
  compute_wide(results[1], kernel, y_pred);
  results[0] = rows_of(decoded);
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::ctc_decode_op
