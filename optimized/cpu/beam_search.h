// CTC decoding with a beam (spec/ops/ctc/ctc_decode.yaml).
#pragma once

#include <cstdint>
#include <vector>

namespace kassay::optimized {

struct DecodedSequence {
  std::vector<std::int64_t> labels;
  long double score = 0;  // the logarithm of its probability
};

// The sequences found for class probabilities (frames, classes), with the blank as the last class: at most `paths`, the most probable
// first, from a beam of `width`. Computes in long double like the reference: if two sequences are about equally probable, another precision
// may keep the other one.
std::vector<DecodedSequence> beam_search(const std::vector<long double>& q, std::int64_t classes,
                                         std::int64_t width, std::int64_t paths);

}  // namespace kassay::optimized
