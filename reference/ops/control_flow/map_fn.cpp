#include <optional>
#include <string>

#include "reference/ops/control_flow/steps.h"
#include "spec/lib/error.h"

namespace kassay::reference::map_fn_op {
namespace {

using Name = std::optional<std::string>;

Value mapped(const Function& fn, const Value& element, const std::optional<DType>& dtype,
             const Symbol& elems, Session& session) {
  const Value result = call_for_tensor(fn, {element}, session);
  // map_fn.dtype, map_fn.default-dtype
  const DType wanted = dtype.value_or(elems->type().dtype);
  if (symbol_of(result)->type().dtype != wanted) {
    throw ApiError(ErrorKind::kType, "the function returned " + describe(result) + ", not " +
                                         std::string(dtype_name(wanted)) +
                                         ": name its dtype in the argument dtype");
  }
  return result;
}

std::vector<StaticType> mapped_type(const Function& fn, const Symbol& elems, const Name& /*name*/,
                                    const std::optional<DType>& dtype, Session* session) {
  StaticType type = symbol_of(mapped(fn, sample_part(elems, 0), dtype, elems, *session))->type();
  const auto& shape = elems->type().shape;
  if (type.shape) type.shape->insert(type.shape->begin(), shape ? shape->front() : kUnknown);
  return {type};
}

// map_fn.value, map_fn.gradient, map_fn.elements, map_fn.closure, map_fn.name
Value map_fn(const Function& fn, const Symbol& elems, const Name& name,
             const std::optional<DType>& dtype, Session* session) {
  if (elems->type().shape && elems->type().shape->empty()) {
    throw ApiError(ErrorKind::kValue, elems->describe() + " has no elements along a dimension");
  }
  const std::int64_t count = known_size(elems, 0);
  if (const auto turns = turns_of(*session, {Handle(elems)}, count)) {
    const Value element = turns->element_of(Handle(elems));
    if (const auto results = turns->build({}, {mapped(fn, element, dtype, elems, *session)}))
      return results->outputs.front();
  }
  List results;
  for (std::int64_t i = 0; i < count; ++i) {
    results.push_back(mapped(fn, part_at(*session, elems, 0, i), dtype, elems, *session));
  }
  if (results.empty()) {
    StaticType type = mapped_type(fn, elems, name, dtype, session).front();
    if (!type.is_complete()) throw NotStatic{"what the function returns has an unknown shape"};
    return Handle(std::make_shared<Constant>(Tensor(type.dtype, *type.shape)));
  }
  return session->apply("stack", {std::move(results), std::int64_t{0}}).front();
}

}  // namespace

Kernel kernel() { return define_unrolled(mapped_type, map_fn); }

}  // namespace kassay::reference::map_fn_op
