#include "reports/html/html.h"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "reports/html/page_data.h"
#include "reports/html/page_files.h"
#include "reports/html/shown_values.h"
#include "reports/tests/samples.h"

namespace kassay::reports::html_test {
namespace {

using Json = nlohmann::json;

constexpr char kCase[] = "activation/softmax/float32/value,x=5";

std::string between(const std::string& text, const std::string& open, const std::string& close) {
  const std::size_t begin = text.find(open);
  if (begin == std::string::npos) return "";
  const std::size_t from = begin + open.size();
  return text.substr(from, text.find(close, from) - from);
}

std::string data_of(const std::string& page) { return between(page, "id=\"data\">", "</script>"); }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t i = text.find(part); i != std::string::npos; i = text.find(part, i + 1)) ++found;
  return found;
}

std::string base64_sha256(const std::string& text) {
  unsigned char digest[32], base64[45];
  EVP_Digest(text.data(), text.size(), digest, nullptr, EVP_sha256(), nullptr);
  EVP_EncodeBlock(base64, digest, 32);
  return reinterpret_cast<const char*>(base64);
}

TEST(Html, TextOfABackendNeverBecomesMarkup) {
  const std::string hostile =
      "</script><script>alert(1)</script><img src=x onerror=alert(2)>\" onload='x' {{data}}";
  CaseResult result = sample_result(kCase, Outcome::kFail, hostile);
  result.case_id += hostile;
  result.mode = hostile;
  result.reading = hostile;
  result.failure =
      Failure{.check = Check::kElement, .index = {}, .expected = hostile, .actual = hostile};
  Results results = sample_results({result});
  results.header.backend_name = hostile;
  results.header.backend_device = hostile;
  results.header.tier = hostile;
  results.header.filter = {hostile};
  const std::string plain = html_report(sample_report({sample_result(kCase, Outcome::kFail)}));
  const std::string page = html_report(sample_report(std::vector<Results>{results}));
  EXPECT_EQ(count(page, "<script"), count(plain, "<script"));
  EXPECT_EQ(count(page, "</script"), count(plain, "</script"));
  EXPECT_EQ(count(page, "<img"), 0u);
  const Json data = Json::parse(data_of(page));
  EXPECT_EQ(data["runs"][0]["backend"]["name"], hostile);
}

TEST(Html, PolicyAllowsExactlyTheStyleAndTheScriptOfThePage) {
  const std::string page = html_report(sample_report({sample_result(kCase, Outcome::kPass)}));
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  EXPECT_EQ(policy, "default-src 'none'; style-src 'sha256-" +
                        base64_sha256(between(page, "<style>", "</style>")) +
                        "'; script-src 'sha256-" +
                        base64_sha256(between(page, "<script>", "</script>")) +
                        "'; img-src data:; base-uri 'none'; form-action 'none'");
}

TEST(Html, ScriptsBuildThePagesFromTextOnly) {
  const std::string script = std::string(kReportScript) + std::string(kDiffScript);
  for (const char* parser : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                             "eval(", "new Function", "fetch(", "XMLHttpRequest", "import("}) {
    EXPECT_EQ(script.find(parser), std::string::npos) << parser;
  }
}

TEST(Html, PageAsksForNothingOutsideItself) {
  const std::string page = html_report(sample_report({sample_result(kCase, Outcome::kPass)}));
  for (const char* request : {" src=", "url(", "@import", "//fonts", "https:"}) {
    EXPECT_EQ(page.find(request), std::string::npos) << request;
  }
}

TEST(Html, TruncatedRunSaysThatItClaimsNothing) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer.reset();
  results.header.selected = 9;
  const std::string page = html_report(sample_report(std::vector<Results>{results}));
  EXPECT_NE(page.find("<p>Incomplete, not a claim of conformance:</p>"), std::string::npos);
  const Json run = Json::parse(data_of(page))["runs"][0];
  EXPECT_EQ(run["complete"], false);
  EXPECT_EQ(run["verdict"], "cut-short");
  EXPECT_EQ(run["tone"], "guarded");
  EXPECT_EQ(run["title"], "Cut short, no failure so far");
  EXPECT_EQ(run["limits_title"], "Incomplete, not a claim of conformance");
  ASSERT_EQ(run["limits"].size(), 1u);
  EXPECT_NE(run["limits"][0].get<std::string>().find("cut short"), std::string::npos);
}

TEST(Html, RunOfSelectedCasesIsNotTheWholeSuite) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  const auto is_whole = [&] {
    const std::string page = html_report(sample_report(std::vector<Results>{results}));
    return Json::parse(data_of(page))["runs"][0]["whole_suite"].get<bool>();
  };
  EXPECT_TRUE(is_whole());
  results.header.profiles = {"minimal"};
  EXPECT_FALSE(is_whole());
  results.header.profiles = {};
  results.header.filter = {"softmax"};
  EXPECT_FALSE(is_whole());
}

TEST(Html, WholeRunSaysNothingOfLimits) {
  const std::string page = html_report(sample_report({sample_result(kCase, Outcome::kPass)}));
  EXPECT_EQ(page.find("ot a claim of conformance"), std::string::npos);
  EXPECT_NE(page.find("<strong>Conformant</strong>: 1 pass"), std::string::npos);
}

TEST(Html, RunSaysWhatIsRightCompleteAndWrong) {
  CaseResult wrong = sample_result("a/dot/c/d", Outcome::kFail);
  wrong.function = "dot";
  Results results = sample_results({sample_result(kCase, Outcome::kPass), wrong});
  results.header.functions = 149;
  results.footer->profiles = {{"inference", ProfileVerdict::kFail}};
  results.footer->standings["inference"] = {
      .functions = 3, .supported = {"dot", "softmax"}, .lacking = {"elu"}, .wrong = {"dot"}};
  const Json run = Json::parse(page_data(sample_report(std::vector<Results>{results})))["runs"][0];
  EXPECT_EQ(run["right"], "1 of 2 supported functions, 1 of 2 results");
  EXPECT_EQ(run["supported"], "2 of 149 functions supported, 147 not run");
  EXPECT_EQ(run["wrong"], Json({"dot"}));
  EXPECT_EQ(run["profiles"][0]["words"], "failed (2 of 3 functions supported; wrong: dot)");
}

TEST(Html, BackendsStandSideBySideOnSharedCases) {
  Results first = sample_results({sample_result(kCase, Outcome::kPass)});
  Results second = sample_results({sample_result(kCase, Outcome::kCrash, "signal 11"),
                                   sample_result("activation/softmax/int32/b", Outcome::kPass)});
  second.header.backend_name = "mine";
  const Json data = Json::parse(page_data(sample_report({first, second})));
  ASSERT_EQ(data["runs"].size(), 2u);
  EXPECT_EQ(data["runs"][0]["label"], "reference");
  EXPECT_EQ(data["runs"][1]["label"], "mine");
  EXPECT_EQ(data["cases"]["id"].size(), 2u);
  EXPECT_EQ(data["runs"][0]["results"]["case"][0], data["runs"][1]["results"]["case"][0]);
  const std::size_t outcome = data["runs"][1]["results"]["outcome"][0];
  EXPECT_EQ(data["outcomes"][outcome]["name"], "crash");
  EXPECT_EQ(data["outcomes"][outcome]["against"], true);
  EXPECT_EQ(data["strings"][data["cases"]["dtype"][1].get<std::size_t>()], "int32");
}

TEST(Html, FailureKeepsEveryFactAndNumbersThatJsonLacks) {
  CaseResult result = sample_result(kCase, Outcome::kFail, "wrong");
  result.margin = std::numeric_limits<double>::infinity();
  result.reading = "axis-ignored";
  result.failure = Failure{.check = Check::kElement,
                           .output = 1,
                           .index = {0, 2},
                           .expected = "0.25",
                           .actual = "nan",
                           .error = std::numeric_limits<double>::quiet_NaN(),
                           .limit = 1e-7,
                           .mismatched = 3,
                           .elements = 21,
                           .shape = {},
                           .worst = {},
                           .error_map = ""};
  const Json data = Json::parse(page_data(sample_report({result})));
  const Json& results = data["runs"][0]["results"];
  EXPECT_EQ(results["margin"][0], "inf");
  const Json& details = results["details"]["0"];
  EXPECT_EQ(data["strings"][details[0].get<std::size_t>()], "axis-ignored");
  EXPECT_EQ(data["strings"][details[1].get<std::size_t>()], "wrong");
  EXPECT_EQ(details[2],
            Json::parse(R"(["element",1,[0,2],"0.25","nan","nan",1e-07,3,21,[],[],""])"));
  EXPECT_EQ(details[3], 0);
}

CaseResult result_with_answer() {
  CaseResult result = sample_result(kCase, Outcome::kFail, "wrong");
  result.answer = {{"float32", {2}, {"1", "nan"}}, {"", {}, {"None"}}};
  result.failure = Failure{.check = Check::kElement,
                           .index = {1},
                           .expected = "2",
                           .actual = "nan",
                           .shape = {2},
                           .worst = {{{1}, "2", "nan", std::nan(""), 0.5}},
                           .error_map = "06"};
  return result;
}

TEST(Html, WrongAnswerIsShownWithItsErrorMap) {
  const Json data = Json::parse(page_data(sample_report({result_with_answer()})));
  const Json& details = data["runs"][0]["results"]["details"]["0"];
  EXPECT_EQ(details[2][9], Json::parse("[2]"));
  EXPECT_EQ(details[2][10], Json::parse(R"([[[1],"2","nan","nan",0.5]])"));
  EXPECT_EQ(details[2][11], "06");
  EXPECT_EQ(details[4], Json::parse(R"([["float32",[2],["1","nan"]],"None"])"));
}

TEST(ShownValues, WorstCasesGoFirst) {
  CaseResult accepted = result_with_answer();
  accepted.case_id = "activation/softmax/float32/a";
  accepted.outcome = Outcome::kPassAccepted;
  const Report report = sample_report({accepted, result_with_answer()});
  const std::size_t of_one = 200;  // both together take more
  const ShownValues shown = choose_values(report, of_one);
  EXPECT_EQ(shown.cases, (std::set<std::string, std::less<>>{kCase}));
  EXPECT_EQ(shown.left_out, 1);
}

TEST(Html, WaivedResultKeepsItsReason) {
  CaseResult result = sample_result(kCase, Outcome::kWaived);
  result.waived = Waived{Outcome::kCrash, "known", "https://example.org/7", "known.yaml:3"};
  const Json data = Json::parse(page_data(sample_report({result})));
  const Json& waived = data["runs"][0]["results"]["details"]["0"][3];
  EXPECT_EQ(waived[0], "crash");
  const auto text = [&](std::size_t place) {
    return data["strings"][waived[place].get<std::size_t>()];
  };
  EXPECT_EQ(text(1), "known");
  EXPECT_EQ(text(2), "https://example.org/7");
  EXPECT_EQ(text(3), "known.yaml:3");
}

TEST(Html, PassingResultIsStoredInFewBytes) {
  std::vector<CaseResult> few, many;
  for (int i = 0; i < 1100; ++i) {
    CaseResult result = sample_result("f/g/int8/" + std::to_string(1000 + i), Outcome::kPass);
    if (i < 100) few.push_back(result);
    many.push_back(result);
  }
  const std::size_t size =
      page_data(sample_report(many)).size() - page_data(sample_report(few)).size();
  EXPECT_LT(size / 1000, 60u);
}

TEST(Html, SameResultsGiveTheSamePage) {
  const std::vector<CaseResult> cases = {sample_result(kCase, Outcome::kFail, "m")};
  EXPECT_EQ(html_report(sample_report(cases)), html_report(sample_report(cases)));
}

}  // namespace
}  // namespace kassay::reports::html_test
