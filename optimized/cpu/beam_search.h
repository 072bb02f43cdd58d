// CTC decoding with a beam (spec/ops/ctc/ctc_decode.yaml).
#pragma once

#include <cstdint>
#include <vector>

namespace kassay::optimized {

struct DecodedSequence {
  std::vector<std::int64_t> labels;
  long double score = 0;  // the logarithm of its probability
};

// The sequences that are found for class probabilities (frames, classes), the last class being the blank; at most `paths`, the most
// probable first, of `width` that are kept at each frame. Long double, like the reference: of two sequences that are about equally
// probable, another width of numbers may keep the other one.
std::vector<DecodedSequence> beam_search(const std::vector<long double>& q, std::int64_t classes,
                                         std::int64_t width, std::int64_t paths);

}  // namespace kassay::optimized
