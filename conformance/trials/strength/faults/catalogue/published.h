// Mistakes that real backends had, each with its report. One file covers several categories of functions.
#pragma once

#include <vector>

#include "conformance/trials/strength/faults/fault.h"

namespace kassay::faults::published {

std::vector<Fault> convolution();  // pooling and resizing too
std::vector<Fault> elementwise();  // activations too
std::vector<Fault> loss();         // normalisation and CTC too
std::vector<Fault> reduction();
std::vector<Fault> shape();  // products of matrices too
std::vector<Fault> state();  // control flow and random numbers too

}  // namespace kassay::faults::published
