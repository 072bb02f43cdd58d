// Images and volumes enlarged by integer factors.
#pragma once

#include <string>

#include "reference/arrays/windows.h"
#include "reference/graph/data_format.h"
#include "reference/graph/kernel.h"

namespace kassay::reference {

// Multiplies each spatial dimension by its factor. Throws ApiError (value) for another rank, a factor below 1 and an unknown data format.
TensorType resized_type(const TensorType& x, const Integers& factors, const Format& data_format,
                        const Settings& settings);

// Repeats each element factor times along each dimension.
Array repeated(const Array& x, const Integers& factors, const Format& data_format,
               const Settings& settings);
Expression repeated(const Expression& x, const Integers& factors, const Format& data_format,
                    const Settings& settings);

// Place p of the result is place p / factor of x, mixed from two elements in proportion; beyond the last element it is the last element.
Array interpolated(const Array& x, const Integers& factors, const Format& data_format,
                   const Settings& settings);
Expression interpolated(const Expression& x, const Integers& factors, const Format& data_format,
                        const Settings& settings);

}  // namespace kassay::reference
