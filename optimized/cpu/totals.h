// Sums and means that the engine puts at the end of a chain (optimized/notes.h).
#pragma once

#include "optimized/cpu/reduction.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Notes the sums of x, each divided by `divisor`. False unless they are sums of floats over several leading axes. Does not read elements of
// x. Precondition: takes_notes().
// no element of x. Precondition: takes_notes().
bool note_total(const Tensor& x, const Stages& stages, double divisor);

}  // namespace kassay::optimized
