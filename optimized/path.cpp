#include "optimized/path.h"

namespace kassay::optimized {

std::vector<Dimension> merged(const std::vector<Dimension>& dimensions) {
  std::vector<Dimension> result;
  for (const Dimension& d : dimensions) {
    if (d.size == 1) continue;
    if (!result.empty() && result.back().from == d.from * d.size &&
        result.back().to == d.to * d.size) {
      result.back() = {result.back().size * d.size, d.from, d.to};
    } else {
      result.push_back(d);
    }
  }
  return result;
}

std::int64_t Path::element_count() const {
  std::int64_t count = 1;
  for (const Dimension& d : dimensions) count *= d.size;
  return count;
}

std::vector<std::int64_t> strides_of(const Shape& shape) {
  std::vector<std::int64_t> strides(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) strides[d - 1] = strides[d] * shape[d];
  return strides;
}

Path path_to_all(const Shape& shape, const std::vector<std::int64_t>& x_strides,
                 std::int64_t x_start) {
  const std::vector<std::int64_t> y_strides = strides_of(shape);
  Path path{{}, x_start, 0};
  for (std::size_t d = 0; d < shape.size(); ++d)
    path.dimensions.push_back({shape[d], x_strides[d], y_strides[d]});
  return path;
}

Path path_of_repetition(const Shape& shape, const std::vector<std::int64_t>& times) {
  const std::vector<std::int64_t> strides = strides_of(shape);
  Shape sizes;
  std::vector<std::int64_t> x_strides;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    sizes.insert(sizes.end(), {shape[d], times[d]});
    x_strides.insert(x_strides.end(), {strides[d], 0});
  }
  return path_to_all(sizes, x_strides);
}

}  // namespace kassay::optimized
