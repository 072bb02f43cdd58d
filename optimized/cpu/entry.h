// The doors of the levels: each level has one function that other code can call, and all else in its objects is local to them.
#pragma once

#include <string_view>

#include "optimized/cpu/kernel.h"

// C names, which the build knows: it keeps them when it hides the rest.
extern "C" {
using KassayFindKernel = const kassay::optimized::Kernel*(std::string_view operation);
KassayFindKernel kassay_find_kernel_baseline, kassay_find_kernel_avx2, kassay_find_kernel_avx512;
KassayFindKernel kassay_find_kernel_native;
}
