#include "conformance/trials/strength/faults/fault.h"

#include <algorithm>
#include <iterator>

namespace kassay::faults {

std::string_view class_name(Class of_fault) {
  constexpr std::string_view kNames[] = {"domain",  "derivative", "width",  "small",    "state",
                                         "special", "random",     "window", "condition"};
  return kNames[static_cast<std::size_t>(of_fault)];
}

std::vector<Fault> joined(std::vector<std::vector<Fault>> lists) {
  std::vector<Fault> all;
  for (std::vector<Fault>& list : lists) std::ranges::move(list, std::back_inserter(all));
  return all;
}

}  // namespace kassay::faults
