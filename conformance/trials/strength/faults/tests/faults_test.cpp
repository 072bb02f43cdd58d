// What a fault changes, and what it leaves unchanged. (kassay-faults tests the catalogue.)
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <set>

#include "conformance/trials/strength/faults/catalogue.h"
#include "conformance/trials/strength/faults/faulty_backend.h"
#include "conformance/trials/strength/faults/mistakes.h"
#include "conformance/trials/strength/faults/statement.h"
#include "spec/lib/error.h"

namespace kassay::faults::faults_test {
namespace {

Tensor vector(std::vector<double> elements) {
  Tensor result(DType::kFloat64, {static_cast<std::int64_t>(elements.size())});
  std::ranges::copy(elements, result.mutable_data<double>().begin());
  return result;
}

Value one(Backend& backend, std::string_view function, std::vector<Value> arguments) {
  return backend.call(function, {std::move(arguments), {}}).front();
}

Value constant(Backend& backend, const Tensor& value) {
  return one(backend, "constant", {value, "float64"});
}

std::vector<double> evaluated(Backend& backend, const Value& tensor) {
  const Value array = one(backend, "eval", {tensor});
  const auto elements = std::get<Tensor>(array).data<double>();
  return {elements.begin(), elements.end()};
}

using Numbers = std::vector<double>;

// x + 1 instead of the square of x.
Fault successor() {
  return fault("x/square/successor", {"square"}, Class::kDomain, "",
               [](Call& call) -> Node { return call("x") + 1.0; });
}

TEST(FaultyBackend, AnswersTheCallsOfAFault) {
  const Fault fault = successor();
  const auto backend = make_faulty(fault);
  EXPECT_EQ(evaluated(*backend, one(*backend, "square", {constant(*backend, vector({3}))})),
            Numbers({4}));
}

TEST(FaultyBackend, LeavesOtherFunctionsRight) {
  const Fault fault = successor();
  const auto backend = make_faulty(fault);
  EXPECT_EQ(evaluated(*backend, one(*backend, "pow", {constant(*backend, vector({3})), 2})),
            Numbers({9}));
}

TEST(FaultyBackend, FillsInDefaults) {
  const Fault fault = faults::fault("x/elu/alpha", {"elu"}, Class::kDomain, "", [](Call& call) {
    EXPECT_EQ(std::get<double>(call.value("alpha")), 1.0);
    return call.right();
  });
  const auto backend = make_faulty(fault);
  one(*backend, "elu", {constant(*backend, vector({3}))});
}

TEST(FaultyBackend, RefusesWhatTheReferenceRefuses) {
  const Fault fault = faults::fault("x/function/right", {"function"}, Class::kState, "",
                                    [](Call& call) { return call.right(); });
  const auto backend = make_faulty(fault);
  EXPECT_THROW(backend->call("function", {{List{}, List{}}, {{"no_such_option", true}}}), ApiError);
}

TEST(FaultyBackend, ChangesEvaluationsInAGraph) {
  const Fault fault =
      faults::fault("x/square/negative", {"square"}, Class::kDomain, "",
                    [](Computation& c) { return each(c.result(), [](Real x) { return -x; }); });
  const auto backend = make_faulty(fault);
  const Value variable = one(*backend, "variable", {vector({3}), "float64"});
  EXPECT_EQ(evaluated(*backend, one(*backend, "square", {variable})), Numbers({-9}));
}

TEST(FaultyBackend, ForgetsItsStateWithEachProgram) {
  const Fault fault = faults::fault(
      "x/square/counted", {"square"}, Class::kState, "",
      [count = 0](Call& call) mutable -> Node { return call("x") * static_cast<double>(++count); });
  const auto backend = make_faulty(fault);
  const auto squared = [&] {
    return evaluated(*backend, one(*backend, "square", {constant(*backend, vector({3}))}));
  };
  EXPECT_EQ(squared(), Numbers({3}));
  EXPECT_EQ(squared(), Numbers({6}));
  backend->reset();
  EXPECT_EQ(squared(), Numbers({3}));
}

// The derivative of the sum of y.
Value derivative(Backend& backend, const Value& y, const Value& x) {
  const Value sum = one(backend, "sum", {y});
  const Value gradients = one(backend, "gradients", {sum, List{x}});
  return std::get<List>(gradients).front();
}

TEST(Mistakes, DerivedOnceHasNoSecondDerivative) {
  const Fault fault = faults::fault(
      "x/square/once", {"square"}, Class::kDerivative, "",
      [](Call& call) -> Node { return derived_once(call.node(), call("x") * 2.0, call("x")); });
  const auto backend = make_faulty(fault);
  const Value x = one(*backend, "variable", {vector({3, 5}), "float64"});
  const Value first = derivative(*backend, one(*backend, "square", {x}), x);
  EXPECT_EQ(evaluated(*backend, first), Numbers({6, 10}));
  EXPECT_EQ(evaluated(*backend, derivative(*backend, first, x)), Numbers({0, 0}));
}

TEST(Mistakes, ValueOfOneTensorAndDerivativeOfAnother) {
  const Fault fault = faults::fault(
      "x/square/other", {"square"}, Class::kDerivative, "",
      [](Call& call) -> Node { return with_derivative_of(call.node(), call("x") * 7.0); });
  const auto backend = make_faulty(fault);
  const double infinity = std::numeric_limits<double>::infinity();
  const Value x = one(*backend, "variable", {vector({3, infinity}), "float64"});
  const Value y = one(*backend, "square", {x});
  EXPECT_EQ(evaluated(*backend, y), Numbers({9, infinity}));
  EXPECT_EQ(evaluated(*backend, derivative(*backend, y, x)).front(), 7);
}

TEST(Mistakes, ThroughRoundsTensorsOfThatType) {
  const Tensor third = vector({1.0 / 3});
  EXPECT_EQ(element(through(DType::kFloat32, third, DType::kFloat64), 0), Real(1.0F / 3));
  EXPECT_EQ(element(through(DType::kFloat32, third, DType::kInt64), 0), Real(1.0 / 3));
}

TEST(Catalogue, EachIdIsUnique) {
  std::set<std::string> ids;
  for (const Fault& fault : all_faults()) EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
}

TEST(Catalogue, FunctionsAreInTheApi) {
  for (const Fault& fault : all_faults()) {
    for (const std::string& function : fault.functions) {
      EXPECT_NE(reference::find_signature(function), nullptr) << fault.id << ": " << function;
    }
  }
}

TEST(Catalogue, PublishedFaultsHaveTheAddressOfAReport) {
  for (const Fault& fault : all_faults()) {
    if (fault.id.starts_with("published/")) {
      EXPECT_TRUE(fault.is_published()) << fault.id;
    }
    if (fault.is_published()) {
      EXPECT_TRUE(fault.source.starts_with("https://")) << fault.id;
    }
  }
}

TEST(Catalogue, EachUncaughtFaultHasAWitness) {
  std::set<std::string> slipping, witnessed;
  for (const Fault& fault : all_faults()) {
    if (fault.is_excused()) slipping.insert(fault.id);
  }
  const std::filesystem::path folder = KASSAY_WITNESSES;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::filesystem::path id = entry.path().lexically_relative(folder);
    witnessed.insert(id.replace_extension().generic_string());
  }
  EXPECT_EQ(witnessed, slipping);
}

Trial caught() {
  Trial trial;
  trial.caught.push_back({"id", "eager", "fail", ""});
  return trial;
}

TEST(Statement, ACaughtFaultNeedsNoReason) {
  EXPECT_EQ(problem_of(successor(), caught(), KASSAY_WITNESSES), "");
}

TEST(Statement, AFaultThatSlipsThroughNeedsAReason) {
  EXPECT_NE(problem_of(successor(), Trial{}, KASSAY_WITNESSES).find("no case catches it"),
            std::string::npos);
}

TEST(Statement, ACaughtFaultIsNotUnspecified) {
  const Fault fault = successor().leaves_open("D-000 does not specify it");
  EXPECT_NE(problem_of(fault, caught(), KASSAY_WITNESSES).find("it is caught"), std::string::npos);
}

TEST(Statement, ACaughtFaultIsNotSaidToSlipThrough) {
  EXPECT_NE(
      problem_of(successor().slips("a reason"), caught(), KASSAY_WITNESSES).find("it is caught"),
      std::string::npos);
}

TEST(Statement, AFaultThatSlipsThroughNeedsAWitness) {
  EXPECT_THROW(problem_of(successor().slips("a reason"), Trial{}, KASSAY_WITNESSES), FileError);
}

TEST(Statement, AnAnswerInsteadOfAnErrorShowsTheFault) {
  const Fault fault = faults::fault("published/gather/zeros-outside", {"gather"}, Class::kDomain,
                                    "", [](Call& call) { return call.value("reference"); })
                          .leaves_open("a reason");
  EXPECT_EQ(problem_of(fault, Trial{}, KASSAY_WITNESSES), "");
}

TEST(Statement, AWitnessMustShowTheFault) {
  // Its witness does not compute squares.
  Fault fault = successor().slips("a reason");
  fault.id = "reduction/std/squares-underflow";
  EXPECT_NE(problem_of(fault, Trial{}, KASSAY_WITNESSES).find("its witness"), std::string::npos);
}

}  // namespace
}  // namespace kassay::faults::faults_test
