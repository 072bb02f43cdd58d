#include "optimized/layouts.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace kassay::optimized {
namespace {

// `count` elements at a distance of `stride` elements.
template <class Bits>
void gather_line(const std::byte* from, std::int64_t stride, std::int64_t count, std::byte* to) {
  const auto* const source = reinterpret_cast<const Bits*>(from);
  auto* const target = reinterpret_cast<Bits*>(to);
  if (stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Bits));
  } else if (stride == 0) {
    // Copies of library functions: this code is compiled for any processor, memcpy for the one that runs it.
    constexpr std::int64_t kFirst = 16;
    std::fill_n(target, std::min(kFirst, count), *source);
    for (std::int64_t done = kFirst; done < count; done *= 2)
      std::memcpy(target + done, target,
                  static_cast<std::size_t>(std::min(done, count - done)) * sizeof(Bits));
  } else {
    for (std::int64_t i = 0; i < count; ++i) target[i] = source[i * stride];
  }
}

using Gather = void (*)(const std::byte*, std::int64_t, std::int64_t, std::byte*);
Gather gather_for(std::size_t element_size) {
  switch (element_size) {
    case 1:
      return gather_line<std::uint8_t>;
    case 2:
      return gather_line<std::uint16_t>;
    case 4:
      return gather_line<std::uint32_t>;
    default:
      return gather_line<std::uint64_t>;
  }
}

}  // namespace

bool add_dimension(Layout& layout, const Layout::Dimension& dimension) {
  if (dimension.size == 1 && dimension.is_full()) return true;
  if (layout.rank > 0) {
    Layout::Dimension& last = layout.dimensions[layout.rank - 1];
    if (last.is_full() && dimension.is_full() && last.stride == dimension.stride * dimension.size) {
      const long long size = last.size * dimension.size;
      last = {size, dimension.stride, 0, size};
      return true;
    }
  }
  if (layout.rank == Layout::kMostDimensions) return false;
  layout.dimensions[layout.rank++] = dimension;
  return true;
}

std::optional<Layout> broadcast(const Shape& own, const Shape& whole) {
  Layout layout;
  if (own == whole) return layout;
  layout.rank = 0;
  if (element_count(own) == 1) return layout;
  const std::vector<std::int64_t> strides = strides_of(own);
  const std::size_t missing = whole.size() - own.size();
  for (std::size_t d = 0; d < whole.size(); ++d) {
    const bool is_stretched = d < missing || own[d - missing] == 1;
    const std::int64_t stride = is_stretched ? 0 : strides[d - missing];
    if (!add_dimension(layout, {whole[d], stride, 0, whole[d]})) return std::nullopt;
  }
  return layout;
}

std::optional<Layout> moved(const Path& move, const Shape& own, const Shape& whole) {
  Layout layout{.rank = 0, .start = move.x_start};
  if (element_count(own) == 1) return layout;
  // Dimensions with one element have no effect.
  std::vector<Dimension> left;
  for (const Dimension& d : move.dimensions) {
    if (d.size != 1) left.push_back(d);
  }
  std::vector<Layout::Dimension> found;  // from the last one on
  std::int64_t to = 1;
  for (std::size_t back = 1; back <= whole.size(); ++back) {
    const std::int64_t stretched = whole[whole.size() - back];
    const std::int64_t size = back <= own.size() ? own[own.size() - back] : 1;
    if (size == 1) {
      found.push_back({stretched, 0, 0, stretched});
      continue;
    }
    const std::int64_t begin = move.y_start / to % size;
    if (left.empty() || left.back().to != to) {
      found.push_back({size, 0, begin, begin + 1});
    } else if (begin + left.back().size <= size) {
      found.push_back({size, left.back().from, begin, begin + left.back().size});
      left.pop_back();
    } else {
      return std::nullopt;
    }
    to *= size;
  }
  if (!left.empty()) return std::nullopt;
  for (auto d = found.rbegin(); d != found.rend(); ++d) {
    layout.start -= d->begin * d->stride;
    if (!add_dimension(layout, *d)) return std::nullopt;
  }
  return layout;
}

bool is_in_order(const Layout& layout) {
  const Layout::Dimension& first = layout.dimensions[0];
  return layout.rank == 1 && layout.start == 0 && first.stride == 1 && first.is_full();
}

bool has_runs(const Layout& layout) {
  if (layout.rank == 0) return true;
  const std::int64_t stride = layout.dimensions[layout.rank - 1].stride;
  return stride == 1 || stride == 0;
}

std::optional<std::int64_t> period(const Layout& layout) {
  int d = 0;
  while (d < layout.rank && layout.dimensions[d].stride == 0 && layout.dimensions[d].is_full()) ++d;
  if (d == 0) return std::nullopt;
  std::int64_t period = 1;
  for (; d < layout.rank; ++d) period *= layout.dimensions[d].size;
  return period;
}

void gather(const Layout& layout, const std::byte* from, std::size_t element_size,
            std::int64_t first, std::int64_t count, std::byte* to) {
  const Gather line = gather_for(element_size);
  const auto bytes = static_cast<std::int64_t>(element_size);
  const int last = layout.rank - 1;
  const Layout::Dimension& inner = layout.dimensions[last];
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t at = (first + done) % inner.size;
    const std::int64_t there = std::min<std::int64_t>(inner.size - at, count - done);
    std::int64_t rest = (first + done) / inner.size, place = layout.start;
    bool inside = true;
    for (int d = last - 1; d >= 0; --d) {
      const Layout::Dimension& outer = layout.dimensions[d];
      const std::int64_t i = rest % outer.size;
      rest /= outer.size;
      place += i * outer.stride;
      inside = inside && i >= outer.begin && i < outer.end;
    }
    std::byte* const part = to + done * bytes;
    const std::int64_t begin =
        std::clamp<std::int64_t>(inside ? inner.begin : inner.size, at, at + there);
    const std::int64_t end = std::clamp<std::int64_t>(inner.end, begin, at + there);
    if (begin > at) std::memset(part, 0, static_cast<std::size_t>((begin - at) * bytes));
    if (end > begin)
      line(from + (place + begin * inner.stride) * bytes, inner.stride, end - begin,
           part + (begin - at) * bytes);
    if (end < at + there)
      std::memset(part + (end - at) * bytes, 0,
                  static_cast<std::size_t>((at + there - end) * bytes));
    done += there;
  }
}

}  // namespace kassay::optimized
