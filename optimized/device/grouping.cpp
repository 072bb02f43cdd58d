#include "optimized/device/grouping.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

#include "optimized/layouts.h"

namespace kassay::optimized::device {
namespace {

// The same layout with as few dimensions as possible.
Layout simplified(const Layout& layout, long long count) {
  Layout all{.rank = 0, .start = layout.start};
  if (layout.is_whole()) add_dimension(all, {count, 1, 0, count});
  for (int d = 0; d < layout.rank; ++d) add_dimension(all, layout.dimensions[d]);
  return all;
}

bool is_in_order(const Layout& layout, long long count) {
  return layout.rank == 1 && layout.dimensions[0] == Layout::Dimension{count, 1, 0, count};
}

// The layout in groups of so many elements; none if a group is not one element of an array of groups.
std::optional<Layout> in_groups(Layout layout, long long group) {
  if (layout.rank < 1) return std::nullopt;
  bool is_whole = true;
  const auto divide = [&](long long& number) {
    is_whole = is_whole && number % group == 0;
    number /= group;
  };
  divide(layout.start);
  const int last = layout.rank - 1;
  for (int d = 0; d < last; ++d) divide(layout.dimensions[d].stride);
  Layout::Dimension& neighbours = layout.dimensions[last];
  divide(neighbours.size);
  divide(neighbours.begin);
  divide(neighbours.end);
  return is_whole && neighbours.stride == 1 ? std::optional(layout) : std::nullopt;
}

template <class Wide, class Bits>
constexpr long long kGroup = sizeof(Wide) / sizeof(Bits);

template <class Wide, class Bits>
bool is_aligned(const Bits* data) {
  return reinterpret_cast<std::uintptr_t>(data) % alignof(Wide) == 0;
}
template <class Wide, class Bits>
const Wide* as(const Bits* data) {
  return reinterpret_cast<const Wide*>(data);
}
template <class Wide, class Bits>
Wide* as(Bits* data) {
  return reinterpret_cast<Wide*>(data);
}

template <class Wide, class Bits>
std::optional<Move<Wide>> of_groups(const Move<Bits>& move, long long) {
  if (!is_aligned<Wide>(move.x) || !is_aligned<Wide>(move.y)) return std::nullopt;
  const auto from = in_groups(move.from, kGroup<Wide, Bits>),
             to = in_groups(move.to, kGroup<Wide, Bits>);
  if (!from || !to) return std::nullopt;
  return Move<Wide>{as<Wide>(move.x), as<Wide>(move.y), *from, *to};
}

template <class Wide, class Bits>
std::optional<Fill<Wide>> of_groups(const Fill<Bits>& fill, long long count) {
  if (!is_aligned<Wide>(fill.y) || fill.step != 1 || count % kGroup<Wide, Bits> != 0)
    return std::nullopt;
  std::array<Bits, kGroup<Wide, Bits>> values;
  values.fill(fill.value);
  Fill<Wide> wide{as<Wide>(fill.y), {}, 1};
  std::memcpy(&wide.value, values.data(), sizeof wide.value);
  return wide;
}

template <class Wide, class Bits>
std::optional<GatherEntries<Wide>> of_groups(const GatherEntries<Bits>& gather, long long) {
  if (!is_aligned<Wide>(gather.x) || !is_aligned<Wide>(gather.y) ||
      gather.length % kGroup<Wide, Bits> != 0)
    return std::nullopt;
  return GatherEntries<Wide>{as<Wide>(gather.x), as<Wide>(gather.y), gather.numbers,
                             gather.length / kGroup<Wide, Bits>};
}

template <class Wide, class Bits>
std::optional<SeeWindows<Wide>> of_groups(const SeeWindows<Bits>& see, long long) {
  if (!is_aligned<Wide>(see.x) || !is_aligned<Wide>(see.y) ||
      see.geometry.channels % kGroup<Wide, Bits> != 0)
    return std::nullopt;
  SeeWindows<Wide> wide{as<Wide>(see.x), as<Wide>(see.y), see.geometry};
  wide.geometry.channels /= kGroup<Wide, Bits>;
  return wide;
}

using Groups = Listed<Bits16, unsigned long long, unsigned int, unsigned short>;

// Uses the first larger type that fits.
template <template <class> class Body, class Bits, class... Wide>
Each in_largest_groups(const Body<Bits>& body, long long count, Listed<Wide...>) {
  Each each{body, count};
  const auto try_one = [&](auto sample) {
    using One = decltype(sample);
    if constexpr (sizeof(One) > sizeof(Bits)) {
      const auto found = of_groups<One>(body, count);
      if (found) each = {*found, count / kGroup<One, Bits>};
      return found.has_value();
    } else {
      return false;
    }
  };
  (try_one(Wide{}) || ...);
  return each;
}

template <class Bits>
Command grouped_move(Move<Bits> move, long long count) {
  move.from = simplified(move.from, count);
  move.to = simplified(move.to, count);
  if (!is_in_order(move.from, count) || !is_in_order(move.to, count))
    return in_largest_groups(move, count, Groups{});
  return Copy{reinterpret_cast<const std::byte*>(move.x + move.from.start),
              reinterpret_cast<std::byte*>(move.y + move.to.start),
              static_cast<std::size_t>(count) * sizeof(Bits)};
}

template <class Body>
inline constexpr bool kIsMove = false;
template <class Bits>
inline constexpr bool kIsMove<Move<Bits>> = true;
template <class Body>
inline constexpr bool kMovesBits = false;
template <class Bits>
inline constexpr bool kMovesBits<Fill<Bits>> = true;
template <class Bits>
inline constexpr bool kMovesBits<GatherEntries<Bits>> = true;
template <class Bits>
inline constexpr bool kMovesBits<SeeWindows<Bits>> = true;

}  // namespace

Command grouped(Each each) {
  return std::visit(
      [&](const auto& body) -> Command {
        using One = std::decay_t<decltype(body)>;
        if constexpr (kIsMove<One>) {
          return grouped_move(body, each.count);
        } else if constexpr (kMovesBits<One>) {
          return in_largest_groups(body, each.count, Groups{});
        } else {
          return each;
        }
      },
      each.body);
}

}  // namespace kassay::optimized::device
