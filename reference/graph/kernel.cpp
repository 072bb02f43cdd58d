#include "reference/graph/kernel.h"

#include <algorithm>
#include <stdexcept>

#include "reference/graph/movement.h"

namespace kassay::reference {

Kernel::Kernel() = default;
Kernel::Kernel(const Kernel& other) = default;
Kernel::Kernel(Kernel&& other) noexcept = default;
Kernel& Kernel::operator=(const Kernel& other) = default;
Kernel& Kernel::operator=(Kernel&& other) noexcept = default;
Kernel::~Kernel() = default;

const Kernel& find_kernel(std::string_view function) {
  const auto found = kernel_table().find(function);
  if (found != kernel_table().end()) return found->second;
  const Kernel* internal = find_internal_kernel(function);
  return internal != nullptr ? *internal : *find_movement_kernel(function);
}

namespace {

bool agrees(const Shape& inferred, const Shape& computed) {
  return std::equal(inferred.begin(), inferred.end(), computed.begin(), computed.end(),
                    [](std::int64_t i, std::int64_t c) { return i == c || i == kUnknown; });
}

}  // namespace

namespace detail {

std::vector<Value> rounded(const std::vector<TensorType>& types, const std::vector<Array>& arrays) {
  if (types.size() != arrays.size())
    throw std::logic_error("inference and computation give different numbers of results");
  std::vector<Value> values;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (!agrees(types[i].shape, arrays[i].shape())) {
      throw std::logic_error("inferred the shape " + to_string(types[i].shape) + ", computed " +
                             to_string(arrays[i].shape()));
    }
    values.emplace_back(round_to(types[i].dtype, arrays[i]));
  }
  return values;
}

}  // namespace detail
}  // namespace kassay::reference
