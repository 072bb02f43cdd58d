#include "spec/lib/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::profile_test {
namespace {

using testing::ElementsAre;

constexpr std::size_t kDense = 0, kSparse = 1;

std::vector<Profile> profiles() {
  Profile dense;
  dense.modes = {Mode::kEager, Mode::kProgram};
  dense.functions = {"dot", "constant", "eval"};
  dense.without = {"dot.sparse"};
  dense.calls = {"dot", "constant", "eval"};
  Profile sparse;
  sparse.modes = {Mode::kEager, Mode::kFunction, Mode::kProgram};
  sparse.functions = {"to_dense"};
  sparse.clauses = {"dot.sparse"};
  sparse.calls = {"dot", "constant", "eval", "to_dense", "placeholder", "function"};
  return {dense, sparse};
}

// One call of the function on x, in all modes but the gradient.
Case case_of(const std::string& function, std::vector<std::string> clauses) {
  Case result;
  result.id = "a/" + function + "/float32/b";
  result.function = function;
  result.clauses = std::move(clauses);
  result.modes = {Mode::kEager, Mode::kFunction, Mode::kDynamic, Mode::kProgram};
  result.inputs = {{"x", Tensor(DType::kFloat32, {2})}};
  Call call;
  call.let = {"y"};
  call.function = function;
  call.args.emplace_back(Reference{"x"});
  result.program.calls = {call};
  result.program.returned = {"y"};
  return result;
}

TEST(Profile, ACaseOfAFunctionBelongs) {
  const Case product = case_of("dot", {"dot.value"});
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kEager, profiles()), ElementsAre(kDense));
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kProgram, profiles()), ElementsAre(kDense));
}

TEST(Profile, OnlyInItsModes) {
  const Case product = case_of("dot", {"dot.value"});
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kDynamic, profiles()), ElementsAre());
}

TEST(Profile, ASingleClauseBelongsToTheProfileThatNamesIt) {
  const Case product = case_of("dot", {"dot.value", "dot.sparse"});
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kEager, profiles()), ElementsAre(kSparse));
}

TEST(Profile, ACaseThatCallsMoreDoesNotBelong) {
  Case product = case_of("dot", {"dot.value"});
  Call call = product.program.calls[0];
  call.function = "to_dense";
  call.let = {"z"};
  product.program.calls.push_back(call);
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kProgram, profiles()), ElementsAre());
  product.clauses = {"dot.sparse"};
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kProgram, profiles()), ElementsAre(kSparse));
}

TEST(Profile, WhatWrapsACaseIsCalledToo) {
  std::vector<Profile> without_function = profiles();
  without_function[kSparse].calls.erase("placeholder");
  const Case product = case_of("dot", {"dot.sparse"});
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kFunction, profiles()), ElementsAre(kSparse));
  EXPECT_THAT(profiles_of(outline_of(product), Mode::kFunction, without_function), ElementsAre());
}

TEST(Profile, ConcernsTheFunctionsOfItsClauses) {
  const Profile sparse = profiles()[kSparse];
  EXPECT_TRUE(sparse.concerns("to_dense"));
  EXPECT_TRUE(sparse.concerns("dot"));
  EXPECT_FALSE(sparse.concerns("do"));
  EXPECT_FALSE(sparse.concerns("eval"));
}

}  // namespace
}  // namespace kassay::profile_test
