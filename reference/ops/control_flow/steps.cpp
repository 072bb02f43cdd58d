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
    size.emplace_back(d == axis ? std::int64_t{1} : std::int64_t{-1});  // -1: all there is
  }
  const Value part = session.apply("slice", {Handle(x), std::move(start), std::move(size)}).front();
  return session.apply("squeeze", {part, static_cast<std::int64_t>(axis)}).front();
}

Value sample_part(const Symbol& x, std::size_t axis) {
  StaticType type = x->type();
  if (type.shape) type.shape->erase(type.shape->begin() + static_cast<std::ptrdiff_t>(axis));
  return Handle(std::make_shared<Placeholder>(std::move(type)));
}

Value call_for_tensor(const Function& function, std::vector<Value> arguments, Session& session) {
  const std::vector<Value> values = function->call({std::move(arguments), {}});
  if (values.size() != 1) {
    throw ApiError(ErrorKind::kType, "the function returned " + std::to_string(values.size()) +
                                         " values instead of a tensor");
  }
  return as_tensor(values.front(), "function", session.settings()->floatx);
}

}  // namespace kassay::reference
