#include "spec/lib/json_text.h"

#include <nlohmann/json.hpp>

#include "spec/lib/tests/file_error.h"

namespace kassay::json_text_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string error_of(const std::string& text) {
  return file_error([&] { parse_json(text, "a.json", "Mend it.", "line 7"); });
}

TEST(ParseJson, BuildsTheSameDocumentAsTheLibrary) {
  const std::string text =
      R"({"a":[1,-2,3.5,true,null,"x\u00e9\n",[],{}],"b":{"c":{"d":[[1],[2]]}},"e":9223372036854775807})";
  EXPECT_EQ(parse_json(text, "", ""), nlohmann::json::parse(text));
}

TEST(ParseJson, ErrorNamesFilePlaceAndRemedy) {
  EXPECT_THAT(error_of("[1,\n2"), AllOf(HasSubstr("a.json: line 7: "), HasSubstr("line 2"),
                                        HasSubstr("Mend it."), Not(HasSubstr("json.exception"))));
}

TEST(ParseJson, NotJson) {
  for (const char* text : {"", " ", "nul", "{\"a\" 1}", "[1,]", "01", "+1", "NaN", "'a'", "[1] 2",
                           "\"\x01\"", "\"\xff\"", "{1: 2}", "// a\n1", "\"\\ud800\""}) {
    EXPECT_THAT(error_of(text), HasSubstr("a.json: line 7: ")) << text;
  }
}

TEST(ParseJson, NulIsNotTheEnd) {
  EXPECT_THAT(error_of(std::string("[1]\0 and more", 14)), HasSubstr("a NUL at byte 3"));
}

TEST(ParseJson, RepeatedKey) {
  EXPECT_THAT(error_of(R"({"a": [0, {"b": 1, "b": 1}]})"),
              AllOf(HasSubstr("/a/1: "), HasSubstr("\"b\" appears twice")));
}

TEST(ParseJson, DeepNesting) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_NO_THROW(parse_json(nested(kMaxJsonDepth), "", ""));
  EXPECT_THAT(error_of(nested(kMaxJsonDepth + 1)), HasSubstr("levels of nesting"));
  EXPECT_THAT(error_of(std::string(10'000'000, '[')), HasSubstr("levels of nesting"));
}

TEST(ParseJson, IntegerBeyond64Bits) {
  EXPECT_THAT(error_of("[9223372036854775808]"), HasSubstr("9223372036854775808 does not fit"));
  EXPECT_THAT(error_of("-9223372036854775809"), HasSubstr("does not fit"));
  EXPECT_THAT(error_of("99999999999999999999999"), HasSubstr("does not fit"));
}

TEST(ParseJson, FloatBeyondDouble) { EXPECT_THAT(error_of("[1e999]"), HasSubstr("1e999")); }

TEST(DumpJson, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(dump_json(nlohmann::json("a\xff")), "\"a\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace kassay::json_text_test
