#include "conformance/rules/facts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <type_traits>

#include "conformance/rules/origin.h"
#include "spec/lib/text.h"

namespace kassay::rules {
namespace {

using wording::list_text;
using wording::python_text;

constexpr std::int64_t kMostElements = 4096;  // of a tensor that are read
constexpr std::size_t kLongestText = 24;      // of a value that a condition names

bool is_list(const Argument& argument) {
  const auto* value = std::get_if<Value>(&argument);
  return std::holds_alternative<ArgumentList>(argument) ||
         (value != nullptr && value->get_if<List>() != nullptr);
}

std::optional<double> number_in(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  return number;
}

// Whether the dtype holds the finite number: exactly if it is floating, or else the number's integral part.
bool holds_number(DType dtype, long double number) {
  return with_type_of(dtype, [&](auto zero) {
    using T = decltype(zero);
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<T, bool>) {
      return true;  // the facts are about numbers
    } else if constexpr (std::is_integral_v<T>) {
      return number > Limits::min() - 1.0L && number < Limits::max() + 1.0L;
    } else {
      return static_cast<long double>(static_cast<T>(number)) == number;
    }
  });
}

// Facts of one case, as they are found.
class Finder {
 public:
  explicit Finder(const Case& test_case) : case_(test_case) {}

  Facts find(Mode mode, const std::vector<Parameter>& parameters) {
    holds("the mode is " + std::string(mode_name(mode)));
    if (mode == Mode::kGradient || mode == Mode::kSecondGradient) holds("it is a gradient");
    dtype("dtype", case_.dtype);
    if (!case_.expectation.error_kinds.empty()) holds("the call is invalid");
    if (!case_.expectation.outputs.empty()) expected(case_.expectation.outputs.front());
    std::int64_t calls = 0, before = 0;
    for (const Call& call : case_.program.calls) {
      if (call.function == case_.function && !call.calls_result) {
        if (++calls == 1) arguments(call, parameters);
        is("the number of calls before it", static_cast<double>(before));
      } else if (!call.calls_result) {
        holds("the program calls " + call.function);
      }
      ++before;
    }
    for (const auto& [name, function] : case_.program.functions) {
      for (const Call& call : function.calls) {
        if (call.function != case_.function) {
          holds("a function of the program calls " + call.function);
        } else if (++calls == 1) {
          arguments(call, parameters);
        }
      }
    }
    if (calls > 1) holds("it is called more than once");
    pairs();
    return std::move(facts_);
  }

 private:
  void holds(std::string condition) { facts_.conditions.insert(std::move(condition)); }
  void is(const std::string& name, double number) {
    if (!std::isnan(number)) facts_.numbers[name] = number;
  }

  void dtype(const std::string& what, const std::string& name) {
    holds(what + " is " + name);
    const auto found = parse_dtype(name);
    if (!found) return;
    if (is_floating(*found)) holds(what + " is floating");
    if (is_integer(*found)) holds(what + " is an integer");
    if (dtype_size(*found) < 4) holds(what + " is narrower than 32 bits");
    if (dtype_size(*found) > 4) holds(what + " is wider than 32 bits");
  }

  void expected(const ExpectedOutput& output) {
    const auto* tensor = std::get_if<ExpectedTensor>(&output);
    if (tensor == nullptr) return;
    result_ = tensor;
    dtype("the result", std::string(dtype_name(tensor->dtype)));
    is("the rank of the result", static_cast<double>(tensor->shape.size()));
    is("the number of elements of the result", static_cast<double>(element_count(tensor->shape)));
    elements("the result", tensor->value, /*values=*/false);
  }

  void arguments(const Call& call, const std::vector<Parameter>& parameters) {
    for (std::size_t i = 0; i < call.args.size(); ++i) {
      argument(i < parameters.size() ? parameters[i].name : "argument " + std::to_string(i + 1),
               call.args[i]);
    }
    for (const auto& [name, given] : call.kwargs) argument(name, given);
    for (std::size_t i = call.args.size(); i < parameters.size(); ++i) {
      const auto& [name, fallback] = parameters[i];
      if (call.kwargs.contains(name)) continue;
      holds(name + " is omitted");
      if (fallback.empty()) continue;
      holds(name + " = " + fallback);
      if (const std::optional<double> value = number_in(fallback)) number(name, *value);
    }
  }

  void argument(const std::string& name, const Argument& given) {
    if (const auto* value = std::get_if<Value>(&given)) return plain(name, *value);
    if (const auto* list = std::get_if<ArgumentList>(&given)) return elements_of(name, *list);
    if (const auto* raw = std::get_if<RawInput>(&given)) return input(name, raw->name);
    if (const auto* sparse = std::get_if<SparseInput>(&given)) {
      holds(name + " is sparse");
      return input(name, sparse->name);
    }
    if (const auto* reference = std::get_if<Reference>(&given)) origin(name, reference->name);
  }

  void plain(const std::string& name, const Value& value) {
    const std::string text = python_text(value);
    if (text.size() <= kLongestText) holds(name + " = " + text);
    if (const auto* integer = value.get_if<std::int64_t>()) {
      number(name, static_cast<double>(*integer));
      holds(name + (*integer % 2 == 0 ? " is even" : " is odd"));
    } else if (const auto* real = value.get_if<double>()) {
      number(name, *real);
    } else if (const auto* list = value.get_if<List>()) {
      list_of(name, *list);
    }
  }

  void number(const std::string& name, double value) {
    is(name, value);
    if (value < 0) holds(name + " is negative");
    if (value == 0) holds(name + " is zero");
    if (std::isfinite(value) && !holds_number(DType::kFloat32, value))
      holds("float32 rounds " + name);
  }

  void list_of(const std::string& name, const List& list) {
    holds(name + " is a list");
    is("the length of " + name, static_cast<double>(list.size()));
    bool equal = true;
    std::vector<double> numbers;
    for (const Value& each : list) {
      equal = equal && python_text(each) == python_text(list.front());
      const std::string text = python_text(each);
      if (text.size() <= kLongestText) holds(name + " contains " + text);
      if (const auto* integer = each.get_if<std::int64_t>())
        numbers.push_back(static_cast<double>(*integer));
    }
    if (!equal) holds(name + " has different elements");
    if (numbers.empty()) return;
    if (!std::ranges::is_sorted(numbers)) holds(name + " is unsorted");
    is("the product of " + name,
       std::accumulate(numbers.begin(), numbers.end(), 1.0, std::multiplies<>{}));
    const auto [least, most] = std::ranges::minmax_element(numbers);
    is("the least of " + name, *least);
    is("the largest of " + name, *most);
  }

  void elements_of(const std::string& name, const ArgumentList& list) {
    holds(name + " is a list");
    is("the length of " + name, static_cast<double>(list.size()));
    List plain_elements;
    for (const Argument& each : list) {
      if (const auto* value = std::get_if<Value>(&each)) plain_elements.push_back(*value);
      if (!std::holds_alternative<Value>(each) && !is_list(each)) argument(name, each);
    }
    if (plain_elements.size() == list.size() && !list.empty()) plain(name, plain_elements);
  }

  // The tensor of a name: an input, or the result of an earlier call.
  void origin(const std::string& parameter, const std::string& name) {
    if (case_.inputs.contains(name)) return input(parameter, name);
    const std::optional<Origin> origin = origin_of(case_, name);
    if (!origin) return;
    holds(parameter + " comes from " + origin->maker);
    if (!origin->input.empty()) tensor(parameter, origin->input, origin->shape, origin->repeats);
  }

  void input(const std::string& parameter, const std::string& name) {
    const auto found = case_.inputs.find(name);
    if (found != case_.inputs.end()) tensor(parameter, name, found->second.shape(), false);
  }

  // A tensor of a shape with the elements of an input; `repeats`: some of them may be equal only there.
  void tensor(const std::string& parameter, const std::string& name, const Shape& shape,
              bool repeats) {
    const Tensor& array = case_.inputs.find(name)->second;
    const auto layout = case_.program.layouts.find(name);
    if (layout != case_.program.layouts.end())
      holds("the array given for " + parameter + " is " + layout->second + " in memory");
    tensors_.emplace(parameter, Given{array.dtype(), shape});
    if (!first_shape_) first_shape_ = shape;
    dtype(parameter, std::string(dtype_name(array.dtype())));
    is("the rank of " + parameter, static_cast<double>(shape.size()));
    holds(parameter + " has rank " + std::to_string(shape.size()));
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const std::string size = "size " + std::to_string(i) + " of " + parameter;
      is(size, static_cast<double>(shape[i]));
      holds(size + (shape[i] % 2 == 0 ? " is even" : " is odd"));
      if (shape[i] == 0) holds(parameter + " has a size of 0");
      if (shape[i] == 1) holds(parameter + " has a size of 1");
      if (std::count(shape.begin(), shape.end(), shape[i]) > 1)
        holds(parameter + " has equal sizes");
    }
    if (!shape.empty()) {
      is("the last size of " + parameter, static_cast<double>(shape.back()));
      holds("the last size of " + parameter + (shape.back() % 2 == 0 ? " is even" : " is odd"));
    }
    is("the number of elements of " + parameter, static_cast<double>(element_count(shape)));
    if (element_count(shape) == 0) holds(parameter + " is empty");
    elements(parameter, array, /*values=*/true, repeats);
  }

  void elements(const std::string& what, const Tensor& tensor, bool values, bool repeats = false) {
    double least = NAN, most = NAN, smallest = NAN;
    std::set<double> seen;
    const std::int64_t count = std::min(tensor.size(), kMostElements);
    for (std::int64_t i = 0; i < count; ++i) {
      const long double exact = element(tensor, i);
      const auto number = static_cast<double>(exact);
      if (std::isnan(number)) {
        holds(what + " contains NaN");
        continue;
      }
      if (std::isinf(number)) {
        holds(what + " contains Inf");
      } else {
        for (const DType dtype : kDTypes) {
          if (!holds_number(dtype, exact))
            holds(what + " contains an element " + (is_floating(dtype) ? "that " : "beyond ") +
                  std::string(dtype_name(dtype)) + (is_floating(dtype) ? " rounds" : ""));
        }
      }
      if (number == 0 && std::signbit(number)) holds(what + " contains -0");
      if (number == 0) holds(what + " contains 0");
      if (number < 0) holds(what + " contains a negative element");
      if (number != std::floor(number)) holds(what + " contains a fraction");
      if (number != 0 && !(std::abs(number) >= smallest)) smallest = std::abs(number);
      if (!seen.insert(number).second && !repeats) holds(what + " contains equal elements");
      if (!(number >= least)) least = number;
      if (!(number <= most)) most = number;
    }
    if (!values) return;
    is("the least element of " + what, least);
    is("the largest element of " + what, most);
    is("the largest magnitude in " + what, std::max(std::abs(least), std::abs(most)));
    is("the smallest magnitude in " + what, smallest);
  }

  void pairs() {
    for (auto a = tensors_.begin(); a != tensors_.end(); ++a) {
      for (auto b = std::next(a); b != tensors_.end(); ++b) {
        const std::string both = a->first + " and " + b->first;
        if (a->second.dtype != b->second.dtype) holds(both + " have different dtypes");
        if (a->second.shape.size() != b->second.shape.size()) holds(both + " have different ranks");
        if (a->second.shape != b->second.shape) holds(both + " have different shapes");
      }
      if (result_ == nullptr) continue;
      if (a->second.dtype != result_->dtype) holds("the result has another dtype than " + a->first);
      if (a->second.shape != result_->shape) holds("the result has another shape than " + a->first);
    }
    for (const char* name : {"axis", "axes"}) axis(name);
  }

  // Where an axis, which may be negative, is in the first tensor.
  void axis(const std::string& name) {
    const auto given = facts_.numbers.find(name);
    if (given == facts_.numbers.end() || !first_shape_) return;
    const auto rank = static_cast<double>(first_shape_->size());
    const double place = given->second < 0 ? given->second + rank : given->second;
    if (!(place >= 0 && place < rank)) return;
    const bool is_first = place == 0, is_last = place == rank - 1;
    if (is_first) holds(name + " is the first one");
    if (is_last) holds(name + " is the last one");
    if (!is_first && !is_last) holds(name + " is a middle one");
    const std::int64_t size = (*first_shape_)[static_cast<std::size_t>(place)];
    is("the size along " + name, static_cast<double>(size));
    holds("the size along " + name + (size % 2 == 0 ? " is even" : " is odd"));
  }

  const Case& case_;
  const ExpectedTensor* result_ = nullptr;
  struct Given {
    DType dtype;
    Shape shape;
  };
  std::optional<Shape> first_shape_;      // of the argument that an axis refers to
  std::map<std::string, Given> tensors_;  // by parameter; of a list the first one
  Facts facts_;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

std::vector<Parameter> parameters_of(std::string_view signature) {
  if (signature.size() < 2) return {};
  signature = signature.substr(1, signature.size() - 2);
  std::vector<Parameter> parameters;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= signature.size(); ++i) {
    const char c = i < signature.size() ? signature[i] : ',';
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c != ',' || depth > 0) continue;
    const std::string_view one = trimmed(signature.substr(begin, i - begin));
    begin = i + 1;
    const std::size_t equals = one.find('=');
    if (one.empty()) continue;
    parameters.push_back({std::string(trimmed(one.substr(0, equals))),
                          equals == one.npos ? "" : std::string(trimmed(one.substr(equals + 1)))});
  }
  return parameters;
}

Facts facts_of(const Case& test_case, Mode mode, const std::vector<Parameter>& parameters) {
  return Finder(test_case).find(mode, parameters);
}

}  // namespace kassay::rules
