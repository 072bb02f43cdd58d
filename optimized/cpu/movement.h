// Functions whose results are elements of their arguments: each gives the path of the elements, which also determines its gradient.
//
//   define_sharing<More...>()   the result has the elements of x in their order; More: the other parameters
//   define_path<path>()         Path path(const Shape& x, more...): to each place of the result, an element of x leads one path, or none
//   define_repeating<path>()    the same where elements are repeated
//   define_padding<begin>()     Integers begin(const Shape& x, more...): x begins there in the result, with zeros around it
//   define_part<begin>()        the result is the part of x that begins there
#pragma once

#include "optimized/cpu/kernel.h"
#include "optimized/path.h"
#include "reference/arrays/windows.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::Integers;

// A move to or from a part of a tensor: between the elements of `part`, in order, and a tensor of the shape `whole` in which the part
// begins at `begin`.
Path path_to_part(const Shape& part, const Shape& whole, const Integers& begin);
Path path_from_part(const Shape& part, const Shape& whole, const Integers& begin);

// Writes the places of y that the path leads to.
bool move(const Tensor& x, const Path& path, Tensor& y);
// Writes all of x: each element is the sum of the elements of g, the gradient of y, to which the path leads from it.
bool move_back(const Tensor& g, const Path& path, Tensor& x);

// The elements keep their order, so none are copied. Kernels write only to tensors that they have just made.
bool share(const Tensor& x, Tensor& result);

// Writes x from place `begin` on, with zeros around it.
bool pad(const Tensor& x, const Integers& begin, Tensor& result);
// The part of x that begins at `begin` and has the shape of the result.
bool cut(const Tensor& x, const Integers& begin, Tensor& result);

namespace detail {

template <class... More>
struct Sharing {
  static bool forth(const Tensor& x, More..., Tensor& result) { return share(x, result); }
  static bool back(const Tensor&, More..., const Tensor& g, std::int64_t, Tensor& result) {
    return share(g, result);
  }
};

template <auto kPath>
struct Moving;
template <class... More, Path (*kPath)(const Shape& x, More...)>
struct Moving<kPath> {
  static bool forth(const Tensor& x, More... more, Tensor& result) {
    return move(x, kPath(x.shape(), more...), result);
  }
  static bool back(const Tensor& x, More... more, const Tensor& g, std::int64_t, Tensor& result) {
    return move_back(g, kPath(x.shape(), more...), result);
  }
};

template <auto kBegin>
struct Part;
template <class... More, Integers (*kBegin)(const Shape& x, More...)>
struct Part<kBegin> {
  static bool padded(const Tensor& x, More... more, Tensor& result) {
    return pad(x, kBegin(x.shape(), more...), result);
  }
  static bool padded_back(const Tensor& x, More... more, const Tensor& g, std::int64_t,
                          Tensor& result) {
    return cut(g, kBegin(x.shape(), more...), result);
  }
  static bool part(const Tensor& x, More... more, Tensor& result) {
    return cut(x, kBegin(x.shape(), more...), result);
  }
  static bool part_back(const Tensor& x, More... more, const Tensor& g, std::int64_t,
                        Tensor& result) {
    return pad(g, kBegin(x.shape(), more...), result);
  }
};

}  // namespace detail

template <class... More>
Kernel define_sharing() {
  using Sharing = detail::Sharing<More...>;
  return with_back(define_move(Sharing::forth), define_move(Sharing::back));
}
template <auto kPath>
Kernel define_path() {
  return with_back(define_move(detail::Moving<kPath>::forth),
                   define_move(detail::Moving<kPath>::back));
}
template <auto kPath>
Kernel define_repeating() {
  return with_back(define_move(detail::Moving<kPath>::forth), define(detail::Moving<kPath>::back));
}
template <auto kBegin>
Kernel define_padding() {
  using Part = detail::Part<kBegin>;
  return with_back(define_move(Part::padded), define_move(Part::padded_back));
}
template <auto kBegin>
Kernel define_part() {
  using Part = detail::Part<kBegin>;
  return with_back(define_move(Part::part), define_move(Part::part_back));
}

}  // namespace kassay::optimized
