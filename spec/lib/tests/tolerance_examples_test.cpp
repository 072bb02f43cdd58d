// The examples that every statement of the tolerance passes: spec/tolerance_examples.json.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "spec/lib/tolerance.h"

namespace kassay::tolerance_examples_test {
namespace {

using Json = nlohmann::json;

// Hexadecimal, "inf", "-inf" and "nan" are written as strings.
double number(const Json& stated) {
  return stated.is_string() ? std::strtod(stated.get<std::string>().c_str(), nullptr)
                            : stated.get<double>();
}

DType dtype_of(const Json& example) {
  return parse_dtype(example.at("dtype").get<std::string>()).value();
}

Accuracy accuracy_of(const Json& example) {
  return {number(example.at("ulps")), number(example.at("terms")), number(example.at("atol"))};
}

const Json& all_examples() {
  static const Json examples = Json::parse(std::ifstream(KASSAY_TOLERANCE_EXAMPLES));
  return examples;
}

TEST(ToleranceExamples, HaveTheseLimits) {
  for (const Json& example : all_examples().at("elements")) {
    SCOPED_TRACE(example.at("name"));
    const Limit limit =
        element_limit(number(example.at("expected")), number(example.at("magnitude")),
                      accuracy_of(example), dtype_of(example));
    EXPECT_DOUBLE_EQ(limit.total, number(example.at("limit")));
  }
}

TEST(ToleranceExamples, HaveTheseErrorsAndVerdicts) {
  for (const Json& example : all_examples().at("elements")) {
    SCOPED_TRACE(example.at("name"));
    const double expected = number(example.at("expected"));
    const DType dtype = dtype_of(example);
    const Limit limit =
        element_limit(expected, number(example.at("magnitude")), accuracy_of(example), dtype);
    for (const Json& answer : example.at("answers")) {
      SCOPED_TRACE(answer.dump());
      const double actual = number(answer.at("actual"));
      ASSERT_TRUE(is_representable(actual, dtype));
      const ElementCheck check =
          check_element(actual, expected, limit, dtype, example.at("sign_of_zero").get<bool>());
      EXPECT_EQ(check.passed, answer.at("passes").get<bool>());
      EXPECT_EQ(static_cast<double>(check.error), number(answer.at("error")));
    }
  }
}

TEST(ToleranceExamples, HaveTheseRootMeanSquares) {
  for (const Json& example : all_examples().at("tensors")) {
    SCOPED_TRACE(example.at("name"));
    const DType dtype = dtype_of(example);
    const Accuracy accuracy = accuracy_of(example);
    RootMeanSquare errors(accuracy, dtype);
    for (const Json& run : example.at("elements")) {
      const double expected = number(run.at("expected"));
      const double magnitude = number(run.at("magnitude"));
      const Limit limit = element_limit(expected, magnitude, accuracy, dtype);
      const ElementCheck check =
          check_element(number(run.at("actual")), expected, limit, dtype, false);
      EXPECT_TRUE(check.passed);
      for (std::int64_t i = 0; i < run.at("count").get<std::int64_t>(); ++i) {
        errors.add(expected, magnitude, check.error);
      }
    }
    EXPECT_DOUBLE_EQ(rms_limit(accuracy), number(example.at("limit")));
    const auto rms = errors.value();
    ASSERT_EQ(rms.has_value(), !example.at("rms").is_null());
    if (rms) {
      EXPECT_DOUBLE_EQ(static_cast<double>(*rms), number(example.at("rms")));
    }
    EXPECT_EQ(!rms || *rms <= rms_limit(accuracy), example.at("passes").get<bool>());
  }
}

}  // namespace
}  // namespace kassay::tolerance_examples_test
