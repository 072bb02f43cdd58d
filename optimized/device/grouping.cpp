#include "optimized/device/grouping.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>

namespace kassay::optimized::device {
namespace {

// With as few dimensions as possible: those that continue each other become one.
Spread merged(const Spread& spread, long long count) {
  Spread all;
  all.rank = 0;
  all.start = spread.start;
  const auto is_full = [](const Spread& s, int d) {
    return s.begins[d] == 0 && s.ends[d] == s.sizes[d];
  };
  const auto add = [&](long long size, long long stride, long long begin, long long end) {
    const int last = all.rank - 1;
    if (last >= 0 && is_full(all, last) && begin == 0 && end == size &&
        all.strides[last] == stride * size) {
      all.sizes[last] = all.ends[last] = all.sizes[last] * size;
      all.strides[last] = stride;
      return;
    }
    all.sizes[all.rank] = size;
    all.strides[all.rank] = stride;
    all.begins[all.rank] = begin;
    all.ends[all.rank++] = end;
  };
  if (spread.rank < 0) add(count, 1, 0, count);
  for (int d = 0; d < spread.rank; ++d)
    add(spread.sizes[d], spread.strides[d], spread.begins[d], spread.ends[d]);
  return all;
}

bool is_in_order(const Spread& spread, long long count) {
  return spread.rank == 1 && spread.sizes[0] == count && spread.strides[0] == 1 &&
         spread.begins[0] == 0 && spread.ends[0] == count;
}

// None where a group of so many is not one element of an array of groups.
std::optional<Spread> in_groups(Spread spread, long long group) {
  const int last = spread.rank - 1;
  if (last < 0 || spread.strides[last] != 1) return std::nullopt;
  bool is_whole = true;
  const auto divide = [&](long long& number) {
    is_whole = is_whole && number % group == 0;
    number /= group;
  };
  divide(spread.start);
  for (int d = 0; d < last; ++d) divide(spread.strides[d]);
  divide(spread.sizes[last]);
  divide(spread.begins[last]);
  divide(spread.ends[last]);
  return is_whole ? std::optional(spread) : std::nullopt;
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

// The first of the types that is larger and fits.
template <template <class> class Body, class Bits, class... Wide>
Each in_largest_groups(const Body<Bits>& body, long long count, Listed<Wide...>) {
  Each each{body, count};
  const auto try_one = [&]<class One>(One) {
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
  move.from = merged(move.from, count);
  move.to = merged(move.to, count);
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
