#include "conformance/cli/case_choice.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace kassay::cli {

Edition choose_edition(const Case& test_case, Edition wanted, bool given) {
  const auto belongs = [&](Edition edition) {
    return std::ranges::find(test_case.editions, edition_name(edition)) != test_case.editions.end();
  };
  if (belongs(wanted)) return wanted;
  if (given) {
    std::string editions;
    for (const std::string& edition : test_case.editions) {
      editions += (editions.empty() ? "" : ", ") + edition;
    }
    throw CLI::ValidationError("--edition", "the case does not belong to edition " +
                                                std::string(edition_name(wanted)) + ", but to " +
                                                editions);
  }
  return *std::ranges::find_if(kEditions, belongs);
}

Mode choose_mode(const Case& test_case, std::optional<Mode> wanted) {
  if (!wanted) return test_case.modes.front();
  if (std::ranges::find(test_case.modes, *wanted) != test_case.modes.end()) return *wanted;
  std::string modes;
  for (const Mode mode : test_case.modes) {
    modes += (modes.empty() ? "" : ", ") + std::string(mode_name(mode));
  }
  throw CLI::ValidationError("--mode", "the case does not run in mode " +
                                           std::string(mode_name(*wanted)) + ", but in " + modes);
}

}  // namespace kassay::cli
