#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "reports/badge/badges.h"
#include "reports/badge/draw.h"
#include "reports/tests/samples.h"

namespace kassay::reports::badge_test {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;
using Tree = boost::property_tree::ptree;

constexpr char kCase[] = "activation/softmax/float32/value,x=5";

Tree parsed(const std::string& xml) {
  std::istringstream stream(xml);
  Tree tree;
  boost::property_tree::read_xml(stream, tree);
  return tree.get_child("svg");
}

Badge whole(Results results) {
  const Report report = sample_report(std::vector<Results>{std::move(results)});
  return run_badge(report.runs.front());
}

std::map<std::string, Badge> by_profile(Results results) {
  const Report report = sample_report(std::vector<Results>{std::move(results)});
  return profile_badges(report, report.runs.front());
}

std::vector<std::string> names_of(const std::map<std::string, std::string>& files) {
  std::vector<std::string> names;
  for (const auto& [name, content] : files) names.push_back(name);
  return names;
}

TEST(Badge, ConformantRun) {
  const Badge badge = whole(sample_results({sample_result(kCase, Outcome::kPass)}));
  EXPECT_EQ(badge.label, "kassay");
  EXPECT_EQ(badge.message, "conformant");
  EXPECT_EQ(badge.colour, "brightgreen");
}

TEST(Badge, FailingRun) {
  const Badge badge = whole(sample_results({sample_result(kCase, Outcome::kFail)}));
  EXPECT_EQ(badge.message, "not conformant: 0 of 1 right, 1 of 1 supported");
  EXPECT_EQ(badge.colour, "red");
}

TEST(Badge, FailingPartHasNoNumbers) {
  Results results = sample_results({sample_result(kCase, Outcome::kFail)});
  results.header.filter = {"softmax"};
  EXPECT_EQ(whole(results).message, "not conformant");
}

TEST(Badge, RunWithLimitsIsNeitherRightNorWrong) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.header.tier = "smoke";
  EXPECT_EQ(whole(results).message, "no failure in the part that was run");
  EXPECT_EQ(whole(results).colour, "lightgrey");
  results.footer.reset();
  EXPECT_EQ(whole(results).message, "cut short, no failure so far");
  EXPECT_EQ(whole(results).colour, "lightgrey");
}

TEST(Badge, RunOfWhatIsSupportedSaysSo) {
  CaseResult other = sample_result("a/b/c/d", Outcome::kUnsupported);
  other.function = "elu";
  const Badge badge = whole(sample_results({sample_result(kCase, Outcome::kPass), other}));
  EXPECT_EQ(badge.message, "1 of 1 supported functions conform; 1 of 2 supported");
  EXPECT_EQ(badge.colour, "brightgreen");
}

TEST(Badge, ProfilesByVerdict) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer->profiles = {{"minimal", ProfileVerdict::kPass},
                              {"inference", ProfileVerdict::kFail},
                              {"sparse", ProfileVerdict::kLacking},
                              {"training", ProfileVerdict::kIncomplete}};
  EXPECT_EQ(by_profile(results).at("inference").message, "failed");  // of an earlier version
  EXPECT_EQ(by_profile(results).at("sparse").message, "not fully supported");
  results.footer->standings["inference"] = {
      .functions = 3, .supported = {"dot", "softmax"}, .lacking = {"elu"}, .wrong = {"dot"}};
  results.footer->standings["sparse"] = {
      .functions = 2, .supported = {"dot"}, .lacking = {"to_dense"}};
  const auto badges = by_profile(results);
  EXPECT_EQ(badges.at("minimal").message, "conformant");
  EXPECT_EQ(badges.at("inference").label, "kassay inference");
  EXPECT_EQ(badges.at("inference").message, "1 of 2 right, 2 of 3 supported");
  EXPECT_EQ(badges.at("inference").colour, "red");
  EXPECT_EQ(badges.at("sparse").message, "1 of 1 right, 1 of 2 supported");
  EXPECT_EQ(badges.at("sparse").colour, "lightgrey");
  EXPECT_EQ(badges.at("training").message, "not fully run");
}

TEST(Badge, PartOfTheSuiteHasNoNumbers) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer->profiles = {{"inference", ProfileVerdict::kFail}};
  results.footer->standings["inference"] = {.functions = 3, .supported = {"dot"}, .wrong = {"dot"}};
  Results smoke = results, part = results;
  smoke.header.tier = "smoke";
  part.header.filter = {"softmax"};
  for (const Results& limited : {smoke, part}) {
    EXPECT_EQ(by_profile(limited).at("inference").message, "failed");
  }
}

TEST(Badge, ProfileOfATruncatedRunWasNotRunAsAWhole) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.header.profiles = {"inference"};
  results.footer.reset();
  EXPECT_EQ(by_profile(results).at("inference").message, "not fully run");
}

TEST(Badge, EndpointHasExactlyTheMembersOfShields) {
  const Json json = Json::parse(badge_json({"kassay", "conformant", "brightgreen"}));
  EXPECT_EQ(json, Json({{"schemaVersion", 1},
                        {"label", "kassay"},
                        {"message", "conformant"},
                        {"color", "brightgreen"}}));
}

TEST(Badge, PictureNamesItself) {
  const Tree svg = parsed(badge_svg({"kassay", "not conformant", "red"}));
  EXPECT_EQ(svg.get<std::string>("<xmlattr>.role"), "img");
  EXPECT_EQ(svg.get<std::string>("<xmlattr>.aria-label"), "kassay: not conformant");
  EXPECT_EQ(svg.get<std::string>("title"), "kassay: not conformant");
}

TEST(Badge, HostileProfileStaysText) {
  const std::string hostile = "\"/><script>alert(1)</script>&\x1b\xFF\n";
  const Badge badge{"kassay " + hostile, hostile, "red"};
  const std::string svg = badge_svg(badge);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(parsed(svg).get<std::string>("title").find("kassay \"/><script>"), 0u);
  EXPECT_EQ(Json::parse(badge_json(badge))["message"],
            "\"/><script>alert(1)</script>&\\u{001B}\uFFFD ");
}

TEST(Badge, FilesOfOneRun) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer->profiles = {{"minimal", ProfileVerdict::kPass}};
  EXPECT_THAT(
      names_of(badge_files(sample_report(std::vector<Results>{results}))),
      ElementsAre("kassay-minimal.json", "kassay-minimal.svg", "kassay.json", "kassay.svg"));
}

TEST(Badge, SeveralRunsHaveFoldersOfTheirOwn) {
  const Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  Results first = results, second = results, third = results;
  first.header.backend_name = "My Backend";
  second.header.backend_name = "my  backend!";
  third.header.backend_name = "../..";
  EXPECT_THAT(
      names_of(badge_files(sample_report({first, second, third}))),
      ElementsAre("backend/kassay.json", "backend/kassay.svg", "my-backend-2/kassay.json",
                  "my-backend-2/kassay.svg", "my-backend/kassay.json", "my-backend/kassay.svg"));
}

TEST(Badge, ProfilesWhoseNamesLookAlikeKeepTheirFiles) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer->profiles = {{"a b", ProfileVerdict::kPass}, {"a/b", ProfileVerdict::kFail}};
  const auto files = badge_files(sample_report(std::vector<Results>{results}));
  EXPECT_EQ(Json::parse(files.at("kassay-a-b.json"))["message"], "conformant");
  EXPECT_EQ(Json::parse(files.at("kassay-a-b-2.json"))["message"], "failed");
}

}  // namespace
}  // namespace kassay::reports::badge_test
