#include "conformance/guard/order.h"

#include <getopt.h>

#include <cstdlib>

namespace kassay::guard {

std::optional<Order> read_order(int argc, char** argv) {
  static constexpr option kOptions[] = {
      {"memory", required_argument, nullptr, 'm'},   {"folder", required_argument, nullptr, 'f'},
      {"group", required_argument, nullptr, 'g'},    {"sandbox", no_argument, nullptr, 's'},
      {"writable", required_argument, nullptr, 'w'}, {nullptr, 0, nullptr, 0}};
  Order order;
  // "+" stops at the command: options after it belong to the command.
  for (int c = 0; (c = getopt_long(argc, argv, "+", kOptions, nullptr)) != -1;) {
    if (c == 'm') {
      order.memory = std::strtoull(optarg, nullptr, 10);
    } else if (c == 'f') {
      order.folder = optarg;
    } else if (c == 'g') {
      order.group = optarg;
    } else if (c == 's') {
      order.sandbox = true;
    } else if (c == 'w') {
      order.writable.emplace_back(optarg);
    } else {
      return std::nullopt;
    }
  }
  if (optind == argc) return std::nullopt;
  order.command = argv + optind;
  return order;
}

}  // namespace kassay::guard
