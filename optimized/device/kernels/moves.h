// How kernels move elements: along paths, between orders of dimensions, and channels to the end and back.
#pragma once

#include <cstdint>
#include <vector>

#include "optimized/device/recorder.h"
#include "optimized/path.h"
#include "reference/arrays/windows.h"

namespace kassay::optimized::device {

// Calls visit(Bits{}), where Bits has the size of an element.
template <class Visit>
void with_bits(DType dtype, Visit&& visit) {
  switch (dtype_size(dtype)) {
    case 1:
      return visit(static_cast<unsigned char>(0));
    case 2:
      return visit(static_cast<unsigned short>(0));
    case 4:
      return visit(0U);
    default:
      return visit(0ULL);
  }
}

// Moves elements of x to y. False if there are more dimensions than a command has.
bool add_move(const Tensor& x, const Path& path, Tensor& y, Recorder& recorder);
// Writes x to y with its dimensions in that order. Precondition: there are no more than a layout has.
void add_permutation(const Tensor& x, const std::vector<std::size_t>& order, Tensor& y,
                     Recorder& recorder);

// x with the channels last; `first`: in x they are dimension 1.
Tensor image_of(const Tensor& x, bool first, Recorder& recorder);
void add_channels_to_first(const Tensor& image, Tensor& result, Recorder& recorder);

// Calls make(image), which records the commands that write the result with the channels last.
template <class Make>
void store_image(Tensor& result, bool first, Recorder& recorder, Make&& make) {
  if (!first) return make(result);
  Tensor image =
      recorder.scratch(result.dtype(), reference::channels_to_last(result.shape(), true));
  make(image);
  add_channels_to_first(image, result, recorder);
}

}  // namespace kassay::optimized::device
