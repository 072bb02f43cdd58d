#include "spec/lib/value.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "spec/lib/backend.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/tests/file_error.h"

namespace kassay {
namespace {

using testing::HasSubstr;

Value read(const std::string& text) {
  return value_from_json(parse_json(text, "value.json", ""), "value.json");
}

TEST(Value, DescriptionTellsKind) {
  EXPECT_EQ(describe(None{}), "None");
  EXPECT_EQ(describe(true), "a bool");
  EXPECT_EQ(describe(std::int64_t{3}), "an int");
  EXPECT_EQ(describe(0.5), "a float");
  EXPECT_EQ(describe("text"), "a string");
  EXPECT_EQ(describe(Tensor(DType::kFloat32, {2, 3})), "a float32 tensor of shape (2, 3)");
  EXPECT_EQ(describe(Tensor(DType::kInt32, {5})), "an int32 tensor of shape (5,)");
  EXPECT_EQ(describe(List{None{}, 1.0}), "a list of 2");
}

TEST(Value, IntAndFloatStayApart) {
  EXPECT_NE(read("1").get_if<std::int64_t>(), nullptr);
  EXPECT_NE(read("1.0").get_if<double>(), nullptr);
  EXPECT_NE(read("1e0").get_if<double>(), nullptr);
}

TEST(Value, EveryKindReadsBack) {
  const std::string text = R"([null,true,-3,0.5,1.0,"a",{"float":"-inf"},[[],"b"]])";
  EXPECT_EQ(dump_json(to_json(read(text))), text);
}

TEST(Value, NanHasAName) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(dump_json(to_json(Value(-nan))), R"({"float":"nan"})");
  const Value back = read(R"({"float": "nan"})");
  ASSERT_NE(back.get_if<double>(), nullptr);
  EXPECT_TRUE(*back.get_if<double>() != *back.get_if<double>());
}

TEST(Value, FloatOfAnotherNameIsRefused) {
  EXPECT_THAT(file_error([] { read(R"([1, {"float": "infinity"}])"); }),
              HasSubstr("value.json: /1/float: "));
  EXPECT_THAT(file_error([] { read(R"({"float": 1.5})"); }), HasSubstr("expected \"inf\""));
}

TEST(Value, OtherObjectIsRefused) {
  EXPECT_THAT(file_error([] { read(R"({"double": "inf"})"); }), HasSubstr("\"double\""));
}

TEST(Value, TensorHasNoJson) {
  EXPECT_THROW(to_json(Value(List{Tensor(DType::kBool, {})})), std::invalid_argument);
}

TEST(ShortestText, ReadsBackWithFewestDigits) {
  EXPECT_EQ(shortest_text(0.1), "0.1");
  EXPECT_EQ(shortest_text(3.0), "3");
  EXPECT_EQ(shortest_text(-0.0), "-0");
  EXPECT_EQ(shortest_text(1e-7), "1e-07");
  EXPECT_EQ(shortest_text(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(shortest_text(-std::numeric_limits<double>::quiet_NaN()), "nan");
}

TEST(Edition, NameReadsBack) {
  for (const Edition edition : kEditions) EXPECT_EQ(parse_edition(edition_name(edition)), edition);
  EXPECT_EQ(parse_edition("en"), std::nullopt);
}

TEST(ErrorKind, NameReadsBack) {
  for (const char* name : {"value", "type", "index", "assertion", "not-implemented", "other"}) {
    ASSERT_TRUE(parse_error_kind(name)) << name;
    EXPECT_EQ(error_kind_name(*parse_error_kind(name)), name);
  }
  EXPECT_EQ(parse_error_kind("any"), std::nullopt);
}

}  // namespace
}  // namespace kassay
