#include "conformance/trials/strength/faults/catalogue/windows.h"

#include <algorithm>

namespace kassay::faults {

bool channels_first(const Call& call) { return call.is("data_format", "channels_first"); }

void reverse(Call& call, std::string_view list) {
  if (const auto* given = call.value(list).get_if<List>()) {
    call.set(list, List(given->rbegin(), given->rend()));
  }
}

bool any_above_one(const Value& numbers) {
  if (const auto* number = numbers.get_if<std::int64_t>()) return *number > 1;
  const std::vector<std::int64_t> all = integers(numbers);
  return std::ranges::any_of(all, [](std::int64_t n) { return n > 1; });
}

Node turned_round(Call& call, std::int64_t dimensions) {
  std::vector<std::int64_t> axes;
  for (std::int64_t d = 0; d < dimensions; ++d) axes.push_back(d + (channels_first(call) ? 2 : 1));
  Api& k = call.api;
  call.set("x", k("reverse", {call("x"), ints(axes)}));
  return k("reverse", {call.node(), ints(axes)});
}

Real counted(const Window& w, bool before) {
  const std::int64_t windows = (w.size + w.stride - 1) / w.stride;
  const std::int64_t padding =
      std::max<std::int64_t>(0, (windows - 1) * w.stride + w.extent - w.size);
  const std::int64_t first = w.at * w.stride - padding / 2;
  const std::int64_t last = std::min(first + w.extent, w.size);
  return last - (before ? first : std::max<std::int64_t>(first, 0));
}

Tensor averages_scaled(Computation& c, const std::function<Real(const Window&)>& factor) {
  Tensor result = c.result();
  std::string padding, mode, format = c.call.settings->image_data_format;
  reference::unpack(c.argument("padding"), "padding", padding);
  reference::unpack(c.argument("pool_mode"), "pool_mode", mode);
  if (!c.argument("data_format").is_none()) {
    reference::unpack(c.argument("data_format"), "data_format", format);
  }
  if (padding != "same" || mode != "avg") return result;
  std::vector<std::int64_t> extent, stride;
  reference::unpack(c.argument("pool_size"), "pool_size", extent);
  reference::unpack(c.argument("strides"), "strides", stride);
  const std::size_t row = format == "channels_first" ? 2 : 1;
  const Shape& size = c.tensor("x").shape();
  std::int64_t at = 0;
  reference::for_each_index(result.shape(), [&](const reference::Index& index) {
    Real product = 1;
    for (std::size_t d = 0; d < 2; ++d) {
      product *= factor({size[row + d], extent[d], stride[d], index[row + d]});
    }
    set_element(result, at, element(result, at) * product);
    ++at;
  });
  return result;
}

}  // namespace kassay::faults
