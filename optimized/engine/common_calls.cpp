#include "optimized/engine/common_calls.h"

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>

namespace kassay::optimized::engine {
namespace {

std::string address(const void* pointer) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(pointer));
}

// Equal texts mean equal values. Arrays count as equal only if they share their memory: comparing elements would take longer than most
// calls.
std::string key_of(const Value& value) {
  const std::string type = std::to_string(value.index()) + ":";
  return type +
         std::visit(
             [](const auto& held) -> std::string {
               using T = std::decay_t<decltype(held)>;
               if constexpr (std::is_same_v<T, None>) {
                 return "";
               } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::int64_t>) {
                 return std::to_string(held);
               } else if constexpr (std::is_same_v<T, double>) {
                 return std::to_string(std::bit_cast<std::uint64_t>(held));
               } else if constexpr (std::is_same_v<T, std::string>) {
                 return std::to_string(held.size()) + ":" + held;
               } else if constexpr (std::is_same_v<T, Tensor>) {
                 return std::string(dtype_name(held.dtype())) + kassay::to_string(held.shape()) +
                        address(held.bytes().data());
               } else if constexpr (std::is_same_v<T, List>) {
                 std::string key = "[";
                 for (const Value& entry : held) key += key_of(entry) + ",";
                 return key + "]";
               } else {
                 return address(&held);  // differs from every other key
               }
             },
             static_cast<const std::variant<None, bool, std::int64_t, double, std::string, Tensor,
                                            List, SparseTensor, Handle, Function>&>(value));
}

std::string key_of(const reference::Plan::Source& source) {
  if (source.slot >= 0) return "%" + std::to_string(source.slot);
  if (source.elements.empty()) return key_of(source.constant);
  std::string key = "(";
  for (const auto& element : source.elements) key += key_of(element) + ",";
  return key + ")";
}

}  // namespace

std::string key_of(const Call& call) {
  std::string key = std::string(call.function()) + " " + address(call.bound.settings.get());
  for (const Value& value : call.bound.values) key += " " + key_of(value);
  for (std::size_t i = 0; i < call.open.size(); ++i)  // None can be an argument, too
    key += " " + std::to_string(call.open[i]) + "=" + key_of(call.arguments[i]);
  return key;
}

std::vector<Call> without_common_calls(std::vector<Call> calls,
                                       const std::vector<bool>& read_later) {
  std::unordered_map<std::string, std::size_t> first_slots;  // by key
  Renamed renamed;
  std::vector<Call> kept;
  kept.reserve(calls.size());
  for (Call& call : calls) {
    for (auto& source : call.arguments) rename(source, renamed);
    if (!call.types.empty() && only_computes(call)) {
      const auto [found, is_new] = first_slots.try_emplace(key_of(call), call.first_slot);
      bool is_output = false;
      for (std::size_t i = 0; i < call.types.size(); ++i)
        is_output = is_output || read_later[call.first_slot + i];
      if (!is_new && !is_output) {
        for (std::size_t i = 0; i < call.types.size(); ++i)
          renamed.emplace(call.first_slot + i, found->second + i);
        continue;
      }
    }
    kept.push_back(std::move(call));
  }
  return kept;
}

}  // namespace kassay::optimized::engine
