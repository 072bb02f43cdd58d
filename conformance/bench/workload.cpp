#include "conformance/bench/workload.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "conformance/runner/backend_argument.h"
#include "spec/lib/atomic_file.h"
#include "spec/lib/error.h"
#include "spec/lib/json_node.h"
#include "spec/lib/json_text.h"
#include "spec/lib/program_json.h"

namespace kassay::bench {
namespace {

constexpr int kWorkloadsFormat = 1;
constexpr char kBuildAgain[] =
    "Build kassay again: the build writes this file from spec/workloads.";

Recipe read_recipe(const JsonNode& node) {
  Recipe recipe;
  const auto dtype = parse_dtype(node.at("dtype").text());
  if (!dtype) node.at("dtype").fail("this is not a dtype");
  recipe.dtype = *dtype;
  for (const JsonNode& size : node.at("shape").elements()) recipe.shape.push_back(size.count());
  const JsonNode values = node.at("values");
  if (values.is_string()) {
    recipe.values = values.text();
  } else {
    recipe.below = values.at("below").integer();
    if (const auto from = values.find("from")) recipe.from = from->integer();
    if (recipe.from >= recipe.below) values.fail("no integer is in this range");
  }
  return recipe;
}

Workload read_workload(const JsonNode& node, const std::string& file) {
  Workload workload;
  workload.id = node.at("id").nonempty_text();
  workload.category = node.at("category").nonempty_text();
  workload.size = node.at("size").nonempty_text();
  for (const auto& [name, input] : node.at("inputs").members()) {
    workload.inputs.emplace(name, read_recipe(input));
  }
  workload.program = parse_program(node.at("program").json(), file);
  if (workload.program.calls.empty()) node.at("program").fail("the program has no call to measure");
  workload.random = node.at("random").boolean();
  if (const auto number = node.find("multiply_adds")) workload.multiply_adds = number->count();
  return workload;
}

using Random = std::mt19937_64;

// Over each row of the last axis, or over all elements if there are no axes.
std::int64_t row_length(const Recipe& recipe) {
  return recipe.shape.empty() ? 1 : std::max<std::int64_t>(recipe.shape.back(), 1);
}

void draw_each(Tensor& tensor, const std::function<double()>& draw) {
  for (std::int64_t i = 0; i < tensor.size(); ++i) set_element(tensor, i, draw());
}

void draw_rows(Tensor& tensor, std::int64_t length,
               const std::function<std::vector<double>()>& draw) {
  for (std::int64_t row = 0; row < tensor.size() / length; ++row) {
    const std::vector<double> elements = draw();
    for (std::int64_t i = 0; i < length; ++i) {
      set_element(tensor, row * length + i, elements[static_cast<std::size_t>(i)]);
    }
  }
}

std::vector<double> shares(Random& random, std::int64_t count) {
  std::vector<double> elements;
  std::uniform_real_distribution<double> positive(0.05, 1);
  double sum = 0;
  for (std::int64_t i = 0; i < count; ++i) sum += elements.emplace_back(positive(random));
  for (double& element : elements) element /= sum;
  return elements;
}

std::vector<double> one_hot(Random& random, std::int64_t count) {
  std::vector<double> elements(static_cast<std::size_t>(count));
  elements[std::uniform_int_distribution<std::size_t>(0, elements.size() - 1)(random)] = 1;
  return elements;
}

Tensor draw(const Recipe& recipe, Random& random) {
  Tensor tensor(recipe.dtype, recipe.shape);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.05, 0.95), positive(0.5, 2),
      near_one(0.99, 1.01);
  const std::string& values = recipe.values;
  if (values.empty()) {
    std::uniform_int_distribution<std::int64_t> integers(recipe.from, recipe.below - 1);
    draw_each(tensor, [&] { return static_cast<double>(integers(random)); });
  } else if (values == "normal") {
    draw_each(tensor, [&] { return normal(random); });
  } else if (values == "small") {
    draw_each(tensor, [&] { return normal(random) / 16; });
  } else if (values == "uniform") {
    draw_each(tensor, [&] { return uniform(random); });
  } else if (values == "positive") {
    draw_each(tensor, [&] { return positive(random); });
  } else if (values == "near-one") {
    draw_each(tensor, [&] { return near_one(random); });
  } else {
    const std::int64_t length = row_length(recipe);
    const auto row = values == "shares" ? shares : one_hot;
    draw_rows(tensor, length, [&] { return row(random, length); });
  }
  return tensor;
}

}  // namespace

std::vector<Workload> read_workloads(const std::string& file) {
  const FileBytes bytes = read_file(file, kBuildAgain);
  const nlohmann::json json = parse_json(bytes.text(), file, kBuildAgain);
  const JsonSource source{file, "", kBuildAgain};
  const JsonNode root(json, source);
  if (root.at("format").integer() != kWorkloadsFormat)
    root.at("format").fail("this is another version of the format");
  std::vector<Workload> workloads;
  for (const JsonNode& node : root.at("workloads").elements()) {
    workloads.push_back(read_workload(node, file));
  }
  return workloads;
}

std::string default_workloads_file() {
  return runner::program_directory() + "/../lib/kassay/workloads.json";
}

Inputs make_inputs(const Workload& workload) {
  Random random(20'260'101);  // any number: the values only have to be the same each time
  Inputs inputs;
  for (const auto& [name, recipe] : workload.inputs) inputs.emplace(name, draw(recipe, random));
  return inputs;
}

}  // namespace kassay::bench
