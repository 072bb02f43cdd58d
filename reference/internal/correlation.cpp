#include "reference/internal/correlation.h"

#include "reference/internal/window_operations.h"

namespace kassay::reference {
namespace {

std::int64_t channels_of(const Shape& kernel) { return kernel[kernel.size() - 2]; }

Shape image_shape(std::int64_t samples, const Shape& kernel, const Windows& windows) {
  return shape_around(samples, places(windows), channels_of(kernel));
}
Shape result_shape(std::int64_t samples, const Shape& kernel, const Windows& windows,
                   Filters filters) {
  if (filters == Filters::kOfAllChannels)
    return shape_around(samples, counts(windows), kernel.back());
  return joined(shape_around(samples, counts(windows), channels_of(kernel)), {kernel.back()});
}
Shape kernel_shape(const Shape& x, const Shape& y, const Windows& windows) {
  return joined(sizes(windows), {x.back(), y.back()});
}

// Calls visit(place in x, place in the kernel, place in y) for each product of a correlation.
template <class Visit>
void for_each_product(std::int64_t samples, const Shape& kernel, const Windows& windows,
                      Filters filters, Visit&& visit) {
  for_each_index(shape_around(samples, counts(windows), 1), [&](const Index& window) {
    for_each_inside(windows, places_of(window), [&](const Index& element, const Index& place) {
      Index of_x = shape_around(window.front(), place, 0), of_kernel = joined(element, {0, 0});
      Index of_y = window;
      if (filters == Filters::kOfEachChannel) of_y.push_back(0);
      for (std::int64_t c = 0; c < channels_of(kernel); ++c) {
        of_x.back() = of_kernel[element.size()] = c;
        if (filters == Filters::kOfEachChannel) of_y[window.size() - 1] = c;
        for (std::int64_t f = 0; f < kernel.back(); ++f) {
          of_kernel.back() = of_y.back() = f;
          visit(of_x, of_kernel, of_y);
        }
      }
    });
  });
}

std::string name_of(const std::string& operation, Filters filters) {
  return (filters == Filters::kOfAllChannels ? "internal.correlate" : "internal.depthwise") +
         operation;
}

// The same for operations of graphs.
template <Filters kFilters>
struct Correlation {
  static TensorType infer(const TensorType& x, const TensorType& kernel, const Windows& windows) {
    return {x.dtype, result_shape(x.shape.front(), kernel.shape, windows, kFilters)};
  }
  static Array compute(const Array& x, const Array& kernel, const Windows& windows) {
    return correlate(x, kernel, windows, kFilters);
  }
  static Expression to_result(const Expression& x, const Expression& kernel,
                              const Windows& windows) {
    return correlate(x, kernel, windows, kFilters);
  }
  static Gradients gradient(const Expression& x, const Expression& kernel, const Windows& windows,
                            const Expression&, const Expression& g) {
    return {to_image(g, kernel, windows), to_kernel(x, g, windows)};
  }

  static TensorType infer_image(const TensorType& y, const TensorType& kernel,
                                const Windows& windows) {
    return {y.dtype, image_shape(y.shape.front(), kernel.shape, windows)};
  }
  static Array compute_image(const Array& y, const Array& kernel, const Windows& windows) {
    return correlate_to_image(y, kernel, windows, kFilters);
  }
  static Expression to_image(const Expression& y, const Expression& kernel,
                             const Windows& windows) {
    return correlate_to_image(y, kernel, windows, kFilters);
  }
  static Gradients gradient_of_image(const Expression& y, const Expression& kernel,
                                     const Windows& windows, const Expression&,
                                     const Expression& g) {
    return {to_result(g, kernel, windows), to_kernel(g, y, windows)};
  }

  static TensorType infer_kernel(const TensorType& x, const TensorType& y, const Windows& windows) {
    return {x.dtype, kernel_shape(x.shape, y.shape, windows)};
  }
  static Array compute_kernel(const Array& x, const Array& y, const Windows& windows) {
    return correlate_to_kernel(x, y, windows, kFilters);
  }
  static Expression to_kernel(const Expression& x, const Expression& y, const Windows& windows) {
    return apply(name_of("_to_kernel", kFilters), x, y, to_lists(windows));
  }
  static Gradients gradient_of_kernel(const Expression& x, const Expression& y,
                                      const Windows& windows, const Expression&,
                                      const Expression& g) {
    return {to_image(y, g, windows), to_result(x, g, windows)};
  }

  static void append_to(std::vector<CorrelationKernel>& kernels) {
    kernels.push_back({name_of("", kFilters), "x", "kernel", define(infer, compute, gradient)});
    kernels.push_back({name_of("_to_image", kFilters), "y", "kernel",
                       define(infer_image, compute_image, gradient_of_image)});
    kernels.push_back({name_of("_to_kernel", kFilters), "x", "y",
                       define(infer_kernel, compute_kernel, gradient_of_kernel)});
  }
};

}  // namespace

Array correlate(const Array& x, const Array& kernel, const Windows& windows, Filters filters) {
  const std::int64_t samples = x.shape().front();
  Array result(result_shape(samples, kernel.shape(), windows, filters));
  for_each_product(samples, kernel.shape(), windows, filters,
                   [&](const Index& of_x, const Index& of_kernel, const Index& of_y) {
                     result[of_y] += x[of_x] * kernel[of_kernel];
                   });
  return result;
}

Array correlate_to_image(const Array& y, const Array& kernel, const Windows& windows,
                         Filters filters) {
  const std::int64_t samples = y.shape().front();
  Array result(image_shape(samples, kernel.shape(), windows));
  for_each_product(samples, kernel.shape(), windows, filters,
                   [&](const Index& of_x, const Index& of_kernel, const Index& of_y) {
                     result[of_x] += y[of_y] * kernel[of_kernel];
                   });
  return result;
}

Array correlate_to_kernel(const Array& x, const Array& y, const Windows& windows, Filters filters) {
  Array result(kernel_shape(x.shape(), y.shape(), windows));
  for_each_product(x.shape().front(), result.shape(), windows, filters,
                   [&](const Index& of_x, const Index& of_kernel, const Index& of_y) {
                     result[of_kernel] += x[of_x] * y[of_y];
                   });
  return result;
}

Expression correlate(const Expression& x, const Expression& kernel, const Windows& windows,
                     Filters filters) {
  return apply(name_of("", filters), x, kernel, to_lists(windows));
}

Expression correlate_to_image(const Expression& y, const Expression& kernel, const Windows& windows,
                              Filters filters) {
  return apply(name_of("_to_image", filters), y, kernel, to_lists(windows));
}

std::vector<CorrelationKernel> correlation_kernels() {
  std::vector<CorrelationKernel> kernels;
  Correlation<Filters::kOfAllChannels>::append_to(kernels);
  Correlation<Filters::kOfEachChannel>::append_to(kernels);
  return kernels;
}

}  // namespace kassay::reference
