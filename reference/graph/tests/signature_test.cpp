#include "reference/graph/signature.h"

#include <gtest/gtest.h>

#include "spec/lib/error.h"

namespace kassay::reference::signature_test {
namespace {

const Signature& signature(std::string_view name) { return *find_signature(name); }

Value text(const char* word) { return std::string(word); }

std::string bound_text(const Value& value) {
  return value.get_if<std::string>() ? *value.get_if<std::string>() : "";
}

TEST(FindSignature, UnknownNameIsNull) { EXPECT_EQ(find_signature("no_such_function"), nullptr); }

TEST(Bind, FillsDefaults) {
  const auto values = bind(signature("softmax"), Edition::kKo, {{text("x")}, {}});
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(*values[1].get_if<std::int64_t>(), -1);
}

TEST(Bind, TakesADefaultOfTheEdition) {
  const Signature& function = signature("batch_normalization");
  const Arguments arguments{{text("x"), text("mean"), text("var"), text("beta"), text("gamma")},
                            {}};
  EXPECT_EQ(*bind(function, Edition::kKo, arguments).back().get_if<double>(), 1e-3);
  EXPECT_EQ(*bind(function, Edition::kJa, arguments).back().get_if<double>(), 1e-4);
}

TEST(Bind, OrdersArgumentsAsTheEditionDoes) {
  const Signature& function = signature("binary_crossentropy");
  const Arguments arguments{{text("first"), text("second")}, {}};
  EXPECT_EQ(bound_text(bind(function, Edition::kKo, arguments)[0]), "first");
  EXPECT_EQ(bound_text(bind(function, Edition::kJa, arguments)[0]), "second");
}

TEST(Bind, RefusesAnArgumentThatTheEditionLacks) {
  EXPECT_THROW(bind(signature("softmax"), Edition::kJa, {{text("x")}, {{"axis", std::int64_t{0}}}}),
               ApiError);
}

TEST(Bind, RefusesTooManyArguments) {
  EXPECT_THROW(bind(signature("abs"), Edition::kKo, {{text("x"), text("y")}, {}}), ApiError);
}

TEST(Bind, RefusesAMissingArgument) {
  EXPECT_THROW(bind(signature("abs"), Edition::kKo, {}), ApiError);
}

TEST(Bind, RefusesAnArgumentTwice) {
  EXPECT_THROW(bind(signature("abs"), Edition::kKo, {{text("x")}, {{"x", text("x")}}}), ApiError);
}

TEST(Bind, RequiresWhatAnEditionRequires) {
  EXPECT_THROW(bind(signature("l2_normalize"), Edition::kJa, {{text("x")}, {}}), ApiError);
  EXPECT_TRUE(bind(signature("l2_normalize"), Edition::kKo, {{text("x")}, {}}).back().is_none());
}

}  // namespace
}  // namespace kassay::reference::signature_test
