#include "spec/lib/json_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "spec/lib/json_text.h"

namespace kassay::json_scan_test {
namespace {

using testing::ElementsAre;
using Unexpected = JsonScan::Unexpected;

std::vector<std::string> skipped(const std::string& array) {
  std::vector<std::string> texts;
  JsonScan scan(array);
  scan.elements([&] { texts.emplace_back(scan.skip()); });
  scan.end();
  return texts;
}

std::string text_of(const std::string& json) {
  JsonScan scan(json);
  std::string text = scan.text();
  scan.end();
  return text;
}

TEST(Skip, PassesOverEveryKindOfValue) {
  EXPECT_THAT(skipped(" [ null , -1.5e3,\"a\" ,{\"b\": [1, {}]}\n, [[]] ] "),
              ElementsAre("null", "-1.5e3", "\"a\"", "{\"b\": [1, {}]}", "[[]]"));
}

TEST(Skip, BracketsAndQuotesInStringsAreText) {
  EXPECT_THAT(skipped(R"([["]", "\"]", "\\"], 2])"), ElementsAre(R"(["]", "\"]", "\\"])", "2"));
}

TEST(Members, AreVisitedInTheirOrder) {
  std::vector<std::string> keys;
  JsonScan scan(R"({"b": 1, "a\n": {"c": 2}, "a": []})");
  scan.members([&](const std::string& key) {
    keys.push_back(key);
    scan.skip();
  });
  EXPECT_THAT(keys, ElementsAre("b", "a\n", "a"));
}

TEST(Text, EscapesAreResolved) {
  EXPECT_EQ(text_of(R"("")"), "");
  EXPECT_EQ(text_of(R"("a\"b\\")"), "a\"b\\");
  EXPECT_EQ(text_of(R"("\u00e9\t\/")"), "\xC3\xA9\t/");
}

TEST(Text, EscapeThatIsNone) { EXPECT_THROW(text_of(R"("\q")"), Unexpected); }

TEST(Text, LineThatEndsInAString) { EXPECT_THROW(text_of("\"a\nb\""), Unexpected); }

TEST(Text, BehindAByteOrderMark) {
  const std::string json = "\xEF\xBB\xBF\"a\"";
  EXPECT_EQ(text_of(json), "a");
  EXPECT_EQ(parse_json(json, "file", "remedy"), "a");
  EXPECT_THROW(text_of("\xEF\xBB\"a\""), Unexpected);
}

TEST(Text, OfANumber) { EXPECT_THROW(text_of("7"), Unexpected); }

TEST(Unexpected, Malformed) {
  for (const char* text : {"", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[\"a]", "[\"a\\", "[{]",
                           "[1]]", "{\"a\": 1}", "[}", "[[1]"}) {
    EXPECT_THROW(skipped(text), Unexpected) << text;
  }
}

TEST(Unexpected, KeyWithoutAValue) {
  JsonScan scan("{\"a\" 1}");
  EXPECT_THROW(scan.members([&](const std::string&) { scan.skip(); }), Unexpected);
}

TEST(Unexpected, NestingThatIsTooDeep) {
  const std::string text =
      std::string(kMaxJsonDepth + 1, '[') + std::string(kMaxJsonDepth + 1, ']');
  JsonScan scan(text);
  const auto descend = [&](const auto& self) -> void { scan.elements([&] { self(self); }); };
  EXPECT_THROW(descend(descend), Unexpected);
}

}  // namespace
}  // namespace kassay::json_scan_test
