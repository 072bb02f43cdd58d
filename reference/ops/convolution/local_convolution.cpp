#include "reference/ops/convolution/local_convolution.h"

#include <numeric>

#include "reference/internal/window_operations.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

void require_size(std::int64_t found, const Shape& factors, const std::string& what) {
  std::int64_t expected = 1;
  for (const std::int64_t factor : factors) {
    if (factor == kUnknown) return;
    expected *= factor;
  }
  if (found == expected || found == kUnknown) return;
  throw ApiError(ErrorKind::kValue, "a kernel for " + std::to_string(found) + " " + what +
                                        "; there are " + std::to_string(expected));
}

// The place of an element in row-major order.
std::int64_t offset_in(const Shape& shape, const Index& element) {
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) offset = offset * shape[d] + element[d];
  return offset;
}

}  // namespace

Windows local_windows(const Shape& x, const Shape& kernel, const Integers& kernel_size,
                      const Integers& strides) {
  const Shape places = places_of(x);
  require_positive(kernel_size, places.size(), "kernel_size");
  Windows windows =
      windows_over(places, kernel_size, strides, Integers(places.size(), 1), Padding::kValid);
  require_rank(kernel, 3, "kernel");
  require_size(kernel[0], counts(windows), "windows");
  Shape features = kernel_size;
  features.push_back(x.back());
  require_size(kernel[1], features, "elements of a window");
  return windows;
}

Array local_convolution(const Array& x, const Array& kernel, const Windows& windows,
                        Features features) {
  const std::int64_t channels = x.shape().back(), elements = element_count(sizes(windows));
  Array result(shape_around(x.shape().front(), counts(windows), kernel.shape().back()));
  for_each_index(result.shape(), [&](const Index& index) {
    const Index at = places_of(index);
    const std::int64_t window = offset_in(counts(windows), at);
    Real sum = 0;
    for_each_inside(windows, at, [&](const Index& element, const Index& place) {
      const std::int64_t offset = offset_in(sizes(windows), element);
      Index of_x = shape_around(index.front(), place, 0);
      for (std::int64_t c = 0; c < channels; ++c) {
        const std::int64_t feature =
            features == Features::kChannelsFirst ? c * elements + offset : offset * channels + c;
        of_x.back() = c;
        sum += x[of_x] * kernel[{window, feature, index.back()}];
      }
    });
    result[index] = sum;
  });
  return result;
}

// For each window: the features of all samples, as a matrix, times its kernel.
Expression local_convolution(const Expression& x, const Expression& kernel, const Windows& windows,
                             Features features) {
  const std::int64_t samples = x.shape().front(), channels = x.shape().back();
  const std::int64_t elements = element_count(sizes(windows));
  const Expression seen = reshape(seen_through(windows, x),
                                  {samples, element_count(counts(windows)), elements, channels});
  const Expression by_window = permuted(
      seen, features == Features::kChannelsFirst ? Integers{1, 0, 3, 2} : Integers{1, 0, 2, 3});
  const Expression matrices =
      reshape(by_window, {by_window.shape()[0], samples, elements * channels});
  const Expression products = apply("batch_dot", matrices, kernel, list_of({2, 1}));
  return reshape(permuted(products, {1, 0, 2}),
                 shape_around(samples, counts(windows), kernel.shape().back()));
}

}  // namespace kassay::reference
