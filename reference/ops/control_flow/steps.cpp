#include "reference/ops/control_flow/steps.h"

#include "spec/lib/error.h"

namespace kassay::reference {

std::int64_t known_size(const Symbol& x, std::size_t axis) {
  const auto& shape = x->type().shape;
  if (!shape || (*shape)[axis] == kUnknown) {
    throw NotStatic{"dimension " + std::to_string(axis) + " of " + x->describe() + " is unknown"};
  }
  return (*shape)[axis];
}

Value part_at(Session& session, const Symbol& x, std::size_t axis, std::int64_t position) {
  List start, size;
  for (std::size_t d = 0; d < x->type().shape->size(); ++d) {
    start.emplace_back(d == axis ? position : std::int64_t{0});
    size.emplace_back(d == axis ? std::int64_t{1} : std::int64_t{-1});  // -1: to the end
  }
  const Value part = session.apply("slice", {Handle(x), std::move(start), std::move(size)}).front();
  return session.apply("squeeze", {part, static_cast<std::int64_t>(axis)}).front();
}

std::unique_ptr<Turns> turns_of(Session& session, const std::vector<Value>& tensors,
                                std::int64_t count) {
  if (count == 0) return nullptr;
  std::unique_ptr<Turns> turns = session.executor().make_turns(session, count);
  if (!turns) return nullptr;
  bool all_complete = true;
  for (const Value& value : tensors) {
    for_each_symbol(value, [&](const Symbol& symbol) {
      all_complete = all_complete && symbol->type().is_complete();
    });
  }
  if (!all_complete && !session.is_repeating()) throw NotStatic{"dimensions are unknown"};
  return all_complete ? std::move(turns) : nullptr;
}

Value as_sequence(Session& session, const Value& x, std::size_t axis, bool is_backward) {
  Value sequence = x;
  if (axis != 0) {
    const auto rank = static_cast<std::int64_t>(symbol_of(x)->type().shape->size());
    List order{static_cast<std::int64_t>(axis)};
    for (std::int64_t d = 0; d < rank; ++d) {
      if (d != static_cast<std::int64_t>(axis)) order.emplace_back(d);
    }
    sequence = session.apply("permute_dimensions", {sequence, std::move(order)}).front();
  }
  if (!is_backward) return sequence;
  return session.apply("reverse", {sequence, std::int64_t{0}}).front();
}

Value sample_part(const Symbol& x, std::size_t axis) {
  StaticType type = x->type();
  if (type.shape) type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(axis));
  return Handle(std::make_shared<Placeholder>(std::move(type)));
}

Value call_for_tensor(const Function& function, std::vector<Value> arguments, Session& session) {
  const std::vector<Value> values = function->call({std::move(arguments), {}});
  if (values.size() != 1) {
    throw ApiError(ErrorKind::kType, "argument fn returned " + std::to_string(values.size()) +
                                         " values instead of a tensor");
  }
  return returned_tensor(values.front(), "fn", session.settings()->floatx);
}

}  // namespace kassay::reference
