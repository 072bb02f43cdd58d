#include "spec/lib/case_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "spec/lib/error.h"
#include "spec/lib/json_value.h"
#include "spec/lib/program_json.h"
#include "spec/lib/sample_json.h"
#include "spec/lib/text.h"

namespace kassay {
namespace {

const Tensor& tensor_named(const JsonNode& name, const TensorFile& tensors) {
  const auto found = tensors.tensors.find(name.text());
  if (found == tensors.tensors.end()) {
    name.fail("the safetensors file has no tensor \"" + name.text() + "\"");
  }
  return found->second;
}

void check_tensor(const JsonNode& name, const Tensor& tensor, DType dtype, const Shape& shape) {
  if (tensor.dtype() == dtype && tensor.shape() == shape) return;
  name.fail("the tensor " + name.text() + " is " + std::string(dtype_name(tensor.dtype())) +
            to_string(tensor.shape()) + ", and the output needs " + std::string(dtype_name(dtype)) +
            to_string(shape));
}

ExpectedTensor read_tensor(const JsonNode& node, const TensorFile& tensors) {
  node.allow_only({"kind", "dtype", "shape", "value", "magnitude", "limit"});
  const std::string kind = node.at("kind").text();
  if (kind != "tensor" && kind != "array") {
    node.at("kind").fail("the kind of a tensor is \"tensor\" or \"array\"");
  }
  const DType dtype = node.at("dtype").word(parse_dtype, "dtype of the API");
  ExpectedTensor expected{.dtype = dtype,
                          .shape = {},
                          .value = {},
                          .magnitude = {},
                          .limit = {},
                          .is_array = kind == "array"};
  for (const JsonNode& dimension : node.at("shape").elements()) {
    expected.shape.push_back(dimension.count());
  }
  const JsonNode value = node.at("value");
  expected.value = tensor_named(value, tensors);
  check_tensor(value, expected.value, is_floating(dtype) ? DType::kFloat64 : dtype, expected.shape);
  if (const auto magnitude = node.find("magnitude")) {
    expected.magnitude = tensor_named(*magnitude, tensors);
    check_tensor(*magnitude, *expected.magnitude, DType::kFloat64, expected.shape);
  }
  if (const auto limit = node.find("limit")) {
    expected.limit = tensor_named(*limit, tensors);
    check_tensor(*limit, *expected.limit, DType::kFloat64, expected.shape);
    for (const double one : expected.limit->data<double>()) {
      if (!(one >= 0)) limit->fail(shortest_text(one) + " is not a valid limit");
    }
  }
  return expected;
}

ExpectedOutput read_output(const JsonNode& node, const TensorFile& tensors) {
  const JsonNode kind = node.at("kind");
  if (kind.text() == "tensor" || kind.text() == "array") return read_tensor(node, tensors);
  if (kind.text() == "sample") return read_sample(node, tensors);
  if (kind.text() != "value") {
    kind.fail("the kind is \"tensor\", \"array\", \"sample\" or \"value\"");
  }
  node.allow_only({"kind", "value"});
  return value_from_json(node.at("value"));
}

// An output may refer to another one only if that is an earlier sample.
void check_relations(const JsonNode& node, const std::vector<ExpectedOutput>& outputs) {
  const auto* sample = std::get_if<ExpectedSample>(&outputs.back());
  if (sample == nullptr) return;
  std::vector<int> others = sample->independent_of;
  if (sample->same_draw_as) others.push_back(*sample->same_draw_as);
  for (const int other : others) {
    const auto i = static_cast<std::size_t>(other);
    if (i + 1 < outputs.size() && std::holds_alternative<ExpectedSample>(outputs[i])) continue;
    node.fail("output " + std::to_string(other) + " is not an earlier sample");
  }
}

// Either `outputs` or `error`, among other members.
Expectation read_expectation(const JsonNode& node, const TensorFile& tensors) {
  Expectation expectation;
  const auto outputs = node.find("outputs");
  const auto error = node.find("error");
  if (outputs.has_value() == error.has_value()) {
    node.fail("either \"outputs\" or \"error\" must be here, and not both");
  }
  if (outputs) {
    for (const JsonNode& output : outputs->elements()) {
      expectation.outputs.push_back(read_output(output, tensors));
      check_relations(output, expectation.outputs);
    }
    return expectation;
  }
  for (const JsonNode& kind : error->distinct_elements()) {
    if (kind.text() != "any" && !parse_error_kind(kind.text())) {
      kind.fail("\"" + kind.text() + "\" is not a kind of error");
    }
    expectation.error_kinds.push_back(kind.text());
  }
  return expectation;
}

Accuracy read_accuracy(const JsonNode& node) {
  node.allow_only({"ulps", "terms", "atol"});
  return {.ulps = node.at("ulps").nonnegative(),
          .terms = node.at("terms").nonnegative(),
          .atol = node.at("atol").nonnegative()};
}

bool is_floating_tensor(const ExpectedOutput& output) {
  const auto* tensor = std::get_if<ExpectedTensor>(&output);
  return tensor != nullptr && is_floating(tensor->dtype);
}

bool has_values(const ExpectedOutput& output) {
  const auto* sample = std::get_if<ExpectedSample>(&output);
  if (sample == nullptr) return false;
  const auto* bernoulli = std::get_if<BernoulliDistribution>(&sample->distribution);
  return bernoulli != nullptr && bernoulli->value.has_value();
}

// Without accuracy and magnitude the limit would silently be zero: every backend would fail.
void check_accuracy(const JsonNode& node, const Expectation& expectation,
                    const Accuracy& accuracy) {
  for (const ExpectedOutput& output : expectation.outputs) {
    const bool floating_tensor = is_floating_tensor(output);
    if (!floating_tensor && !has_values(output)) continue;
    if (floating_tensor && std::get<ExpectedTensor>(output).limit) continue;
    if (!node.find("accuracy")) node.fail("a floating output needs \"accuracy\"");
    if (!floating_tensor && accuracy.terms > 0) {
      node.fail("the values of a sample have no magnitude, and accuracy with terms needs one");
    }
    if (floating_tensor && accuracy.terms > 0 && !std::get<ExpectedTensor>(output).magnitude) {
      node.fail("accuracy with terms needs the \"magnitude\" of each floating output");
    }
  }
}

void read_expect(const JsonNode& node, const TensorFile& tensors, Case& result) {
  node.allow_only({"outputs", "error", "accuracy", "sign_of_zero"});
  result.expectation = read_expectation(node, tensors);
  if (const auto accuracy = node.find("accuracy")) result.accuracy = read_accuracy(*accuracy);
  if (const auto sign = node.find("sign_of_zero")) result.sign_of_zero = sign->boolean();
  check_accuracy(node, result.expectation, result.accuracy);
}

ExpectedGradient read_gradient(const JsonNode& node, const TensorFile& tensors, const Case& of,
                               bool is_second) {
  if (is_second) {
    node.allow_only({"wrt", "weights", "directions", "outputs", "accuracy"});
  } else {
    node.allow_only({"wrt", "weights", "outputs", "accuracy"});
  }
  ExpectedGradient gradient;
  gradient.wrt = node.at("wrt").texts();
  gradient.accuracy = read_accuracy(node.at("accuracy"));
  for (const JsonNode& name : node.at("weights").elements()) {
    gradient.weights.push_back(tensor_named(name, tensors));
  }
  if (gradient.weights.size() != of.program.returned.size()) {
    node.at("weights").fail("the program returns " + std::to_string(of.program.returned.size()) +
                            " values, and each needs its weights");
  }
  if (is_second) {
    for (const JsonNode& name : node.at("directions").elements()) {
      gradient.directions.push_back(tensor_named(name, tensors));
    }
    if (gradient.directions.size() != gradient.wrt.size()) {
      node.at("directions").fail("each of \"wrt\" needs its direction");
    }
  }
  for (const JsonNode& output : node.at("outputs").elements()) {
    gradient.expectation.outputs.emplace_back(read_tensor(output, tensors));
  }
  if (gradient.expectation.outputs.size() != gradient.wrt.size()) {
    node.fail("\"wrt\" and \"outputs\" need one entry for each gradient");
  }
  for (const JsonNode& name : node.at("wrt").distinct_elements()) {
    if (!of.inputs.contains(name.text())) name.fail("no input has this name");
  }
  check_accuracy(node, gradient.expectation, gradient.accuracy);
  return gradient;
}

std::vector<Mode> read_modes(const JsonNode& node) {
  std::vector<Mode> modes;
  for (const JsonNode& mode : node.distinct_elements()) {
    modes.push_back(mode.word(parse_mode, "mode"));
  }
  return modes;
}

CaseReading read_reading(const JsonNode& node, const TensorFile& tensors) {
  node.allow_only({"id", "verdict", "outputs", "error"});
  CaseReading reading;
  reading.id = node.at("id").nonempty_text();
  const JsonNode verdict = node.at("verdict");
  reading.accepted = verdict.text() == "accepted";
  if (!reading.accepted && verdict.text() != "wrong") {
    verdict.fail("the verdict is \"accepted\" or \"wrong\"");
  }
  reading.expectation = read_expectation(node, tensors);
  return reading;
}

std::vector<std::string> read_editions(const JsonNode& node) {
  std::vector<std::string> editions;
  for (const JsonNode& edition : node.distinct_elements()) {
    editions.emplace_back(edition_name(edition.word(parse_edition, "edition")));
  }
  return editions;
}

}  // namespace

Case read_case(const JsonNode& node, const std::string& function, const TensorFile& tensors) {
  node.allow_only({"id", "tier", "dtype", "editions", "clauses", "modes", "inputs", "program",
                   "expect", "gradient", "second-gradient", "readings"});
  Case result;
  result.id = node.at("id").nonempty_text();
  result.function = function;
  result.tier = node.at("tier").word(parse_tier, "tier");
  result.dtype = node.at("dtype").nonempty_text();
  result.editions = read_editions(node.at("editions"));
  for (const JsonNode& clause : node.at("clauses").elements()) {
    result.clauses.push_back(clause.nonempty_text());
  }
  result.modes = read_modes(node.at("modes"));
  for (const auto& [name, tensor] : node.at("inputs").members()) {
    result.inputs.emplace(name, tensor_named(tensor, tensors));
  }
  result.program = parse_program(node.at("program"), &result.inputs);
  read_expect(node.at("expect"), tensors, result);
  if (const auto readings = node.find("readings")) {
    for (const JsonNode& reading : readings->elements()) {
      result.readings.push_back(read_reading(reading, tensors));
    }
  }
  for (const Mode mode : {Mode::kGradient, Mode::kSecondGradient}) {
    const std::string name(mode_name(mode));
    const bool is_second = mode == Mode::kSecondGradient;
    auto& gradient = is_second ? result.second_gradient : result.gradient;
    if (const auto entry = node.find(name)) {
      gradient = read_gradient(*entry, tensors, result, is_second);
    }
    const bool is_mode = std::ranges::find(result.modes, mode) != result.modes.end();
    if (is_mode != gradient.has_value()) {
      node.fail("\"" + name + "\" must be here where it is one of the modes, and only there");
    }
  }
  return result;
}

}  // namespace kassay
