#include "optimized/engine/folding.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "optimized/engine/instruction.h"
#include "spec/lib/error.h"

namespace kassay::optimized::engine {
namespace {

// Limits the size of results: they stay in memory as long as the program.
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

bool is_constant(const Call& call, const std::vector<Value>& known) {
  bool all = true;
  for_each_slot(call,
                [&](std::size_t slot) { all = all && known[slot].get_if<Tensor>() != nullptr; });
  return all;
}

std::optional<std::vector<Value>> computed(Call call, const std::vector<Value>& known) {
  for (std::size_t i = 0; i < call.open.size(); ++i)
    call.bound.values[call.open[i]] = fetch(call.arguments[i], known);
  std::vector<Tensor> results;
  for (const reference::TensorType& type : call.types)
    results.push_back(Tensor::unspecified(type.dtype, type.shape));
  try {
    compute(call, results);
  } catch (const ApiError&) {
    return std::nullopt;
  }
  return std::vector<Value>(results.begin(), results.end());
}

// The results of a call that depends only on the shape of its argument.
std::optional<std::vector<Value>> results_of_shapes(const Call& call) {
  const std::string_view function = call.function();
  if (function != "zeros_like" && function != "ones_like" && function != "shape")
    return std::nullopt;
  Tensor result(call.types.front().dtype, call.types.front().shape);
  std::int64_t place = 0;
  if (function == "ones_like") {
    while (place < result.size()) set_element(result, place++, 1);
  } else if (function == "shape") {
    for (const std::int64_t size : call.given.front().shape)
      set_element(result, place++, static_cast<long double>(size));
  }
  return std::vector<Value>{result};
}

}  // namespace

std::optional<std::vector<Value>> constant_results(const Call& call,
                                                   const std::vector<Value>& known) {
  if (call.types.empty() || call.scan != nullptr || !only_computes(call)) return std::nullopt;
  std::size_t bytes = 0;
  for (const reference::TensorType& type : call.types) bytes += byte_size(type);
  if (bytes > kMostBytes) return std::nullopt;
  return is_constant(call, known) ? computed(call, known) : results_of_shapes(call);
}

}  // namespace kassay::optimized::engine
