#include "conformance/trials/strength/faults/mistakes.h"

#include <algorithm>

#include "spec/lib/error.h"

namespace kassay::faults {
namespace {

class OtherwiseCalled : public Callable {
 public:
  OtherwiseCalled(Function right, std::function<Values(const Callable&, const Arguments&)> answer)
      : right_(std::move(right)), answer_(std::move(answer)) {}
  Values call(const Arguments& arguments) const override { return answer_(*right_, arguments); }

 private:
  Function right_;
  std::function<Values(const Callable&, const Arguments&)> answer_;
};

}  // namespace

Tensor each(const Tensor& tensor, const std::function<Real(Real)>& f) {
  Tensor result(tensor.dtype(), tensor.shape());
  for (std::int64_t i = 0; i < tensor.size(); ++i) set_element(result, i, f(element(tensor, i)));
  return result;
}

Tensor through(DType dtype, const Tensor& tensor) {
  Tensor narrow(dtype, tensor.shape());
  for (std::int64_t i = 0; i < tensor.size(); ++i) set_element(narrow, i, element(tensor, i));
  Tensor result(tensor.dtype(), tensor.shape());
  for (std::int64_t i = 0; i < tensor.size(); ++i) set_element(result, i, element(narrow, i));
  return result;
}

Tensor through(DType dtype, const Tensor& tensor, DType from) {
  return tensor.dtype() == from ? through(dtype, tensor) : tensor;
}

Tensor computed_in(DType dtype, Computation& c, DType from) {
  for (Value& value : c.call.values) {
    if (const auto* tensor = value.get_if<Tensor>()) value = through(dtype, *tensor, from);
  }
  return through(dtype, c.result(), from);
}

void refuse(const std::string& what) { throw ApiError(ErrorKind::kValue, what); }

Node stopped(const Node& x) { return (*x.api)("stop_gradient", {x}); }

Node zero_like_derivative(const Node& x) {
  Api& k = *x.api;
  const Node difference = x - stopped(x);
  return k("switch", {k("equal", {difference, 0.0}), difference, k("zeros_like", {x})});
}

Node nan_derivative(const Node& x, const Node& condition) {
  Api& k = *x.api;
  const Node inner = k("switch", {condition, zero_like_derivative(x), k("ones_like", {x})});
  // At 0 the derivative of the square root is infinite, and that of the square is 0.
  return k("switch", {condition, k("sqrt", {inner * inner}), k("zeros_like", {x})});
}

Node with_derivative_of(const Node& value, const Node& derived) {
  return stopped(value) + zero_like_derivative(derived);
}

Node derived_once(const Node& y, const Node& derivative, const Node& x) {
  Api& k = *x.api;
  const Node d = stopped(derivative);
  // An infinite x would turn the step of 0 into NaN.
  const Node finite = k("switch", {k("equal", {d - d, 0.0}), d, k("zeros_like", {d})});
  return stopped(y) + finite * zero_like_derivative(x);
}

Node both_ways(Call& call, std::string_view first, std::string_view second) {
  const Node right = call.node(), x = call(first), y = call(second);
  if (!call.api.is_floating(right)) return right;
  call.set(first, stopped(x));
  const Node by_second = zero_like_derivative(call.node());
  call.set(first, x);
  call.set(second, stopped(y));
  return stopped(right) + by_second + zero_like_derivative(call.node());
}

bool same(const Value& x, const Value& y) {
  const auto *first = x.get_if<Handle>(), *second = y.get_if<Handle>();
  return first != nullptr && second != nullptr && *first == *second;
}

void stop(Call& call, std::string_view argument) {
  if (call.api.is_floating(call.value(argument))) call.set(argument, stopped(call(argument)));
}

Values stopped_when_repeated(Call& call, std::string_view list) {
  List tensors = std::get<List>(call.value(list));
  for (std::size_t i = 1; i < tensors.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (same(tensors[i], tensors[j])) {
        tensors[i] = stopped({call.api, tensors[i]});
        break;
      }
    }
  }
  call.set(list, tensors);
  return call.right();
}

Node cast_through(std::string_view dtype, const Node& x) {
  Api& k = *x.api;
  return k("cast", {k("cast", {x, std::string(dtype)}), k.dtype(x)});
}

bool has_dtype(const Node& x, std::string_view dtype) {
  return x.get_if<Handle>() != nullptr && x.api->dtype(x) == dtype;
}

std::optional<std::int64_t> rank(const Node& x) {
  const std::optional<Shape> shape = x.api->shape(x);
  if (!shape) return std::nullopt;
  return static_cast<std::int64_t>(shape->size());
}

std::optional<std::int64_t> axis_of(const Call& call, std::string_view tensor) {
  const auto* axis = call.value("axis").get_if<std::int64_t>();
  const std::optional<std::int64_t> dimensions = rank(call(tensor));
  if (axis == nullptr || !dimensions) return std::nullopt;
  return *axis < 0 ? *axis + *dimensions : *axis;
}

List ints(const std::vector<std::int64_t>& numbers) { return List(numbers.begin(), numbers.end()); }

std::vector<std::int64_t> integers(const Value& list) {
  std::vector<std::int64_t> numbers;
  for (const Value& entry : std::get<List>(list)) numbers.push_back(std::get<std::int64_t>(entry));
  return numbers;
}

void Remembered::add(const Value& tensor, Value value) {
  tensors_.emplace_back(tensor, std::move(value));
}

const Value* Remembered::find(const Value& tensor) const {
  const auto found =
      std::ranges::find_if(tensors_, [&](const auto& kept) { return same(kept.first, tensor); });
  return found == tensors_.end() ? nullptr : &found->second;
}

Function called(Function right, std::function<Values(const Callable&, const Arguments&)> answer) {
  return std::make_shared<OtherwiseCalled>(std::move(right), std::move(answer));
}

}  // namespace kassay::faults
