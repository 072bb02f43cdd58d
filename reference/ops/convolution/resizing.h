// Images and volumes made larger by whole factors.
#pragma once

#include <string>

#include "reference/arrays/windows.h"
#include "reference/graph/data_format.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

// Each spatial dimension times its factor. Throws ApiError (value) for another rank, a factor
// below 1 and an unknown data format.
TensorType resized_type(const TensorType& x, const Integers& factors, const Format& data_format,
                        const Settings& settings);

// Each element stands factor times in a row along each dimension.
Array repeated(const Array& x, const Integers& factors, const Format& data_format,
               const Settings& settings);
Expression repeated(const Expression& x, const Integers& factors, const Format& data_format,
                    const Settings& settings);

// Place p of the result is place p / factor of x, between two elements in proportion; past the last
// one it is the last one.
Array interpolated(const Array& x, const Integers& factors, const Format& data_format,
                   const Settings& settings);
Expression interpolated(const Expression& x, const Integers& factors, const Format& data_format,
                        const Settings& settings);

}  // namespace kassay::reference
