#include "optimized/device/correlation_lines.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "optimized/geometry.h"

namespace kassay::optimized::device {

namespace {

constexpr std::array<std::string_view, 3> kKinds = {"forward", "to images", "to kernel"};
constexpr std::array<std::pair<const char*, std::int64_t WindowAxis::*>, 6> kMembers = {
    {{"places", &WindowAxis::places},
     {"size", &WindowAxis::size},
     {"stride", &WindowAxis::stride},
     {"dilation", &WindowAxis::dilation},
     {"before", &WindowAxis::before},
     {"count", &WindowAxis::count}}};

}  // namespace

std::string to_line(const Correlation& c) {
  auto axes = nlohmann::json::array();
  for (const WindowAxis& axis : axes_of(c.windows, 1)) {
    nlohmann::json& members = axes.emplace_back();
    for (const auto& [name, member] : kMembers) members[name] = axis.*member;
  }
  return nlohmann::json{{"kind", kKinds[static_cast<std::size_t>(c.kind)]},
                        {"dtype", dtype_name(c.dtype)},
                        {"samples", c.windows.samples},
                        {"channels", c.windows.channels},
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
  json.at("samples").get_to(c.windows.samples);
  json.at("channels").get_to(c.windows.channels);
  json.at("filters").get_to(c.filters);
  const auto& axes = json.at("axes");
  if (axes.empty() || axes.size() > WindowGeometry::kAxes) throw std::runtime_error("1 to 3 axes");
  WindowAxis* axis = std::end(c.windows.axes) - axes.size();
  for (const auto& members : axes) {
    for (const auto& [name, member] : kMembers) members.at(name).get_to(axis->*member);
    ++axis;
  }
  return c;
} catch (const std::exception& why) {
  throw std::runtime_error("not a correlation: " + line + ": " + why.what());
}

}  // namespace kassay::optimized::device
