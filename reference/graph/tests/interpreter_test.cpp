#include "reference/graph/interpreter.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spec/lib/error.h"

namespace kassay::reference::interpreter_test {
namespace {

TEST(Interpreter, OffersEveryFunctionOfItsEdition) {
  const auto offers = [](Edition edition, const std::string& name) {
    const auto functions = Interpreter(edition).info().functions;
    return std::find(functions.begin(), functions.end(), name) != functions.end();
  };
  EXPECT_TRUE(offers(Edition::kKo, "slice"));
  EXPECT_FALSE(offers(Edition::kJa, "slice"));
}

TEST(Interpreter, AFunctionThatTheEditionLacksIsUnsupported) {
  EXPECT_THROW(Interpreter(Edition::kJa).call("slice", {}), Unsupported);
}

TEST(Interpreter, AnUnknownFunctionIsUnsupported) {
  EXPECT_THROW(Interpreter(Edition::kKo).call("no_such_function", {}), Unsupported);
}

TEST(Interpreter, EveryKernelHasASignature) {
  for (const auto& [name, kernel] : kernel_table())
    EXPECT_NE(find_signature(name), nullptr) << name;
}

TEST(Interpreter, InputsStayAsTheyWere) {
  Tensor x(DType::kFloat32, {3});
  x.mutable_data<float>()[1] = -2;
  Interpreter(Edition::kKo).call("abs", {{x}, {}});
  EXPECT_EQ(x.data<float>()[1], -2);
}

TEST(Interpreter, OperationsThatAreNotOfTheApiAreUnsupported) {
  Interpreter interpreter(Edition::kKo);
  for (const char* name : {"internal.stop_gradient", "move_back.gather", "move_back.nonsense"}) {
    EXPECT_THROW(interpreter.call(name, {{Tensor()}, {}}), Unsupported) << name;
  }
}

}  // namespace
}  // namespace kassay::reference::interpreter_test
