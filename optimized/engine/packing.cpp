#include "optimized/engine/packing.h"

#include <map>
#include <optional>
#include <utility>

#include "optimized/blas.h"

namespace kassay::optimized::engine {
namespace {

using reference::Kind;
using reference::Signature;

const Signature& packing() {
  static const Signature signature =
      made_signature("internal.pack", {{"y", Kind::kTensor, {}}, {"transposed", Kind::kBool, {}}});
  return signature;
}
const Signature& product() {
  static const Signature signature = made_signature(
      "internal.multiply_packed", {{"x", Kind::kTensor, {}}, {"y", Kind::kTensor, {}}});
  return signature;
}

// A matrix, and whether the terms run along its columns.
struct Matrix {
  std::size_t slot;
  bool transposed;
  auto operator<=>(const Matrix&) const = default;
};

// The right operand of a product with several rows and columns, if the terms are the last dimension of the left one.
std::optional<Matrix> right_operand(const Call& call, const Level& level) {
  const bool is_dot = call.function() == "dot", contracts = call.function() == "internal.contract";
  if ((!is_dot && !contracts) || call.types.empty() || call.open.size() != 2) return std::nullopt;
  const reference::TensorType &x = call.given[0], &y = call.given[1];
  const Shape& result = call.types.front().shape;
  if (!is_floating(x.dtype) || x.dtype != y.dtype || y.rank() != 2) return std::nullopt;
  if (contracts && !is_integer(call.bound.values[2], 1)) return std::nullopt;
  const std::int64_t columns = result.back(), terms = x.shape.back();
  if (columns < 2 || element_count(result) < 2 * columns) return std::nullopt;
  const auto vector_bytes = static_cast<std::int64_t>(level.vector_bytes());
  if (takes_blas(element_count(result) / columns, columns, terms, vector_bytes,
                 /*is_packed=*/true))
    return std::nullopt;
  return Matrix{static_cast<std::size_t>(call.arguments[1].slot),
                contracts && is_integer(call.bound.values[3], 1)};
}

}  // namespace

std::vector<Call> with_packed_weights(std::vector<Call> calls, const std::vector<bool>& variables,
                                      const std::vector<bool>& updated, const Level& level,
                                      std::size_t& slot_count) {
  std::map<Matrix, std::size_t> uses;
  for (const Call& call : calls) {
    if (const auto matrix = right_operand(call, level)) ++uses[*matrix];
  }
  std::map<Matrix, std::size_t> slots;  // of the packed matrices
  std::vector<Call> result;
  result.reserve(calls.size());
  for (Call& call : calls) {
    const auto matrix = right_operand(call, level);
    if (matrix && (variables[matrix->slot] || uses[*matrix] > 1)) {
      const auto [slot, is_new] = slots.try_emplace(*matrix, slot_count);
      if (is_new) {
        ++slot_count;
        result.push_back(made_call(packing(), nullptr, level, call, {call.arguments[1]},
                                   {matrix->transposed}, slot->second, call.given[1]));
        result.back().is_kept = !updated[matrix->slot];
      }
      reference::Plan::Source packed;
      packed.slot = static_cast<std::ptrdiff_t>(slot->second);
      result.push_back(made_call(product(), nullptr, level, call, {call.arguments[0], packed}, {},
                                 call.first_slot, call.types.front()));
      continue;
    }
    result.push_back(std::move(call));
  }
  return result;
}

}  // namespace kassay::optimized::engine
