// Convolution with a separate kernel for each place.
#pragma once

#include "reference/ops/convolution/convolution.h"

namespace kassay::reference {

// The order of a window's elements as features.
enum class Features { kChannelsLast, kChannelsFirst };

// The windows over x (channels last) of that size, without padding. `kernel` is (windows in row-major order, features, filters); throws
// ApiError (value) if it does not fit.
Windows local_windows(const Shape& x, const Shape& kernel, const Integers& kernel_size,
                      const Integers& strides);

Array local_convolution(const Array& x, const Array& kernel, const Windows& windows,
                        Features features);
Expression local_convolution(const Expression& x, const Expression& kernel, const Windows& windows,
                             Features features);

}  // namespace kassay::reference
