// Convolution, pooling and local layers over the geometry of reference/arrays/windows.h.
//
// Images have the channels last and float32 or float64 elements; `image_of` converts other images. The result has the shape that the
// windows determine, and is written completely.
#pragma once

#include "optimized/cpu/half.h"
#include "reference/ops/convolution/convolution.h"
#include "reference/ops/convolution/local_convolution.h"
#include "reference/ops/convolution/pooling.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized {

using reference::Windows;

// x with the channels last, in a dtype for computation; `first`: in x they are dimension 1.
Tensor image_of(const Tensor& x, bool first);

// Calls compute(image), whose shape is that of `result` with the channels last, and stores the image in `result`.
template <class Compute>
void store_image(Tensor& result, bool first, Compute&& compute);

// The elements of each window, one row per window: (samples, counts..., sizes..., channels).
void see(const Tensor& image, const Windows& windows, Tensor& seen);
// The way back: each place of `image` is the sum of its elements in all windows.
void bring_back(const Tensor& seen, const Windows& windows, Tensor& image);

// As `see`, but with 1 at the first maximum of each channel in a window (NaN is the largest) and 0 elsewhere.
void see_first_maximum(const Tensor& image, const Windows& windows, Tensor& seen);

// The way back: each place of `image` is the sum of the gradients of the windows and channels that have their first maximum there.
// `gradient`: one element for each window and channel.
void bring_back_to_first_maximum(const Tensor& x, const Tensor& gradient, const Windows& windows,
                                 Tensor& image);

void correlate_locally(const Tensor& image, const Tensor& kernel, const Windows& windows,
                       reference::Features features, Tensor& result);
// `first`: image and result have the channels as dimension 1.
void pool(const Tensor& image, bool first, const Windows& windows, reference::PoolMode mode,
          Tensor& result);

// `result` has the elements of `image` with the channels as dimension 1.
void channels_to_first(const Tensor& image, Tensor& result);

template <class Compute>
void store_image(Tensor& result, bool first, Compute&& compute) {
  compute_wide(result, [&](Tensor& stored) {
    if (!first) {
      compute(stored);
      return;
    }
    const Shape shape = reference::channels_to_last(stored.shape(), true);
    Tensor image = Tensor::unspecified(stored.dtype(), shape);
    compute(image);
    channels_to_first(image, stored);
  });
}

}  // namespace kassay::optimized
