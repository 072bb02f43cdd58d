// The names of an enumeration's values, in one table for both directions.
#pragma once

#include <cassert>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace kassay {

template <class Enum, std::size_t count>
struct Names {
  std::pair<Enum, std::string_view> pairs[count];

  // Precondition: `value` is one of the enumerators.
  constexpr std::string_view name(Enum value) const {
    for (const auto& [candidate, text] : pairs) {
      if (candidate == value) return text;
    }
    assert(false && "an enumerator without a name");
    return "";
  }
  constexpr std::optional<Enum> find(std::string_view text) const {
    for (const auto& [value, candidate] : pairs) {
      if (candidate == text) return value;
    }
    return std::nullopt;
  }
};

}  // namespace kassay
