// Sums and means as what the engine puts at the end of a chain (optimized/notes.h).
#pragma once

#include "optimized/cpu/reduction.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

// Notes the sums of x, each divided by `divisor`. False where sums of several leading axes and of floats are not what this is. Looks at
// no element of x. Precondition: takes_notes().
bool note_total(const Tensor& x, const Stages& stages, double divisor);

}  // namespace kassay::optimized
