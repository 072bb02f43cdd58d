// Programs from a random number generator, compared with the reference: gradients, and updates of variables over several calls. Elements
// are small integers, so that the order of additions hardly affects rounding; some programs have special values. KASSAY_PROGRAMS=20000 runs
// more programs than a build needs.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "optimized/engine/engine.h"
#include "optimized/tests/plans.h"
#include "optimized/tests/scans.h"

namespace kassay::optimized::random_programs {

inline constexpr int kParts = 10;  // which run at the same time
inline constexpr int kPrograms = 1000;
inline constexpr std::int64_t kMostElements = 3000;
inline constexpr double kLargest = 1e4;  // magnitude of an intermediate result
inline constexpr double kLargestInput = 3;
inline constexpr int kCalls = 3;  // of each program

inline int program_count() {
  const char* const text = std::getenv("KASSAY_PROGRAMS");
  return text == nullptr ? kPrograms : std::atoi(text);
}

class RandomProgram : public reference::Graph, public testing::WithParamInterface<int> {
 protected:
  struct Node {
    Value tensor;
    Shape shape;
    double largest;  // magnitude of its elements
  };

  std::int64_t below(std::int64_t count) {
    return std::uniform_int_distribution<std::int64_t>(0, count - 1)(random_);
  }
  bool one_in(std::int64_t count) { return below(count) == 0; }

  Tensor numbers(const Shape& shape) {
    Tensor tensor(dtype_, shape);
    constexpr double kSpecial[] = {-0.0, std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
    for (std::int64_t i = 0; i < tensor.size(); ++i) {
      const bool is_special = special_ && one_in(20);
      set_element(tensor, i, is_special ? kSpecial[below(4)] : static_cast<double>(below(7) - 3));
    }
    return tensor;
  }

  Shape any_shape(std::int64_t rank) {
    Shape shape;
    for (std::int64_t d = 0; d < rank; ++d)
      shape.push_back(one_in(8) ? 1 + below(20) : 1 + below(4));
    return shape;
  }

  void add_input(const Shape& shape) {
    Tensor value = numbers(shape);
    if (one_in(3)) {
      sources_.push_back(variable(value));
      variables_.push_back(sources_.back());
    } else {
      sources_.push_back(placeholder(shape, dtype_));
      placeholders_.push_back(sources_.back());
      feeds_.emplace_back(std::move(value));
    }
    nodes_.push_back({sources_.back(), shape, kLargestInput});
  }

  const Node& any() {
    return nodes_[static_cast<std::size_t>(below(static_cast<std::int64_t>(nodes_.size())))];
  }

  static bool broadcast(const Shape& x, const Shape& y) {
    for (std::size_t back = 1; back <= std::min(x.size(), y.size()); ++back) {
      const std::int64_t a = x[x.size() - back], b = y[y.size() - back];
      if (a != b && a != 1 && b != 1) return false;
    }
    return true;
  }

  // Adds the result of a call unless it is too large.
  void add(const char* function, List arguments, double largest) {
    if (largest > kLargest) return;
    program_ += std::string("\n  ") + function + " " + describe_shapes(arguments);
    const Value tensor = call(function, std::move(arguments));
    const Shape shape = *type(tensor).shape;
    if (element_count(shape) <= kMostElements) nodes_.push_back({tensor, shape, largest});
  }
  static std::string describe_shapes(const List& arguments) {
    std::string text;
    for (const Value& argument : arguments) {
      const auto symbol = reference::symbol_of(argument);
      if (symbol) text += to_string(*symbol->type().shape);
    }
    return text;
  }

  static Value integers(const std::vector<std::int64_t>& numbers) {
    return reference::list_of(numbers);
  }

  void add_elementwise() {
    const Node x = any(), y = any();
    switch (below(9)) {
      case 0:
        return add("relu", {x.tensor}, x.largest);
      case 1:
        return add("operator.mul", {x.tensor, 0.5}, x.largest);
      case 2:
        return add("square", {x.tensor}, x.largest * x.largest);
      case 3:
        return add("clip", {x.tensor, -2.0, 5.0}, 5);
      case 4:
        return add("abs", {x.tensor}, x.largest);
      default:
        break;
    }
    if (!broadcast(x.shape, y.shape)) return;
    static const char* const kBinary[] = {"operator.add", "operator.sub", "operator.mul", "maximum",
                                          "minimum"};
    const std::int64_t which = below(5);
    // A tensor of a higher rank comes first.
    const bool swaps = x.shape.size() < y.shape.size();
    add(kBinary[which], {swaps ? y.tensor : x.tensor, swaps ? x.tensor : y.tensor},
        which == 2 ? x.largest * y.largest : x.largest + y.largest);
  }

  void add_movement() {
    const Node x = any();
    const auto rank = static_cast<std::int64_t>(x.shape.size());
    switch (below(8)) {
      case 0: {
        if (rank == 0) return;
        std::vector<std::int64_t> start, size;
        for (const std::int64_t entry : x.shape) {
          start.push_back(below(entry));
          size.push_back(one_in(2) ? 1 : -1);
        }
        return add("slice", {x.tensor, integers(start), integers(size)}, x.largest);
      }
      case 1:
        return add("reshape", {x.tensor, integers({-1})}, x.largest);
      case 2:
        if (rank > 0) add("expand_dims", {x.tensor, below(rank + 1)}, x.largest);
        return;
      case 3:
        return add("transpose", {x.tensor}, x.largest);
      case 4: {
        if (rank < 2) return;
        std::vector<std::int64_t> order(x.shape.size());
        for (std::size_t d = 0; d < order.size(); ++d) order[d] = static_cast<std::int64_t>(d);
        std::ranges::shuffle(order, random_);
        return add("permute_dimensions", {x.tensor, integers(order)}, x.largest);
      }
      case 5:
        for (std::int64_t d = 0; d < rank; ++d) {
          if (x.shape[static_cast<std::size_t>(d)] == 1)
            return add("squeeze", {x.tensor, d}, x.largest);
        }
        return;
      case 6:
        if (rank > 0) add("concatenate", {List{x.tensor, x.tensor}, below(rank)}, x.largest);
        return;
      default:
        if (rank == 3)
          add("temporal_padding", {x.tensor, integers({below(3), below(3)})}, x.largest);
        if (rank > 0) add("reverse", {x.tensor, below(rank)}, x.largest);
    }
  }

  void add_product() {
    const Node x = any();
    if (x.shape.empty()) return;
    const std::int64_t terms = x.shape.back();
    if (one_in(3) && x.shape.size() == 4 && !special_) {
      const std::int64_t filters = 1 + below(4);
      const Shape kernel{std::min<std::int64_t>(x.shape[1], 2),
                         std::min<std::int64_t>(x.shape[2], 3), terms, filters};
      const bool apart = one_in(2);
      const std::vector<std::int64_t> strides =
          one_in(2) ? std::vector<std::int64_t>{1, 1} : std::vector<std::int64_t>{2, 2};
      add_input(kernel);
      return add(apart ? "depthwise_conv2d" : "conv2d",
                 {x.tensor, nodes_.back().tensor, integers(strides),
                  std::string(one_in(2) ? "same" : "valid"), std::string("channels_last")},
                 x.largest * 3 * static_cast<double>(6 * terms));
    }
    // An existing matrix or a new one.
    for (const Node& y : nodes_) {
      if (y.shape.size() != 2 || y.shape[0] != terms || one_in(3)) continue;
      return add("dot", {x.tensor, y.tensor}, x.largest * y.largest * static_cast<double>(terms));
    }
    add_input({terms, 1 + below(5)});
    add("dot", {x.tensor, nodes_.back().tensor}, x.largest * 3 * static_cast<double>(terms));
  }

  void add_reduction() {
    const Node x = any();
    const auto rank = static_cast<std::int64_t>(x.shape.size());
    if (rank == 0) return;
    const std::int64_t axis = below(rank);
    const bool keepdims = one_in(2);
    if (one_in(2)) return add("max", {x.tensor, axis, keepdims}, x.largest);
    add("sum", {x.tensor, axis, keepdims},
        x.largest * static_cast<double>(x.shape[static_cast<std::size_t>(axis)]));
  }

  // A loop over the second dimension, whose steps all use the same matrix.
  void add_recurrence() {
    const Node x = any();
    if (x.shape.size() != 3 || x.shape[1] > 4) return;
    const std::int64_t features = x.shape[2];
    add_input({features, 2});
    const Value matrix = nodes_.back().tensor;
    add_input({x.shape[0], 2});
    const Value state = nodes_.back().tensor;
    const Function step = reference::lambda([this,
                                             matrix](const List& arguments) -> std::vector<Value> {
      const Value before = std::get<List>(arguments[1]).at(0);
      const Value next = call(
          "clip", {call("operator.add", {call("dot", {arguments[0], matrix}), before}), -4.0, 4.0});
      return {next, List{next}};
    });
    program_ += "\n  rnn " + to_string(x.shape);
    Value mask;
    if (one_in(3)) {
      Tensor present(DType::kBool, {x.shape[0], x.shape[1]});
      for (std::int64_t i = 0; i < present.size(); ++i) set_element(present, i, below(2));
      mask = placeholder(present.shape(), DType::kBool);
      placeholders_.push_back(mask);
      feeds_.emplace_back(std::move(present));
    }
    const auto results = session_.apply("rnn", {step, x.tensor, List{state}, one_in(2), mask});
    nodes_.push_back({results[0], *type(results[0]).shape, 4});
    nodes_.push_back({results[1], *type(results[1]).shape, 4});
  }

  // The same program for both forms of recurrences: scans, or the calls of all steps.
  void make_program(std::uint64_t seed, bool scans) {
    random_.seed(seed);
    set_scans(executor_, scans);
    dtype_ = one_in(3) ? DType::kFloat64 : DType::kFloat32;
    special_ = one_in(4);
    program_ = "program " + std::to_string(seed) + (special_ ? ", special values" : "");
    nodes_.clear();
    sources_.clear();
    variables_.clear();
    placeholders_.clear();
    feeds_.clear();
    for (std::int64_t i = 0; i < 3; ++i) add_input(any_shape(below(5)));
    const std::int64_t calls = 4 + below(10);
    for (std::int64_t i = 0; i < calls; ++i) {
      const std::int64_t kind = below(10);
      if (kind < 4) {
        add_elementwise();
      } else if (kind < 7) {
        add_movement();
      } else if (kind < 8) {
        add_product();
      } else if (kind < 9) {
        add_reduction();
      } else {
        add_recurrence();
      }
    }
  }

  // Some results, and the gradients of one of them.
  List outputs() {
    List outputs{nodes_.back().tensor, any().tensor};
    if (one_in(3)) return outputs;
    const Value weighted = call("operator.mul", {nodes_.back().tensor, 3.0});
    for (const Value& gradient : gradients(call("sum", {weighted}), sources_)) {
      if (!gradient.is_none()) outputs.push_back(gradient);
    }
    return outputs;
  }

  // New values for some variables, for some of them twice: adds the values to the outputs, and returns the variables.
  List updates(List& outputs) {
    List updated;
    for (const Value& variable : variables_) {
      for (std::int64_t i = below(3); i > 0; --i) {
        const Value& other = any_like(variable);
        const Value sum = one_in(2) ? call("operator.sub", {variable, other}) : other;
        outputs.push_back(call("clip", {sum, -kLargestInput, kLargestInput}));
        updated.push_back(variable);
      }
    }
    return updated;
  }
  // A tensor of that shape.
  const Value& any_like(const Value& variable) {
    while (true) {
      const Node& node = any();
      if (node.shape == *type(variable).shape) return node.tensor;
    }
  }

  engine::Options any_options() {
    engine::Options options;
    for (bool* const pass :
         {&options.folds, &options.shares_results, &options.passes_over_identities,
          &options.absorbs_broadcasts, &options.recognizes_gradients, &options.prunes,
          &options.packs, &options.makes_chains, &options.makes_totals, &options.makes_code,
          &options.plans_memory, &options.makes_code, &options.updates_in_place}) {
      *pass = !one_in(4);
    }
    options.run_length = one_in(2) ? 4 : 1024;
    if (one_in(2)) options.largest_kept = 0;
    return options;
  }

  // Does not share its elements with a variable.
  static Tensor copy_of(const Tensor& tensor) {
    Tensor copy = Tensor::unspecified(tensor.dtype(), tensor.shape());
    std::ranges::copy(tensor.bytes(), copy.mutable_bytes().begin());
    return copy;
  }

  // Another order of additions rounds differently.
  void expect_same(const Tensor& actual, const Tensor& expected) {
    ASSERT_EQ(actual.shape(), expected.shape());
    ASSERT_EQ(actual.dtype(), expected.dtype());
    long double largest = 1;
    for (std::int64_t i = 0; i < expected.size(); ++i) {
      const long double size = std::fabs(element(expected, i));
      if (std::isfinite(size)) largest = std::max(largest, size);
    }
    for (std::int64_t i = 0; i < expected.size(); ++i) {
      const long double a = element(actual, i), b = element(expected, i);
      ASSERT_TRUE(a == b || (std::isnan(a) && std::isnan(b)) || std::fabs(a - b) <= 1e-5L * largest)
          << "at " << i << ": " << a << ", and the reference has " << b;
    }
  }

  std::mt19937_64 random_;
  DType dtype_ = DType::kFloat32;
  bool special_ = false;
  std::string program_;
  std::vector<Node> nodes_;
  List sources_, variables_, placeholders_;
  std::vector<Value> feeds_;
};

}  // namespace kassay::optimized::random_programs
