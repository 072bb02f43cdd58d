#include "optimized/engine/view.h"

#include <algorithm>
#include <cstring>

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
  kind_ = Kind::kSpread;
  std::int64_t stride = element_count(own);
  for (std::size_t d = 0; d < whole.size(); ++d) {
    const std::size_t missing = whole.size() - own.size();
    const std::int64_t size = d < missing ? 1 : own[d - missing];
    stride /= std::max<std::int64_t>(1, size);
    const std::int64_t step = size == 1 ? 0 : stride;
    if (whole[d] == 1) continue;
    if (!sizes_.empty() && strides_.back() == step * whole[d]) {
      sizes_.back() *= whole[d];
      strides_.back() = step;
    } else {
      sizes_.push_back(whole[d]);
      strides_.push_back(step);
    }
  }
}

void View::gather(const std::byte* from, std::size_t element_size, std::int64_t first,
                  std::int64_t count, std::byte* to) const {
  const Gather line = gather_for(element_size);
  const std::int64_t length = sizes_.back(), step = strides_.back();
  for (std::int64_t done = 0; done < count;) {
    std::int64_t rest = (first + done) / length, place = 0;
    const std::int64_t begin = (first + done) % length;
    for (std::size_t d = sizes_.size() - 1; d-- > 0; rest /= sizes_[d])
      place += rest % sizes_[d] * strides_[d];
    const std::int64_t there = std::min(length - begin, count - done);
    const auto size = static_cast<std::int64_t>(element_size);
    line(from + (place + begin * step) * size, step, there, to + done * size);
    done += there;
  }
}

}  // namespace kassay::optimized::engine
