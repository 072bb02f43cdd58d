#include "reference/graph/compiled_function.h"
#include "reference/ops/graph/updates.h"
#include "spec/lib/error.h"

namespace kassay::reference::function_op {
namespace {

// function.inputs, function.outputs, function.arrays, function.list, function.repeated,
// function.unused-input, function.shapes, function.fed-dtype, function.current-values,
// function.updates, function.before-updates, function.simultaneous, function.same-variable,
// function.only-updates: see CompiledFunction; function.pair: see update_of
Value function(const Value& inputs, const Value& outputs, const Value& updates,
               const List& keywords, Session* session, const Settings& settings) {
  // function.keywords
  if (!keywords.empty() && settings.edition != Edition::kJa) {
    throw ApiError(ErrorKind::kValue,
                   "has no argument named " + std::get<std::string>(keywords.front()));
  }
  std::vector<Symbol> placeholders;
  unpack(inputs, "inputs", placeholders);
  std::vector<std::shared_ptr<const Update>> assignments;
  if (!updates.is_none()) {
    const Place argument = "updates";
    const List& list = unpack_list(updates, argument);
    for (std::size_t i = 0; i < list.size(); ++i)
      assignments.push_back(update_of(list[i], Place(argument, i)));
  }
  return Function(std::make_shared<CompiledFunction>(
      *session, std::move(placeholders), unpack_list(outputs, "outputs"), std::move(assignments)));
}

}  // namespace

Kernel kernel() { return define(function); }

}  // namespace kassay::reference::function_op
