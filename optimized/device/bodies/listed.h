// Lists of types. Each header of bodies has its own list; a command holds one of all listed types.
#pragma once

#include <variant>

namespace kassay::optimized::device {

template <class... Types>
struct Listed {};

template <class... Lists>
struct OneOf;
template <class... Types>
struct OneOf<Listed<Types...>> {
  using type = std::variant<Types...>;
};
template <class... First, class... Second, class... Rest>
struct OneOf<Listed<First...>, Listed<Second...>, Rest...>
    : OneOf<Listed<First..., Second...>, Rest...> {};

// A variant of all types of the lists.
template <class... Lists>
using OneOfAll = typename OneOf<Lists...>::type;

}  // namespace kassay::optimized::device
