#include "optimized/engine/link.h"

#include <algorithm>
#include <string_view>

#include "optimized/engine/elementwise.h"
#include "optimized/layouts.h"

namespace kassay::optimized::engine {
namespace {

constexpr std::int64_t kSample = 2;  // elements that show a kernel what moves

}  // namespace

// The kernel may look only at the type and size of the arrays that it is given.
std::optional<Noted> noted_loop(const Call& call) {
  if (call.native == nullptr || call.types.empty() || !is_elementwise(call)) return std::nullopt;
  const std::int64_t size = element_count(call.types.front().shape);
  std::vector<Tensor> samples;
  reference::BoundCall sample = call.bound;
  for (std::size_t i = 0; i < call.open.size(); ++i) {
    if (!broadcast(call.given[i].shape, call.types.front().shape)) return std::nullopt;
    const bool moves = size == 1 || element_count(call.given[i].shape) != 1;
    samples.emplace_back(call.given[i].dtype, Shape{moves ? kSample : 1});
    sample.values[call.open[i]] = samples.back();
  }
  std::vector<Tensor> results{Tensor(call.types.front().dtype, {kSample})};
  Notes notes;
  if (!(*call.native)(sample, results)) return std::nullopt;
  std::optional<Loop> loop = notes.loop();
  if (!loop) return std::nullopt;
  Noted noted{std::move(*loop), {}};
  std::vector<bool> found(samples.size());
  for (const Tensor& operand : noted.loop.operands) {
    const auto place = std::ranges::find_if(
        samples, [&](const Tensor& one) { return one.bytes().data() == operand.bytes().data(); });
    const auto number = static_cast<std::size_t>(place - samples.begin());
    noted.sources.push_back(place == samples.end() ? Noted::kConstant : number);
    if (place != samples.end()) found[number] = true;
  }
  // If an argument is not an operand, the kernel used it in another way.
  if (!std::ranges::all_of(found, [](bool is_found) { return is_found; })) return std::nullopt;
  return noted;
}

std::optional<Noted> noted_total(const Call& call) {
  const std::string_view function = call.function();
  const bool adds = function == "sum" || function == "mean" || function == "internal.sum_to";
  if (!adds || call.native == nullptr || call.types.empty() || call.open.size() != 1 ||
      call.open.front() != 0 || call.arguments.front().slot < 0 ||
      !is_floating(call.given.front().dtype) || call.given.front().dtype != call.types[0].dtype ||
      element_count(call.given.front().shape) == element_count(call.types.front().shape))
    return std::nullopt;
  reference::BoundCall sample = call.bound;
  sample.values.front() = without_elements(call.given.front());
  std::vector<Tensor> results{without_elements(call.types.front())};
  const Notes notes;
  if (!(*call.native)(sample, results)) return std::nullopt;
  auto total = notes.total();
  if (!total) return std::nullopt;
  return Noted{{}, {0}, std::move(*total)};
}

}  // namespace kassay::optimized::engine
