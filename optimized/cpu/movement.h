// Functions whose results are elements of their arguments: each states the path that the elements take, and so has its gradient.
#pragma once

#include "optimized/path.h"
#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::Integers;

// To or from a part of a tensor: between the elements of `part` in order, and a tensor of the shape `whole` in which it begins there.
Path path_to_part(const Shape& part, const Shape& whole, const Integers& begin);
Path path_from_part(const Shape& part, const Shape& whole, const Integers& begin);

// Writes the places of y to which the path leads.
bool move(const Tensor& x, const Path& path, Tensor& y);
// Writes all of x: each element is the sum of those of g, the gradient of y, to which the path leads from it.
bool move_back(const Tensor& g, const Path& path, Tensor& x);

// The elements stay in order: none is copied. No kernel writes to a tensor that it has not just made.
bool share(const Tensor& x, Tensor& result);

// Zeros around the elements of x, of which the first is put at `begin`.
bool pad(const Tensor& x, const Integers& begin, Tensor& result);
// The part of x that begins there, with the shape of the result.
bool cut(const Tensor& x, const Integers& begin, Tensor& result);

}  // namespace kassay::optimized
