#include <algorithm>
#include <cmath>
#include <map>

#include "reference/internal/alignment.h"
#include "spec/lib/error.h"

namespace kassay::reference::ctc_decode_op {
namespace {

using Sequence = std::vector<std::int64_t>;

struct Decoded {
  Sequence sequence;
  Real score;
};

// ctc_decode.best-path, ctc_decode.ties, ctc_decode.blank, ctc_decode.greedy-score
Decoded best_path(const Array& y_pred, std::int64_t sample, std::int64_t frames, double epsilon) {
  const std::int64_t classes = y_pred.shape()[2], blank = classes - 1;
  Decoded decoded{{}, 0};
  std::int64_t before = blank;
  for (std::int64_t t = 0; t < frames; ++t) {
    std::int64_t best = 0;
    for (std::int64_t c = 1; c < classes; ++c) {
      if (y_pred[{sample, t, c}] > y_pred[{sample, t, best}]) best = c;
    }
    decoded.score -= std::log(y_pred[{sample, t, best}] + epsilon);
    if (best != before && best != blank) decoded.sequence.push_back(best);
    before = best;
  }
  return decoded;
}

// The probability of a sequence's paths that end in blank, and of its other paths.
struct Ways {
  Real blank = 0;
  Real other = 0;
  Real total() const { return blank + other; }
};
using Beam = std::map<Sequence, Ways>;

// ctc_decode.beam: advances one frame, with class probabilities q
Beam extended(const Beam& beam, const std::vector<Real>& q) {
  Beam next;
  const std::size_t blank = q.size() - 1;
  for (const auto& [sequence, ways] : beam) {
    next[sequence].blank += ways.total() * q[blank];
    if (!sequence.empty()) {
      next[sequence].other += ways.other * q[static_cast<std::size_t>(sequence.back())];
    }
    for (std::size_t c = 0; c < blank; ++c) {
      const auto label = static_cast<std::int64_t>(c);
      const bool repeats = !sequence.empty() && sequence.back() == label;
      Sequence longer = sequence;
      longer.push_back(label);
      next[longer].other += (repeats ? ways.blank : ways.total()) * q[c];
    }
  }
  return next;
}

// Keeps the most probable sequences, the best first; drops those of probability 0.
std::vector<std::pair<Sequence, Ways>> best_of(const Beam& beam, std::size_t width) {
  std::vector<std::pair<Sequence, Ways>> all;
  for (const auto& entry : beam) {
    if (entry.second.total() > 0) all.push_back(entry);
  }
  std::ranges::stable_sort(
      all, [](const auto& x, const auto& y) { return x.second.total() > y.second.total(); });
  if (all.size() > width) all.resize(width);
  return all;
}

// ctc_decode.beam-search, ctc_decode.top-paths, ctc_decode.beam-score, ctc_decode.repeats. Probabilities are relative to the largest, whose
// logarithm is `scale`.
std::vector<Decoded> beam_search(const Array& q, std::int64_t sample, std::int64_t frames,
                                 std::size_t width, std::size_t paths) {
  Beam beam{{{}, {1, 0}}};
  Real scale = 0;
  for (std::int64_t t = 0; t < frames; ++t) {
    std::vector<Real> frame;
    for (std::int64_t c = 0; c < q.shape()[2]; ++c) frame.push_back(q[{sample, t, c}]);
    const auto kept = best_of(extended(beam, frame), width);
    beam.clear();
    if (kept.empty()) break;
    const Real largest = kept.front().second.total();
    scale += std::log(largest);
    for (const auto& [sequence, ways] : kept)
      beam[sequence] = {ways.blank / largest, ways.other / largest};
  }
  std::vector<Decoded> decoded;
  for (const auto& [sequence, ways] : best_of(beam, paths))
    decoded.push_back({sequence, scale + std::log(ways.total())});
  // ctc_decode.too-few
  if (decoded.size() < paths) {
    throw ApiError(ErrorKind::kValue, "sample " + std::to_string(sample) + " has " +
                                          std::to_string(decoded.size()) +
                                          " sequences; asked for " + std::to_string(paths));
  }
  return decoded;
}

// ctc_decode.padding, ctc_decode.width
Array rows_of(const std::vector<Sequence>& sequences) {
  std::size_t longest = 0;
  for (const Sequence& sequence : sequences) longest = std::max(longest, sequence.size());
  Array rows({static_cast<std::int64_t>(sequences.size()), static_cast<std::int64_t>(longest)}, -1);
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    std::ranges::copy(sequences[i], rows.flat().begin() + static_cast<std::ptrdiff_t>(i * longest));
  }
  return rows;
}

// ctc_decode.y-pred, ctc_decode.input-length, ctc_decode.input-length-vector,
// ctc_decode.input-length-column, ctc_decode.length-dtype, ctc_decode.past-length,
// ctc_decode.greedy, ctc_decode.probabilities, ctc_decode.dtype, ctc_decode.no-frames,
// ctc_decode.set-epsilon, ctc_decode.too-many-frames, ctc_decode.samples
std::vector<TensorType> infer(const TensorType& y_pred, const TensorType& input_length, bool greedy,
                              std::int64_t beam_width, std::int64_t top_paths) {
  if (y_pred.rank() != 3 || input_length.rank() < 1 || input_length.rank() > 2) {
    throw ApiError(ErrorKind::kValue,
                   "y_pred of shape " + to_string(y_pred.shape) + " and lengths of shape " +
                       to_string(input_length.shape) +
                       "; expected (samples, time steps, classes) and (samples)");
  }
  if (y_pred.shape[2] == 0) {
    throw ApiError(ErrorKind::kValue, "y_pred has no classes; the last class is the blank");
  }
  require_equal_samples(y_pred.shape, input_length.shape);
  // ctc_decode.greedy-beam-arguments
  const std::int64_t paths = greedy ? 1 : top_paths;
  // ctc_decode.no-paths, ctc_decode.beam-too-narrow: a beam below 1 is too narrow for any path
  if (paths < 1 || (!greedy && top_paths > beam_width)) {
    throw ApiError(ErrorKind::kValue,
                   std::to_string(top_paths) + " paths of a beam of " + std::to_string(beam_width));
  }
  const std::int64_t samples = y_pred.shape[0];
  std::vector<TensorType> types(static_cast<std::size_t>(paths),
                                {DType::kInt64, {samples, kUnknown}});
  types.push_back({y_pred.dtype, {samples, paths}});
  return types;
}

std::vector<Array> compute(const Array& y_pred, const WholeNumbers& input_length, bool greedy,
                           std::int64_t beam_width, std::int64_t top_paths,
                           const Settings& settings) {
  const std::int64_t samples = y_pred.shape()[0];
  const auto paths = static_cast<std::size_t>(greedy ? 1 : top_paths);
  const Array q = class_probabilities(y_pred, settings.epsilon);
  std::vector<std::vector<Sequence>> sequences(paths);
  Array scores({samples, static_cast<std::int64_t>(paths)});
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    const std::int64_t frames = length_of(input_length, sample, y_pred.shape()[1]);
    const std::vector<Decoded> decoded =
        greedy ? std::vector{best_path(y_pred, sample, frames, settings.epsilon)}
               : beam_search(q, sample, frames, static_cast<std::size_t>(beam_width), paths);
    for (std::size_t path = 0; path < paths; ++path) {
      sequences[path].push_back(decoded[path].sequence);
      const Index at{sample, static_cast<std::int64_t>(path)};
      scores[at] = decoded[path].score;
    }
  }
  std::vector<Array> results;
  for (const auto& of_path : sequences) results.push_back(rows_of(of_path));
  results.push_back(scores);
  return results;
}

}  // namespace

// ctc_decode.tuple
Kernel kernel() {
  Kernel kernel = define(infer, compute);
  kernel.listed_from = 0;
  kernel.after_list = 1;
  return kernel;
}

}  // namespace kassay::reference::ctc_decode_op
