#include "optimized/cpu/movement.h"

#include <algorithm>
#include <array>
#include <utility>

#include "optimized/cpu/filling.h"
#include "optimized/cpu/half.h"
#include "optimized/cpu/parallel.h"
#include "optimized/cpu/reduction.h"
#include "optimized/cpu/strided_copy.h"
#include "optimized/notes.h"

namespace kassay::optimized {
namespace {

// Sums with more elements than this are computed in the blocks of reduction.h.
constexpr std::int64_t kFewTerms = 64;

bool meets(const Dimension& d) { return d.from == 0 && d.size > 1; }

void copy(const Tensor& x, const Path& path, Tensor& y) {
  const std::size_t size = dtype_size(x.dtype());
  const auto bytes = static_cast<std::int64_t>(size);
  copy_strided(size, x.bytes().data() + path.x_start * bytes,
               y.mutable_bytes().data() + path.y_start * bytes, path.dimensions);
}

Path reversed(const Path& path) {
  Path back{path.dimensions, path.y_start, path.x_start};
  for (Dimension& d : back.dimensions) std::swap(d.from, d.to);
  return back;
}

// Sums along one dimension after the other, the last one first; what remains is x.
template <class T>
void sum_many(const T* g, const Path& path, Tensor& x) {
  const std::vector<Dimension>& dimensions = path.dimensions;
  std::vector<double> sums;
  Split split{path.element_count(), 1, 1};
  for (std::size_t d = dimensions.size(); d-- > 0;) {
    split.outer /= dimensions[d].size;
    if (!meets(dimensions[d])) {
      split.inner *= dimensions[d].size;
      continue;
    }
    split.length = dimensions[d].size;
    sums = sums.empty() ? reduce(g, split, nullptr, Sum{})
                        : reduce(sums.data(), split, nullptr, Sum{});
  }
  store(sums, x);
}

// Each element of x collects its few elements of g: a memory-bound pass over g, in runs of x that stay in the first-level cache.
template <class T>
void sum_few(const T* g, const Path& path, Tensor& x) {
  std::vector<std::int64_t> terms{0};  // offsets of the elements of one sum, from the first one
  std::vector<Dimension> kept;
  for (const Dimension& d : merged(path.dimensions)) {
    if (!meets(d)) {
      kept.push_back(d);
      continue;
    }
    std::vector<std::int64_t> more;
    for (const std::int64_t term : terms) {
      for (std::int64_t i = 0; i < d.size; ++i) more.push_back(term + i * d.to);
    }
    terms = std::move(more);
  }
  if (kept.empty()) kept.push_back({1, 0, 0});
  const Dimension run = kept.back();
  // If the elements of a run are not contiguous, they are read once for each term.
  constexpr std::int64_t kShortest = 64;
  const auto count_of_terms = static_cast<std::int64_t>(terms.size());
  const std::int64_t longest = run.to == 1 ? kBlock : std::max(kShortest, kBlock / count_of_terms);
  const std::int64_t pieces = (run.size + longest - 1) / longest;
  T* const to = x.mutable_data<T>().data();
  const std::int64_t length = std::min(run.size, longest);
  parallel_blocks(x.size() / run.size * pieces, std::max<std::int64_t>(1, kBlock / length),
                  length * count_of_terms, [&](std::int64_t begin, std::int64_t end) {
                    std::array<double, kBlock> sums;
                    for (std::int64_t number = begin; number < end; ++number) {
                      const std::int64_t first = number % pieces * longest;
                      const std::int64_t count = std::min(longest, run.size - first);
                      std::int64_t place = first * run.to, rest = number / pieces;
                      for (std::size_t d = kept.size() - 1; d-- > 0; rest /= kept[d].size)
                        place += rest % kept[d].size * kept[d].to;
                      std::fill_n(sums.begin(), count, 0.0);
                      for (const std::int64_t term : terms) {
                        const T* const from = g + place + term;
                        if (run.to == 1) {
#pragma omp simd
                          for (std::int64_t i = 0; i < count; ++i)
                            sums[i] += static_cast<double>(from[i]);
                        } else {
                          for (std::int64_t i = 0; i < count; ++i)
                            sums[i] += static_cast<double>(from[i * run.to]);
                        }
                      }
                      T* const run_of_x = to + number / pieces * run.size + first;
#pragma omp simd
                      for (std::int64_t i = 0; i < count; ++i)
                        run_of_x[i] = static_cast<T>(sums[i]);
                    }
                  });
}

// Bytes padded at a time: before and after x along each dimension, then x itself.
constexpr std::int64_t kPadded = std::int64_t{1} << 18;

// Writes an array of shape `part` surrounded by zeros, from place `begin` in all dimensions but the first.
void pad_part(const std::byte* x, std::int64_t element_size, const Shape& part,
              const Integers& begin, const Shape& whole, std::byte* result) {
  static constexpr std::array<std::byte, 8> kZero{};
  const auto copy = [&](const std::byte* from, const Path& path) {
    copy_strided(static_cast<std::size_t>(element_size), from, result + path.y_start * element_size,
                 path.dimensions);
  };
  // As many as x has along the outer dimensions, and as the result has along the inner ones.
  Shape shape = whole;
  Integers start(shape.size(), 0);
  for (std::size_t d = 1; d < shape.size(); ++d) {
    const std::int64_t before = begin[d - 1], end = before + part[d];
    for (const auto& [first, count] :
         {std::pair{std::int64_t{0}, before}, std::pair{end, whole[d] - end}}) {
      start[d] = first;
      shape[d] = count;
      Path path = path_to_part(shape, whole, start);
      for (Dimension& each : path.dimensions) each.from = 0;
      copy(kZero.data(), path);
    }
    start[d] = before;
    shape[d] = part[d];
  }
  copy(x, path_to_part(part, whole, start));
}

}  // namespace

Path path_to_part(const Shape& part, const Shape& whole, const Integers& begin) {
  const Integers of_part = strides_of(part), of_whole = strides_of(whole);
  Path path;
  for (std::size_t d = 0; d < part.size(); ++d) {
    path.dimensions.push_back({part[d], of_part[d], of_whole[d]});
    path.y_start += begin[d] * of_whole[d];
  }
  return path;
}

Path path_from_part(const Shape& part, const Shape& whole, const Integers& begin) {
  return reversed(path_to_part(part, whole, begin));
}

bool move(const Tensor& x, const Path& path, Tensor& y) {
  if (takes_notes()) {
    note(Move{x, path});
  } else {
    copy(x, path, y);
  }
  return true;
}

bool move_back(const Tensor& g, const Path& path, Tensor& x) {
  if (std::ranges::none_of(path.dimensions, meets)) {
    if (!takes_notes() && path.element_count() < x.size()) fill_with_zeros(x);
    return move(g, reversed(path), x);
  }
  if (!is_floating(g.dtype()) || g.dtype() != x.dtype()) return false;
  if (g.size() == 0) {
    fill_with_zeros(x);
    return true;
  }
  const std::int64_t terms = g.size() / x.size();
  const auto kernel = [&](const Tensor& from, Tensor& to) {
    with_float_type(from.dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T* const elements = from.data<T>().data();
      if (terms > kFewTerms) {
        sum_many(elements, path, to);
      } else {
        sum_few(elements, path, to);
      }
    });
  };
  compute_wide(x, kernel, g);
  return true;
}

bool share(const Tensor& x, Tensor& result) {
  if (takes_notes()) note(Move{x, path_to_all(result.shape(), strides_of(result.shape()))});
  result = x.reshaped(result.shape());
  return true;
}

bool pad(const Tensor& x, const Integers& begin, Tensor& result) {
  if (takes_notes()) return move(x, path_to_part(x.shape(), result.shape(), begin), result);
  // The first dimensions, along which nothing is added.
  std::size_t d = 0;
  std::int64_t parts = 1;
  while (d < begin.size() && x.shape()[d] == result.shape()[d]) parts *= x.shape()[d++];
  const auto rest = [&](auto list) { return std::vector(list.begin() + d, list.end()); };
  const Integers start = rest(begin);
  Shape part = rest(x.shape()), whole = rest(result.shape());
  const auto element_size = static_cast<std::int64_t>(dtype_size(x.dtype()));
  const std::int64_t from_bytes = element_count(part) * element_size;
  const std::int64_t to_bytes = element_count(whole) * element_size;
  if (to_bytes == 0) return true;
  part.insert(part.begin(), 1);
  whole.insert(whole.begin(), 1);
  // As many at a time as stay in the second-level cache, if that gives all threads enough work.
  std::int64_t together = std::max<std::int64_t>(1, kPadded / to_bytes);
  if (parts / together < 4 * thread_count()) together = parts;
  parallel_blocks(parts, std::max<std::int64_t>(1, together), to_bytes,
                  [&](std::int64_t first, std::int64_t last) {
                    Shape some = part, padded = whole;
                    some[0] = padded[0] = last - first;
                    pad_part(x.bytes().data() + first * from_bytes, element_size, some, start,
                             padded, result.mutable_bytes().data() + first * to_bytes);
                  });
  return true;
}

bool cut(const Tensor& x, const Integers& begin, Tensor& result) {
  return move(x, path_from_part(result.shape(), x.shape(), begin), result);
}

}  // namespace kassay::optimized
