#include "reports/junit/junit.h"

#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fstream>
#include <limits>
#include <sstream>

#include "reports/tests/samples.h"

namespace kassay::reports::junit_test {
namespace {

using Tree = boost::property_tree::ptree;

constexpr char kCase[] = "activation/softmax/float32/value,x=5";

Tree parsed(const std::string& xml) {
  std::istringstream stream(xml);
  Tree tree;
  boost::property_tree::read_xml(stream, tree);
  return tree;
}

// The test case of the first result: the first suite tells whether the run is complete.
Tree first_case(const CaseResult& result) {
  const Tree suites = parsed(junit_report(sample_report({result}))).get_child("testsuites");
  for (const auto& [name, suite] : suites) {
    if (name == "testsuite" && suite.get<std::string>("<xmlattr>.name") == "softmax") {
      return suite.get_child("testcase");
    }
  }
  return {};
}

TEST(Junit, EachOutcomeHasItsElement) {
  const std::map<Outcome, std::string> elements = {
      {Outcome::kPass, ""},          {Outcome::kPassAccepted, "system-out"},
      {Outcome::kFail, "failure"},   {Outcome::kUnexpectedPass, "failure"},
      {Outcome::kError, "error"},    {Outcome::kCrash, "error"},
      {Outcome::kTimeout, "error"},  {Outcome::kOutOfMemory, "error"},
      {Outcome::kWaived, "skipped"}, {Outcome::kUnsupported, "skipped"},
      {Outcome::kNotRun, "skipped"}};
  for (const auto& [outcome, element] : elements) {
    const Tree test_case = first_case(sample_result(kCase, outcome));
    EXPECT_EQ(test_case.get<std::string>("<xmlattr>.name"), std::string(kCase) + " [eager]");
    EXPECT_EQ(test_case.size(), element.empty() ? 1u : 2u) << outcome_name(outcome);
    if (!element.empty()) {
      EXPECT_TRUE(test_case.get_child_optional(element)) << outcome_name(outcome);
    }
  }
}

TEST(Junit, RunThatLeftOutCasesIsNotGreen) {
  const Tree suites = parsed(junit_report(sample_report({sample_result(kCase, Outcome::kNotRun)})));
  EXPECT_EQ(suites.get<int>("testsuites.<xmlattr>.errors"), 1);
}

TEST(Junit, WaivedCaseIsSkippedWithItsReason) {
  CaseResult result = sample_result(kCase, Outcome::kWaived, "[SIGSEGV]");
  result.waived = Waived{Outcome::kCrash, "known <bug>", "https://example.org/7", "known.yaml:3"};
  const Tree skipped = first_case(result).get_child("skipped");
  EXPECT_EQ(skipped.get<std::string>("<xmlattr>.message"), "known <bug>");
  EXPECT_EQ(skipped.data(),
            "waived by known.yaml:3: known <bug>\nhttps://example.org/7\nit was: crash\n[SIGSEGV]");
}

TEST(Junit, FailureEndsWithTheCommandThatRepeatsIt) {
  const CaseResult wrong = sample_result(kCase, Outcome::kFail, "wrong");
  const std::string command =
      "kassay explain activation/softmax/float32/value,x=5 --backend reference";
  EXPECT_EQ(first_case(wrong).get<std::string>("failure"), "wrong\nrepeat: " + command);
  const CaseResult silent = sample_result(kCase, Outcome::kTimeout);
  EXPECT_EQ(first_case(silent).get<std::string>("error"), "repeat: " + command);
  const CaseResult lacking = sample_result(kCase, Outcome::kUnsupported, "not here");
  EXPECT_EQ(first_case(lacking).get<std::string>("skipped"), "not here");
}

TEST(Junit, CommandOfAHostileBackendIsOneWordOfAShell) {
  Results results = sample_results({sample_result(kCase, Outcome::kFail)});
  results.header.backend_argument = "exec:a' & <b>\x1b[31m";
  const std::string xml = junit_report(sample_report(std::vector<Results>{results}));
  EXPECT_NE(xml.find("--backend &#39;exec:a&#39;\\&#39;&#39; &amp; &lt;b&gt;\\u{001B}[31m&#39;<"),
            std::string::npos)
      << xml;
}

TEST(Junit, CountsAndTimesAreThoseOfTheCases) {
  CaseResult endless = sample_result("a/softmax/b/t", Outcome::kTimeout);
  endless.seconds = std::numeric_limits<double>::infinity();
  const Tree suites = parsed(junit_report(
      sample_report({sample_result("a/softmax/b/1", Outcome::kPass),
                     sample_result("a/softmax/b/2", Outcome::kFail),
                     sample_result("a/softmax/b/3", Outcome::kUnsupported), endless})));
  const Tree& all = suites.get_child("testsuites.<xmlattr>");
  EXPECT_EQ(all.get<int>("tests"), 5);  // and whether the run is complete
  EXPECT_EQ(all.get<int>("failures"), 1);
  EXPECT_EQ(all.get<int>("errors"), 1);
  EXPECT_EQ(all.get<std::string>("time"), "0.002");  // three times half a millisecond
}

TEST(Junit, SuiteCountsWhatIsSkipped) {
  const Tree suites =
      parsed(junit_report(sample_report({sample_result("a/softmax/b/1", Outcome::kUnsupported),
                                         sample_result("a/softmax/b/2", Outcome::kWaived)})));
  for (const auto& [name, suite] : suites.get_child("testsuites")) {
    if (name != "testsuite" || suite.get<std::string>("<xmlattr>.name") != "softmax") continue;
    EXPECT_EQ(suite.get<int>("<xmlattr>.skipped"), 2);
    return;
  }
  FAIL() << "no suite softmax";
}

TEST(Junit, HostileTextStaysWellFormedAndReadable) {
  CaseResult result = sample_result(kCase, Outcome::kError);
  result.case_id += "<>&\"'\n";
  constexpr char kMessage[] = "]]></error><x a=\"\0\x1b\" \xFF \uFFFF\u202E 'é";
  result.message.assign(kMessage, sizeof kMessage - 1);  // it holds a null character
  const Tree test_case = first_case(result);
  EXPECT_EQ(test_case.get<std::string>("<xmlattr>.name"), std::string(kCase) + "<>&\"'\n [eager]");
  const std::string text = test_case.get<std::string>("error");
  EXPECT_TRUE(text.starts_with("]]></error><x a=\"\\u{0000}\\u{001B}\" \uFFFD \\u{FFFF}\\u{202E}"))
      << text;
}

TEST(Junit, EveryControlCharacterIsReplaced) {
  std::string message;
  for (int c = 0; c < 256; ++c) message += static_cast<char>(c);
  const std::string xml =
      junit_report(sample_report({sample_result(kCase, Outcome::kFail, message)}));
  for (const char c : xml) {
    EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
        << static_cast<int>(c);
  }
  EXPECT_NO_THROW(parsed(xml));
}

TEST(Junit, LongMessageKeepsTheFailingElement) {
  CaseResult result = sample_result(kCase, Outcome::kFail, std::string(1 << 20, '<'));
  result.failure = Failure{.check = Check::kElement, .index = {4}, .expected = "1", .actual = "2"};
  const Tree test_case = first_case(result);
  const std::string text = test_case.get<std::string>("failure");
  EXPECT_LT(text.size(), 20000u);
  EXPECT_NE(text.find("index [4]\nexpected: 1\nactual: 2"), std::string::npos);
}

TEST(Junit, TruncatedRunIsAnError) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.footer.reset();
  const Tree tree = parsed(junit_report(sample_report(std::vector<Results>{results})));
  EXPECT_EQ(tree.get<int>("testsuites.<xmlattr>.errors"), 1);
  EXPECT_NE(tree.get<std::string>("testsuites.testsuite.testcase.error.<xmlattr>.message")
                .find("cut short"),
            std::string::npos);
}

TEST(Junit, SeveralRunsHaveSuitesOfTheirOwn) {
  Results second = sample_results({sample_result(kCase, Outcome::kPass)});
  second.header.backend_name = "mine";
  const Tree tree = parsed(junit_report(
      sample_report({sample_results({sample_result(kCase, Outcome::kPass)}), second})));
  std::vector<std::string> names;
  for (const auto& [name, suite] : tree.get_child("testsuites")) {
    if (name == "testsuite") names.push_back(suite.get<std::string>("<xmlattr>.name"));
  }
  EXPECT_EQ(names, (std::vector<std::string>{"reference: run", "reference: softmax", "mine: run",
                                             "mine: softmax"}));
}

}  // namespace
}  // namespace kassay::reports::junit_test
