// `kassay diff` from outside, also of kept outputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "conformance/cli/tests/kassay_program.h"

namespace kassay::diff_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

class Diff : public KassayProgram {};

// Results that are as those of `results`, but for one text.
std::string altered(const std::string& results, const std::string& from, const std::string& to) {
  std::string text = runner::read_text(results);
  const std::size_t at = text.rfind(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST_F(Diff, OfEqualRuns) {
  const std::string results = vectors_.path("results");
  kassay("run identity" + backend_ + "--out '" + results + "'");
  EXPECT_EQ(kassay("diff '" + results + "' '" + results + "'"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("2 the same"), HasSubstr("Nothing is worse"),
                              Not(HasSubstr("\x1b"))));
  EXPECT_EQ(error(), "");
}

TEST_F(Diff, SaysWhatIsBrokenAndHowToSeeIt) {
  const std::string old = vectors_.path("old"), now = vectors_.path("new");
  kassay("run identity" + backend_ + "--out '" + old + "'");
  runner::write_text(now, altered(old, "\"outcome\":\"pass\"", "\"outcome\":\"fail\""));
  EXPECT_EQ(kassay("diff '" + old + "' '" + now + "'"), 1);
  EXPECT_THAT(output(), AllOf(HasSubstr("1 broken, 1 the same"), HasSubstr("identity: 1 case"),
                              HasSubstr("b [eager]  pass -> fail"),
                              HasSubstr("kassay explain toy/identity/float32/b --backend 'exec:"),
                              HasSubstr("1 result worse than before")));
  EXPECT_EQ(kassay("diff '" + now + "' '" + old + "'"), 0);
  EXPECT_THAT(output(), HasSubstr("1 fixed"));
  EXPECT_EQ(kassay("diff --old '" + old + "' --new '" + now + "' --json"), 1);
  EXPECT_EQ(Json::parse(output())["changes"][0]["kind"], "broken");
}

TEST_F(Diff, OfMarginsIsStrictOnRequest) {
  const std::string old = vectors_.path("old"), now = vectors_.path("new");
  kassay("run identity" + backend_ + "--out '" + old + "'");
  runner::write_text(now, altered(old, "\"margin\":0.0", "\"margin\":0.5"));
  EXPECT_EQ(kassay("diff '" + old + "' '" + now + "'"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("1 margin-grown"), HasSubstr("margin 0 -> 0.5")));
  EXPECT_EQ(kassay("diff '" + old + "' '" + now + "' --strict-margins"), 1);
  EXPECT_EQ(kassay("diff '" + old + "' '" + now + "' --strict-margins --margin-factor 100"), 0);
}

TEST_F(Diff, OfWhatIsCommon) {
  const std::string old = vectors_.path("old"), now = vectors_.path("new");
  kassay("run identity" + backend_ + "--out '" + old + "'");
  kassay("run toy/identity/float32/a" + backend_ + "--out '" + now + "'");
  EXPECT_EQ(kassay("diff '" + old + "' '" + now + "'"), 1);
  EXPECT_THAT(output(), AllOf(HasSubstr("1 gone"), HasSubstr("filter: identity -> toy/identity")));
  EXPECT_EQ(kassay("diff '" + old + "' '" + now + "' --common"), 0);
}

TEST_F(Diff, SaysWhatTheSpecificationRetired) {
  const std::string old = vectors_.path("old"), now = vectors_.path("new");
  kassay("run identity" + backend_ + "--out '" + old + "'");
  kassay("run toy/identity/float32/a" + backend_ + "--out '" + now + "'");
  runner::write_text(now, altered(now, "\"tier\"", "\"specification-version\":\"1.1.0\",\"tier\""));
  const std::string list = vectors_.path("list");
  std::filesystem::create_directory(list);
  runner::write_text(list + "/manifest.json", Json{{"format", 1},
                                                   {"version", "1.1.0"},
                                                   {"changes",
                                                    {{{"version", "1.1.0"},
                                                      {"kind", "retired"},
                                                      {"cases", {"toy/identity/*/b"}},
                                                      {"reason", "No clause says so."}}}},
                                                   {"specification", std::string(64, 'a')},
                                                   {"functions", Json::object()}}
                                                  .dump());
  const std::string runs = "diff '" + old + "' '" + now + "' --vectors ";
  EXPECT_EQ(kassay(runs + "'" + list + "'"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("1 retired"), HasSubstr("b [eager]  was pass"),
                              HasSubstr("retired in specification 1.1.0: No clause says so."),
                              Not(HasSubstr("kassay explain"))));
  EXPECT_EQ(kassay(runs + "/nowhere"), 1);
  EXPECT_THAT(output(), AllOf(HasSubstr("1 gone"), HasSubstr("is not known: /nowhere")));
}

TEST_F(Diff, WritesAPageButNotOverResults) {
  const std::string results = vectors_.path("results"), page = vectors_.path("page.html");
  kassay("run identity" + backend_ + "--out '" + results + "'");
  EXPECT_EQ(kassay("diff '" + results + "' '" + results + "' --html '" + page + "'"), 0);
  EXPECT_THAT(runner::read_text(page), HasSubstr("<h1>What changed</h1>"));
  EXPECT_THAT(error(), HasSubstr("wrote " + page));
  const std::string before = runner::read_text(results);
  EXPECT_EQ(kassay("diff '" + results + "' '" + results + "' --html '" + results + "'"), 2);
  EXPECT_EQ(runner::read_text(results), before);
}

TEST_F(Diff, OutputsOfTwoRunsAreCompared) {
  const std::string first = vectors_.path("first"), second = vectors_.path("second");
  kassay("run identity invalid" + backend_ + "--keep-outputs '" + first + "'");
  kassay("run identity abort" + backend_ + "--keep-outputs '" + second + "'");
  EXPECT_EQ(kassay("diff --outputs '" + first + "' '" + second + "' --common"), 0);
  EXPECT_THAT(output(), AllOf(HasSubstr("2 results agree; 1 could not be compared"),
                              HasSubstr("1 result: only the first has an answer")));
  EXPECT_EQ(kassay("diff --json --outputs '" + first + "' '" + second + "' --common"), 0);
  EXPECT_EQ(Json::parse(output())["compared"], 2);
}

TEST_F(Diff, OutputsThatOneOfThemLacksDoNotAgree) {
  const std::string first = vectors_.path("first"), second = vectors_.path("second");
  kassay("run identity invalid" + backend_ + "--keep-outputs '" + first + "'");
  kassay("run identity" + backend_ + "--keep-outputs '" + second + "'");
  EXPECT_EQ(kassay("diff --outputs '" + first + "' '" + first + "'"), 0);
  EXPECT_EQ(kassay("diff --outputs '" + first + "' '" + second + "'"), 1);
  EXPECT_EQ(kassay("diff --json --outputs '" + second + "' '" + first + "'"), 1);
}

TEST_F(Diff, OutputsWithNothingInCommon) {
  const std::string first = vectors_.path("first"), second = vectors_.path("second");
  kassay("run identity" + backend_ + "--keep-outputs '" + first + "'");
  kassay("run invalid" + backend_ + "--keep-outputs '" + second + "'");
  EXPECT_EQ(kassay("diff --outputs '" + first + "' '" + second + "'"), 4);
  EXPECT_THAT(error(), HasSubstr("no case has an answer both in"));
}

TEST_F(Diff, KeptOutputsNeedANewFolder) {
  const std::string keep =
      "run identity" + backend_ + "--keep-outputs '" + vectors_.path("outputs") + "'";
  EXPECT_EQ(kassay(keep), 0);
  EXPECT_EQ(kassay(keep), 2);
  EXPECT_THAT(error(), HasSubstr("it is not empty"));
}

}  // namespace
}  // namespace kassay::diff_test
