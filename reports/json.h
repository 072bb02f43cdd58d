// JSON output shared by the reports. For the .cpp files of this folder: JSON stays out of other
// headers.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/text.h"

namespace kassay::reports {

// A number that JSON lacks is "nan", "inf" or "-inf".
inline nlohmann::json json_number(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

// Printable texts.
inline nlohmann::json json_texts(const std::vector<std::string>& texts) {
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& text : texts) list.push_back(printable(text));
  return list;
}

}  // namespace kassay::reports
