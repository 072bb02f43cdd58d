#include "reference/graph/sizes.h"

#include "reference/graph/symbol.h"

namespace kassay::reference {
namespace {

bool is_list_of_integers(DType dtype, std::size_t rank) { return is_integer(dtype) && rank == 1; }

}  // namespace

void unpack(const Value& value, const Place& argument, Sizes& result) {
  const Symbol symbol = symbol_of(value);
  if (symbol && symbol->known() != nullptr) return unpack(*symbol->known(), argument, result);
  if (symbol && symbol->type().is_complete() &&
      is_list_of_integers(symbol->type().dtype, symbol->type().shape->size())) {
    result = {Shape(static_cast<std::size_t>(symbol->type().shape->front()), kUnknown), false};
    return;
  }
  const auto* const tensor = value.get_if<Tensor>();
  if (value.get_if<List>() != nullptr) return unpack(value, argument, result.numbers);
  if (tensor == nullptr || !is_list_of_integers(tensor->dtype(), tensor->shape().size())) {
    const std::string text = mismatch_text(argument, kSizes, describe(value));
    if (symbol) throw NotStatic{text};
    throw ApiError(ErrorKind::kType, text);
  }
  for (std::int64_t i = 0; i < tensor->size(); ++i)
    result.numbers.push_back(static_cast<std::int64_t>(element(*tensor, i)));
}

}  // namespace kassay::reference
