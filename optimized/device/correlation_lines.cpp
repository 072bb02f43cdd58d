#include "optimized/device/correlation_lines.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace kassay::optimized::device {

namespace {

using Axis = Correlation::Axis;

constexpr std::array<std::string_view, 3> kKinds = {"forward", "to images", "to kernel"};
constexpr std::array<std::pair<const char*, std::int64_t Axis::*>, 6> kMembers = {
    {{"places", &Axis::places},
     {"size", &Axis::size},
     {"stride", &Axis::stride},
     {"dilation", &Axis::dilation},
     {"before", &Axis::before},
     {"count", &Axis::count}}};

}  // namespace

std::string to_line(const Correlation& c) {
  auto axes = nlohmann::json::array();
  for (std::size_t d = 0; d < c.rank; ++d) {
    nlohmann::json& axis = axes.emplace_back();
    for (const auto& [name, member] : kMembers) axis[name] = c.axes[d].*member;
  }
  return nlohmann::json{{"kind", kKinds[static_cast<std::size_t>(c.kind)]},
                        {"dtype", dtype_name(c.dtype)},
                        {"samples", c.samples},
                        {"channels", c.channels},
                        {"filters", c.filters},
                        {"axes", axes},
                        {"depthwise", c.is_depthwise}}
      .dump();
}

Correlation correlation_of(const std::string& line) try {
  const auto json = nlohmann::json::parse(line);
  Correlation c{};
  const auto kind = std::ranges::find(kKinds, json.at("kind").get<std::string>());
  if (kind == kKinds.end()) throw std::runtime_error("unknown kind");
  c.kind = static_cast<Correlation::Kind>(kind - kKinds.begin());
  c.dtype = parse_dtype(json.at("dtype").get<std::string>()).value();
  json.at("depthwise").get_to(c.is_depthwise);
  json.at("samples").get_to(c.samples);
  json.at("channels").get_to(c.channels);
  json.at("filters").get_to(c.filters);
  const auto& axes = json.at("axes");
  if (axes.empty() || axes.size() > c.axes.size()) throw std::runtime_error("1 to 3 axes");
  c.rank = axes.size();
  for (std::size_t d = 0; d < c.rank; ++d)
    for (const auto& [name, member] : kMembers) axes.at(d).at(name).get_to(c.axes[d].*member);
  return c;
} catch (const std::exception& why) {
  throw std::runtime_error("not a correlation: " + line + ": " + why.what());
}

}  // namespace kassay::optimized::device
