// Comparisons with a number that the dtype does not hold: in float64. Others are links of chains.
#include <functional>
#include <optional>

#include "optimized/device/kernels/kernels.h"
#include "optimized/device/kernels/lines.h"

namespace kassay::optimized::device {
namespace {

std::optional<double> number_of(const Value& value) {
  if (const auto* const real = value.get_if<double>()) return *real;
  const auto* const integer = value.get_if<std::int64_t>();
  if (integer == nullptr) return std::nullopt;
  const auto number = static_cast<double>(*integer);
  constexpr double kSurelyHeld = 0x1p53;
  return number <= kSurelyHeld && number >= -kSurelyHeld ? std::optional(number) : std::nullopt;
}

template <class Operation>
bool compare(const Tensor& x, const Value& y, Tensor& result, Recorder& recorder) {
  const auto number = number_of(y);
  if (!number || x.dtype() == DType::kInt64 || result.dtype() != DType::kBool) return false;
  const auto operation =
      traceable([&](auto element) { return Operation{}(element, decltype(element)(*number)); });
  Chain chain{};
  chain.inputs = {{x.bytes().data(), x.dtype(), {}}};
  chain.statements = {
      {same_element(), {{false, 0}}, x.dtype(), DType::kFloat64},
      {formula_of<double, 1>(operation), {{true, 0}}, DType::kFloat64, DType::kBool}};
  chain.outputs = {{1, result.mutable_bytes().data()}};
  chain.count = x.size();
  recorder.add(std::move(chain));
  return true;
}

}  // namespace

const KernelTable& comparison_kernels() {
  static const KernelTable table = {{"equal", define(compare<std::equal_to<>>)},
                                    {"greater", define(compare<std::greater<>>)},
                                    {"greater_equal", define(compare<std::greater_equal<>>)},
                                    {"less", define(compare<std::less<>>)},
                                    {"less_equal", define(compare<std::less_equal<>>)},
                                    {"not_equal", define(compare<std::not_equal_to<>>)}};
  return table;
}

}  // namespace kassay::optimized::device
