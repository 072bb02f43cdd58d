#include "optimized/device/correlation_lines.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

namespace kassay::optimized::device {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Correlation::Axis, places, size, stride, dilation, before, count)
NLOHMANN_JSON_SERIALIZE_ENUM(Correlation::Kind, {{Correlation::Kind::kForward, "forward"},
                                                 {Correlation::Kind::kToImages, "to images"},
                                                 {Correlation::Kind::kToKernel, "to kernel"}})

std::string to_line(const Correlation& c) {
  const std::vector<Correlation::Axis> axes(c.axes.begin(), c.axes.begin() + c.rank);
  return nlohmann::json{{"kind", c.kind},
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
  json.at("kind").get_to(c.kind);
  if (nlohmann::json(c.kind) != json.at("kind")) throw std::runtime_error("unknown kind");
  c.dtype = parse_dtype(json.at("dtype").get<std::string>()).value();
  json.at("depthwise").get_to(c.is_depthwise);
  json.at("samples").get_to(c.samples);
  json.at("channels").get_to(c.channels);
  json.at("filters").get_to(c.filters);
  const auto axes = json.at("axes").get<std::vector<Correlation::Axis>>();
  if (axes.empty() || axes.size() > c.axes.size()) throw std::runtime_error("1 to 3 axes");
  c.rank = axes.size();
  std::ranges::copy(axes, c.axes.begin());
  return c;
} catch (const std::exception& why) {
  throw std::runtime_error("not a correlation: " + line + ": " + why.what());
}

}  // namespace kassay::optimized::device
