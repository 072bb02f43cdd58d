#include "optimized/device/command.h"

#include "optimized/geometry.h"

namespace kassay::optimized::device {
namespace {

std::string with_crosses(const Shape& sizes) {
  std::string text;
  for (const std::int64_t size : sizes) text += (text.empty() ? "" : " x ") + std::to_string(size);
  return text;
}

std::string describe(const Copy& copy) {
  return "copy of " + std::to_string(copy.bytes) + " bytes";
}
std::string describe(const Zero& zero) { return "zeros, " + std::to_string(zero.bytes) + " bytes"; }
std::string describe(const Each& each) {
  return std::visit([](const auto& body) { return std::string(body.kName); }, each.body) + ", " +
         std::to_string(each.count) + " elements";
}
std::string describe(const Rows& rows) {
  return std::visit([](const auto& body) { return std::string(body.kName); }, rows.body) + ", " +
         with_crosses({rows.count, rows.length}) + " elements";
}
std::string describe(const Chain& chain) {
  return "chain of " + std::to_string(chain.statements.size()) + " calls, " +
         std::to_string(chain.count) + " elements";
}
std::string describe(const Product& p) {
  return "product, " + (p.batch > 1 ? std::to_string(p.batch) + " of " : std::string()) +
         with_crosses({p.rows, p.terms, p.columns}) + " " + std::string(dtype_name(p.dtype));
}
std::string describe(const Correlation& c) {
  constexpr const char* kNames[] = {"correlation", "correlation to the images",
                                    "correlation to the kernel"};
  const std::string text = c.is_depthwise ? "depthwise " : "";
  Shape places, sizes;
  for (const WindowAxis& axis : axes_of(c.windows, 1)) {
    places.push_back(axis.places);
    sizes.push_back(axis.size);
  }
  return text + kNames[static_cast<std::size_t>(c.kind)] + ", " +
         std::to_string(c.windows.samples) + " images of " + with_crosses(places) + ", " +
         std::to_string(c.windows.channels) + " channels, " + std::to_string(c.filters) +
         " filters, windows of " + with_crosses(sizes) + ", " + std::string(dtype_name(c.dtype));
}

}  // namespace

std::string to_string(const Command& command) {
  return std::visit([](const auto& one) { return describe(one); }, command);
}

}  // namespace kassay::optimized::device
