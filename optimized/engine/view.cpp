#include "optimized/engine/view.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace kassay::optimized::engine {
namespace {

// `count` elements that lie `stride` elements apart.
template <class Bits>
void gather_line(const std::byte* from, std::int64_t stride, std::int64_t count, std::byte* to) {
  const auto* const source = reinterpret_cast<const Bits*>(from);
  auto* const target = reinterpret_cast<Bits*>(to);
  if (stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(Bits));
  } else if (stride == 0) {
    std::fill_n(target, count, *source);
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

View::View(const Shape& own, const Shape& whole) {
  if (own == whole || element_count(own) == 1) {
    kind_ = own == whole ? Kind::kWhole : Kind::kSingle;
    return;
  }
  std::int64_t stride = element_count(own);
  const std::size_t missing = whole.size() - own.size();
  for (std::size_t d = 0; d < whole.size(); ++d) {
    const std::int64_t size = d < missing ? 1 : own[d - missing];
    stride /= std::max<std::int64_t>(1, size);
    add({whole[d], size == 1 ? 0 : stride, 0, whole[d]});
  }
}

std::optional<View> View::of(const Move& move, const Shape& own, const Shape& whole) {
  View view;
  view.start_ = move.x_start;
  if (element_count(own) == 1) {
    view.kind_ = Kind::kSingle;
    return view;
  }
  // Those of one element say nothing.
  std::vector<Move::Dimension> left;
  for (const Move::Dimension& d : move.dimensions) {
    if (d.size != 1) left.push_back(d);
  }
  std::vector<Dimension> found;  // from the last one on
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
    view.start_ -= d->begin * d->stride;
    view.add(*d);
  }
  return view;
}

void View::add(const Dimension& dimension) {
  if (dimension.size == 1 && dimension.is_full()) return;
  if (!dimensions_.empty()) {
    Dimension& last = dimensions_.back();
    if (last.is_full() && dimension.is_full() && last.stride == dimension.stride * dimension.size) {
      const std::int64_t size = last.size * dimension.size;
      last = {size, dimension.stride, 0, size};
      return;
    }
  }
  dimensions_.push_back(dimension);
}

bool View::is_in_order() const {
  return kind_ == Kind::kSpread && start_ == 0 && dimensions_.size() == 1 &&
         dimensions_[0].stride == 1 && dimensions_[0].is_full();
}

bool View::has_runs() const {
  return dimensions_.empty() || dimensions_.back().stride == 1 || dimensions_.back().stride == 0;
}

std::optional<std::int64_t> View::period() const {
  const auto stretched = [](const Dimension& d) { return d.stride == 0 && d.is_full(); };
  const auto repeated = std::ranges::find_if_not(dimensions_, stretched);
  if (repeated == dimensions_.begin()) return std::nullopt;
  return std::accumulate(repeated, dimensions_.end(), std::int64_t{1},
                         [](std::int64_t product, const Dimension& d) { return product * d.size; });
}

void View::gather(const std::byte* from, std::size_t element_size, std::int64_t first,
                  std::int64_t count, std::byte* to) const {
  const Gather line = gather_for(element_size);
  const auto bytes = static_cast<std::int64_t>(element_size);
  const Dimension& inner = dimensions_.back();
  for (std::int64_t done = 0; done < count;) {
    const std::int64_t at = (first + done) % inner.size;
    const std::int64_t there = std::min(inner.size - at, count - done);
    std::int64_t rest = (first + done) / inner.size, place = start_;
    bool inside = true;
    for (std::size_t d = dimensions_.size() - 1; d-- > 0;) {
      const Dimension& outer = dimensions_[d];
      const std::int64_t i = rest % outer.size;
      rest /= outer.size;
      place += i * outer.stride;
      inside = inside && i >= outer.begin && i < outer.end;
    }
    std::byte* const part = to + done * bytes;
    const std::int64_t begin = std::clamp(inside ? inner.begin : inner.size, at, at + there);
    const std::int64_t end = std::clamp(inner.end, begin, at + there);
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

}  // namespace kassay::optimized::engine
