#include "arguments.h"

#include <algorithm>

namespace kassay_onednn {
namespace {

Failure wrong_type(std::string_view name, std::string_view expected) {
  return {KASSAY_ERROR_TYPE, std::string(name) + " is not " + std::string(expected)};
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::optional<double> number_of(const kassay_value& value) {
  switch (value.kind) {
    case KASSAY_BOOL:
      return value.as.boolean != 0;
    case KASSAY_INT:
      return static_cast<double>(value.as.integer);
    case KASSAY_FLOAT:
      return value.as.real;
    default:
      return std::nullopt;
  }
}

// Appends the numbers of a number or of nested lists, and returns their shape.
Dims flatten(const kassay_value& value, std::vector<double>& numbers) {
  if (value.kind != KASSAY_LIST) {
    const std::optional<double> number = number_of(value);
    if (!number) throw wrong_type("an element", "a number");
    numbers.push_back(*number);
    return {};
  }
  Dims shape;
  for (size_t i = 0; i < value.as.list.count; ++i) {
    const Dims inner = flatten(value.as.list.items[i], numbers);
    require(i == 0 || inner == shape, "the lists differ in length");
    shape = inner;
  }
  shape.insert(shape.begin(), static_cast<int64_t>(value.as.list.count));
  return shape;
}

}  // namespace

Call::Call(const kassay_host* host, Settings& settings, std::string_view parameters,
           const kassay_arguments& arguments, kassay_results* results)
    : host_(host),
      settings_(settings),
      parameters_(words(parameters)),
      arguments_(arguments),
      results_(results) {
  if (arguments.positional_count > parameters_.size()) {
    throw Failure{KASSAY_ERROR_TYPE, "too many arguments"};
  }
  for (size_t i = 0; i < arguments.keyword_count; ++i) {
    if (std::ranges::find(parameters_, arguments.keyword[i].name) == parameters_.end()) {
      throw wrong_type(arguments.keyword[i].name, "a parameter");
    }
  }
}

const kassay_value* Call::find(std::string_view name) const {
  const kassay_value* found = nullptr;
  const size_t position = std::ranges::find(parameters_, name) - parameters_.begin();
  if (position < arguments_.positional_count) found = &arguments_.positional[position];
  for (size_t i = 0; i < arguments_.keyword_count; ++i) {
    if (arguments_.keyword[i].name == name) found = &arguments_.keyword[i].value;
  }
  return found == nullptr || found->kind == KASSAY_NONE ? nullptr : found;
}

const kassay_value& Call::value(std::string_view name) const {
  const kassay_value* found = find(name);
  if (found == nullptr) throw Failure{KASSAY_ERROR_TYPE, std::string(name) + " is missing"};
  return *found;
}

Tensor& Call::object(const kassay_value& value) const {
  if (value.kind != KASSAY_OBJECT) throw wrong_type("an argument", "a tensor");
  return *static_cast<Tensor*>(host_->object_data(host_, value.as.object));
}

Tensor Call::tensor(std::string_view name) const { return object(value(name)); }

std::vector<Tensor> Call::tensors(std::string_view name) const {
  const kassay_value& list = value(name);
  if (list.kind != KASSAY_LIST) throw wrong_type(name, "a list of tensors");
  std::vector<Tensor> result;
  for (size_t i = 0; i < list.as.list.count; ++i) result.push_back(object(list.as.list.items[i]));
  return result;
}

Tensor Call::as_tensor(const kassay_value& value, Dtype dtype) const {
  if (value.kind == KASSAY_OBJECT) return object(value);
  if (value.kind == KASSAY_TENSOR) return from_host(*value.as.tensor);
  std::vector<double> numbers;
  const Dims shape = flatten(value, numbers);
  return of_numbers(numbers, dtype, shape);
}

std::optional<double> Call::number(std::string_view name) const {
  const kassay_value* found = find(name);
  if (found == nullptr) return std::nullopt;
  const std::optional<double> number = number_of(*found);
  if (!number) throw wrong_type(name, "a number");
  return number;
}

bool Call::boolean(std::string_view name) const { return number(name).value_or(0) != 0; }

std::string Call::string(std::string_view name, std::string_view otherwise) const {
  const kassay_value* found = find(name);
  if (found == nullptr) return std::string(otherwise);
  if (found->kind != KASSAY_STRING) throw wrong_type(name, "a string");
  return found->as.string;
}

Dtype Call::dtype(std::string_view name, Dtype otherwise) const {
  return find(name) == nullptr ? otherwise : dtype_named(string(name, ""));
}

std::vector<int64_t> Call::integers(std::string_view name) const {
  const kassay_value& found = value(name);
  if (found.kind == KASSAY_INT) return {found.as.integer};
  if (found.kind == KASSAY_OBJECT) return integers_of(object(found));
  if (found.kind != KASSAY_LIST) throw wrong_type(name, "an int or a list of ints");
  std::vector<int64_t> result;
  for (size_t i = 0; i < found.as.list.count; ++i) {
    const kassay_value& item = found.as.list.items[i];
    if (item.kind != KASSAY_INT && item.kind != KASSAY_NONE)
      throw wrong_type(name, "a list of ints");
    result.push_back(item.kind == KASSAY_NONE ? -1 : item.as.integer);
  }
  return result;
}

std::vector<int64_t> Call::axes(std::string_view name, int64_t rank) const {
  std::vector<int64_t> result;
  if (find(name) == nullptr) {
    for (int64_t i = 0; i < rank; ++i) result.push_back(i);
    return result;
  }
  for (const int64_t axis : integers(name)) {
    require(-rank <= axis && axis < rank, "invalid axis " + std::to_string(axis));
    result.push_back(axis < 0 ? axis + rank : axis);
  }
  return result;
}

int64_t Call::axis(std::string_view name, int64_t rank, int64_t otherwise) const {
  if (find(name) == nullptr) return otherwise;
  const std::vector<int64_t> found = axes(name, rank);
  if (found.size() != 1) throw wrong_type(name, "one axis");
  return found[0];
}

Tensor Call::tensor_or_called(std::string_view name) const {
  const kassay_value& found = value(name);
  if (found.kind != KASSAY_FUNCTION) return object(found);
  const kassay_arguments none = {};
  const kassay_value* values = nullptr;
  size_t count = 0;
  kassay_error* error = host_->call_function(host_, found.as.object, &none, &count, &values);
  if (error != nullptr) throw ErrorOfHost{error};
  if (count != 1) throw wrong_type(name, "a function with one result");
  return object(values[0]);
}

void Call::give(const Tensor& x) const {
  const auto destroy = [](void* data) { delete static_cast<Tensor*>(data); };
  give(kassay_value{KASSAY_OBJECT,
                    {.object = host_->object(host_, new Tensor(x), destroy, "a tensor")}});
}

void Call::give_array(const Tensor& x) const { kassay_onednn::give_array(host_, results_, x); }

void Call::give(int64_t integer) const { give(kassay_value{KASSAY_INT, {.integer = integer}}); }

void Call::give(double real) const { give(kassay_value{KASSAY_FLOAT, {.real = real}}); }

void Call::give(bool boolean) const { give(kassay_value{KASSAY_BOOL, {.boolean = boolean}}); }

void Call::give(const std::string& string) const {
  give(kassay_value{KASSAY_STRING, {.string = string.c_str()}});
}

void Call::give_integers(const std::vector<int64_t>& integers) const {
  std::vector<kassay_value> items;
  for (const int64_t each : integers) items.push_back({KASSAY_INT, {.integer = each}});
  give(kassay_value{KASSAY_LIST, {.list = {items.size(), items.data()}}});
}

}  // namespace kassay_onednn
