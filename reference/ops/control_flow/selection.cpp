#include "reference/ops/control_flow/selection.h"

#include "reference/graph/constant.h"
#include "spec/lib/error.h"

namespace kassay::reference {
namespace {

// switch.functions, and those of in_train_phase and in_test_phase
Value tensor_of(const Branch& branch, Session& session) {
  if (const auto* function = branch.value.get_if<Function>()) {
    std::vector<Value> values = (*function)->call({});
    if (values.size() != 1) {
      throw ApiError(ErrorKind::kType, "argument " + branch.argument.text() + " returned " +
                                           std::to_string(values.size()) +
                                           " values instead of a tensor");
    }
    if (values.front().get_if<Function>() != nullptr)
      return tensor_of({values.front(), branch.argument}, session);
    return returned_tensor(values.front(), branch.argument, session.settings()->floatx);
  }
  return as_tensor(branch.value, branch.argument, session.settings()->floatx);
}

// For a known scalar condition.
std::optional<bool> known_truth(const Branch& condition) {
  if (const Symbol symbol = symbol_of(condition.value)) {
    if (symbol->known() == nullptr) return std::nullopt;
    return known_truth({*symbol->known(), condition.argument});
  }
  Array array;
  unpack(condition.value, condition.argument, array);
  if (array.rank() != 0) return std::nullopt;
  return array.flat().front() != 0;
}

std::int64_t rank_of(const Value& tensor) {
  const auto& shape = symbol_of(tensor)->type().shape;
  if (!shape) throw NotStatic{"the rank of " + describe(tensor) + " is needed"};
  return static_cast<std::int64_t>(shape->size());
}

}  // namespace

Value choose(const Branch& condition, const Branch& then, const Branch& otherwise,
             Session& session) {
  // switch.scalar, switch.integer, switch.non-zero
  if (const auto truth = known_truth(condition)) {
    return tensor_of(*truth ? then : otherwise, session);
  }
  const Value chosen = tensor_of(then, session), other = tensor_of(otherwise, session);
  Value aligned = tensor_of(condition, session);
  const std::int64_t rank = rank_of(chosen);
  // switch.rank
  if (rank_of(aligned) > rank) {
    throw ApiError(ErrorKind::kValue, mismatch_text(condition.argument,
                                                    "at most the " + std::to_string(rank) +
                                                        " dimensions of " + describe(chosen),
                                                    describe(aligned)));
  }
  // switch.left-aligned, switch.elementwise
  while (rank_of(aligned) > 0 && rank_of(aligned) < rank) {
    aligned = session.apply("expand_dims", {aligned, std::int64_t{-1}}).front();
  }
  // switch.symbolic, switch.selected, switch.gradient, switch.dtype
  return session.apply("internal.select", {aligned, chosen, other}).front();
}

}  // namespace kassay::reference
