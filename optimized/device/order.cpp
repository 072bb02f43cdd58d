#include "optimized/device/order.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace kassay::optimized::device {

Order order_to_use() {
  constexpr const char* kVariable = "KASSAY_EMULATED_ORDER";
  const char* const word = std::getenv(kVariable);
  const std::string order = word == nullptr ? "shuffled" : word;
  if (order == "ascending") return Order::kAscending;
  if (order == "descending") return Order::kDescending;
  if (order == "shuffled") return Order::kShuffled;
  throw std::runtime_error(std::string(kVariable) + " is \"" + order +
                           "\", and may be ascending, descending or shuffled: choose one of them, "
                           "or leave the variable unset");
}

}  // namespace kassay::optimized::device
