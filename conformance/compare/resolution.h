// Whether a draw has as many different numbers as its dtype and its distribution allow.
#pragma once

#include <vector>

#include "conformance/compare/goodness_of_fit.h"
#include "conformance/compare/law.h"

namespace kassay::compare {

// How many statistics are taken of a draw, with the same arguments.
std::size_t resolution_statistics(const Draw& draw, const ContinuousLaw& law);

// Repeated numbers, the most frequent number, random bits, digits beyond those of a narrower type,
// and the last of an odd count. Empty if the law has atoms.
std::vector<Statistic> resolution(const Draw& draw, const ContinuousLaw& law, double probability);

}  // namespace kassay::compare
