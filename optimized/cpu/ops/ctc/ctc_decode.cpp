#include <algorithm>
#include <cmath>
#include <vector>

#include "optimized/cpu/beam_search.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/integers.h"
#include "optimized/cpu/kernel.h"

namespace kassay::optimized::ctc_decode_op {
namespace {

using reference::Settings;

// The first of the largest elements of each frame. Every comparison with NaN is false.
template <class T>
DecodedSequence best_path(const T* y, std::int64_t frames, std::int64_t classes, double epsilon) {
  DecodedSequence decoded;
  double score = 0;
  std::int64_t before = classes - 1;
  for (std::int64_t t = 0; t < frames; ++t) {
    const T* const frame = y + t * classes;
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < classes; ++c) best = frame[c] > frame[best] ? c : best;
    score -= std::log(static_cast<double>(frame[best]) + epsilon);
    if (best != before && best != classes - 1) decoded.labels.push_back(best);
    before = best;
  }
  decoded.score = score;
  return decoded;
}

// Adds epsilon to each element and divides by the sum of its frame.
template <class T>
std::vector<long double> probabilities(const T* y, std::int64_t frames, std::int64_t classes,
                                       double epsilon) {
  std::vector<long double> q(y, y + frames * classes);
  for (auto frame = q.begin(); frame != q.end(); frame += classes) {
    long double sum = 0;
    for (auto element = frame; element != frame + classes; ++element) sum += * element += epsilon;
    for (auto element = frame; element != frame + classes; ++element) *element /= sum;
  }
  return q;
}

// The labels of one path, for all samples.
Tensor rows_of(const std::vector<std::vector<DecodedSequence>>& samples, std::size_t path) {
  std::size_t longest = 0;
  for (const auto& paths : samples) longest = std::max(longest, paths[path].labels.size());
  Tensor rows = Tensor::unspecified(DType::kInt64, {static_cast<std::int64_t>(samples.size()),
                                                    static_cast<std::int64_t>(longest)});
  auto row = rows.mutable_data<std::int64_t>().begin();
  for (const auto& paths : samples) {
    const auto rest = std::ranges::copy(paths[path].labels, row).out;
    row += static_cast<std::ptrdiff_t>(longest);
    std::fill(rest, row, -1);
  }
  return rows;
}

// A best path is bound by one read. If a beam finds too few sequences, the reference reports the error.
bool compute(const Tensor& y_pred, const Tensor& input_length, bool greedy, std::int64_t beam_width,
             std::int64_t top_paths, const Settings& settings, std::vector<Tensor>& results) {
  const std::int64_t samples = y_pred.shape()[0], frames = y_pred.shape()[1];
  const std::int64_t classes = y_pred.shape()[2];
  if (classes == 0 || input_length.size() < samples) return false;
  std::vector<std::int64_t> lengths;
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    const auto length = whole_element(input_length, sample);
    if (!length || *length < 0 || *length > frames) return false;
    lengths.push_back(*length);
  }
  const std::int64_t paths = greedy ? 1 : top_paths;
  std::vector<std::vector<DecodedSequence>> decoded(lengths.size());
  const auto decode = [&](const auto* y, std::int64_t length) -> std::vector<DecodedSequence> {
    if (greedy) return {best_path(y, length, classes, settings.epsilon)};
    return beam_search(probabilities(y, length, classes, settings.epsilon), classes, beam_width,
                       paths);
  };
  const auto kernel = [&](const Tensor& predictions) {
    with_float_type(predictions.dtype(), [&](auto sample_type) {
      using T = decltype(sample_type);
      // Every beam is large enough for a thread.
      const std::int64_t cost = greedy ? frames * classes : kParallelThreshold;
      parallel_blocks(samples, 1, cost, [&](std::int64_t sample, std::int64_t) {
        const auto at = static_cast<std::size_t>(sample);
        decoded[at] = decode(predictions.data<T>().data() + sample * frames * classes, lengths[at]);
      });
    });
  };
  kernel(computable(y_pred));
  const auto found_all = [=](const auto& found) { return std::ssize(found) == paths; };
  if (!std::ranges::all_of(decoded, found_all)) return false;
  Tensor& scores = results.back();
  for (std::size_t path = 0; path < static_cast<std::size_t>(paths); ++path) {
    results[path] = rows_of(decoded, path);
    for (std::size_t sample = 0; sample < decoded.size(); ++sample)
      set_element(scores,
                  static_cast<std::int64_t>(sample) * paths + static_cast<std::int64_t>(path),
                  decoded[sample][path].score);
  }
  return true;
}

}  // namespace

Kernel kernel() { return define(compute); }

}  // namespace kassay::optimized::ctc_decode_op
