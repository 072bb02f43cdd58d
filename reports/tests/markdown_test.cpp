#include "reports/markdown/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "reports/markdown/escape.h"
#include "reports/tests/samples.h"

namespace kassay::reports::markdown_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr char kCase[] = "activation/softmax/float32/value,x=5";
constexpr char kHostile[] =
    "a|b `c` **d** <img src=x onerror=alert(1)> [e](https://f) \\| ~~g~~ @h #1 </details>\n\n# i\n"
    "<script>";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// Without what stands in <pre>, where nothing but its end means anything.
std::string outside_blocks(std::string text) {
  for (std::size_t begin = 0; (begin = text.find("<pre>", begin)) != std::string::npos;) {
    text.erase(begin, text.find("</pre>", begin) + 6 - begin);
  }
  return text;
}

TEST(Markdown, WordsHaveNoMeaning) {
  const std::string words = markdown_words(kHostile, 1000);
  for (const char* special :
       {"|", "`", "*", "<", ">", "[", "]", "\\", "~", "@", "# ", "\n", ":", "!"}) {
    EXPECT_THAT(words, Not(HasSubstr(special)));
  }
  EXPECT_THAT(words, HasSubstr("a&#124;b &#96;c&#96; &#42;&#42;d"));
}

TEST(Markdown, PlainWordsStayAsTheyAre) {
  for (const char* words : {"categorical_crossentropy", "activation/softmax, 1.2.0", "torch-2 é",
                            "x=2x3 (a)", "show.2."}) {
    EXPECT_EQ(markdown_words(words, 100), words);
  }
}

TEST(Markdown, WordsMakeNoLinks) {
  EXPECT_THAT(markdown_words("www.example.org", 100), Not(HasSubstr("www.")));
  EXPECT_THAT(markdown_words("https://example.org", 100), Not(HasSubstr("https:")));
}

TEST(Markdown, NumberInFrontMakesNoList) { EXPECT_EQ(markdown_words("12. x", 100), "12&#46; x"); }

TEST(Markdown, UnderscoresAtTheEdgeOfAWordEmphasizeNothing) {
  EXPECT_EQ(markdown_words("_a_b_", 100), "&#95;a_b&#95;");
}

TEST(Markdown, WordsAreCutBetweenCharacters) {
  EXPECT_EQ(markdown_words("ééé", 3), "éé…");
  EXPECT_EQ(markdown_words("**", 3), "&#42;…");
  EXPECT_LT(markdown_words(std::string(1 << 20, '\x01'), 100).size(), 120u);
}

TEST(Markdown, BlockCannotBeLeft) {
  EXPECT_EQ(markdown_block("a</pre>\n\n<b>", 100), "<pre>a&lt;/pre&gt;\n\n&lt;b&gt;</pre>\n");
}

TEST(Markdown, HostileRunKeepsItsTables) {
  CaseResult result = sample_result(kCase, Outcome::kFail, kHostile);
  result.case_id += kHostile;
  result.function = result.mode = kHostile;
  Results results = sample_results({result});
  ResultsHeader& header = results.header;
  header.backend_name = header.backend_version = header.tier = header.edition = kHostile;
  header.backend_argument = kHostile;
  header.filter = {kHostile};
  results.footer->profiles[kHostile] = ProfileVerdict::kFail;
  const std::string text = outside_blocks(markdown_report(sample_report({results, results})));
  std::size_t bars = 0;  // of the table that the line is in
  for (const std::string& line : lines_of(text)) {
    const auto here = static_cast<std::size_t>(std::ranges::count(line, '|'));
    if (bars == 0) bars = here;
    EXPECT_EQ(here, line.empty() ? std::size_t{0} : bars) << line;
    EXPECT_EQ(here > 0, line.starts_with('|')) << line;
    if (here == 0) bars = 0;
  }
  for (const char* special :
       {"<img", "<script", "\n# i", "`", "@h", "~~", "](", "</details>\n\n#"}) {
    EXPECT_THAT(text, Not(HasSubstr(special)));
  }
}

TEST(Markdown, UnsupportedFunctionsAreCountedBelowTheOthers) {
  CaseResult lacking = sample_result("a/elu/c/d", Outcome::kUnsupported);
  lacking.function = "elu";
  const CaseResult wrong = sample_result(kCase, Outcome::kFail),
                   right = sample_result(kCase, Outcome::kPass);
  const std::string text = markdown_report(sample_report({wrong, lacking}));
  EXPECT_THAT(text, HasSubstr("| ❌ fail |\n\n1 function is not supported.\n"));
  EXPECT_THAT(text, Not(HasSubstr("elu")));
  EXPECT_THAT(markdown_report(sample_report({right, lacking})),
              AllOf(HasSubstr("1 function is not supported.\n"), Not(HasSubstr("###"))));
}

TEST(Markdown, FailureComesWithItsCommand) {
  const std::string text =
      markdown_report(sample_report({sample_result(kCase, Outcome::kCrash, "signal 11")}));
  EXPECT_THAT(
      text,
      HasSubstr(
          "❌ **Not conformant** | 0 of 1 supported functions, 0 of 1 result | 1 of 1 function "
          "supported | 1 function&#58; softmax | 1 crash |"));
  EXPECT_THAT(text, HasSubstr("### Supported functions that do not fully pass: 1 of 1"));
  EXPECT_THAT(text, HasSubstr("| <code>softmax</code> | activation | ❌ crash |"));
  EXPECT_THAT(text, HasSubstr("<details><summary>1 result against <code>reference</code>"));
  EXPECT_THAT(text, HasSubstr("\n<pre>signal 11</pre>\n"));
  EXPECT_THAT(text, HasSubstr("\n<pre>kassay explain activation/softmax/float32/value,x=5 "
                              "--backend reference</pre>\n"));
}

TEST(Markdown, WholeRunNamesNoFunction) {
  const std::string text = markdown_report(sample_report({sample_result(kCase, Outcome::kPass)}));
  EXPECT_THAT(
      text,
      HasSubstr("✅ **Conformant** | 1 of 1 supported functions, 1 of 1 result | 1 of 1 function "
                "supported | nothing | 1 pass |"));
  EXPECT_THAT(text, Not(HasSubstr("###")));
  EXPECT_THAT(text, Not(HasSubstr("claim of conformance")));
}

TEST(Markdown, LimitedRunSaysWhatLimitsIt) {
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.header.tier = "smoke";
  const std::string text = markdown_report(sample_report(std::vector<Results>{results}));
  EXPECT_THAT(text, HasSubstr("⚪ **No failure in the part that was run**"));
  EXPECT_THAT(text, HasSubstr("</code>: Not a claim of conformance\n\n* The tier is smoke"));
}

TEST(Markdown, HugeReportStaysSmallAndSaysWhatIsLeftOut) {
  std::vector<CaseResult> cases;
  for (int i = 0; i < 120; ++i) {
    CaseResult result = sample_result("a/b/c/" + std::to_string(i), Outcome::kFail,
                                      std::string(20000, '<') + std::string(1000, '\x01'));
    result.function = std::string(1000, '*') + std::to_string(i);
    cases.push_back(result);
  }
  std::vector<Results> runs;
  for (int i = 0; i < 12; ++i) {
    runs.push_back(sample_results(cases));
    runs.back().header.backend_name = std::string(500, '|') + std::to_string(i);
    runs.back().header.filter.assign(50, std::string(1000, '`'));
    for (int j = 0; j < 200; ++j) {
      runs.back().footer->profiles["p" + std::string(1000, '_') + std::to_string(j)] =
          ProfileVerdict::kFail;
    }
  }
  const std::string text = markdown_report(sample_report(std::move(runs)));
  EXPECT_LT(text.size(), 60000u);
  EXPECT_THAT(text, HasSubstr("\n\n4 backends not shown here.\n"));
  EXPECT_THAT(text, HasSubstr(" functions not shown here.\n"));
}

TEST(Markdown, FirstFailureOfEachOf20Causes) {
  std::vector<CaseResult> cases;
  for (int i = 0; i < 44; ++i) {
    cases.push_back(sample_result("a/b/c/" + std::to_string(i), Outcome::kError));
    cases.back().failure.reset();
    cases.back().message = "wrong in way " + std::string(1, static_cast<char>('a' + i / 2));
  }
  const std::string text = markdown_report(sample_report(std::move(cases)));
  EXPECT_THAT(text, HasSubstr("44 results against"));
  EXPECT_THAT(text, HasSubstr("<b>2 error</b> <code>softmax</code>: wrong in way t"));
  EXPECT_THAT(text, HasSubstr("a/b/c/38</code>"));
  EXPECT_THAT(text, Not(HasSubstr("a/b/c/39</code>")));
  EXPECT_THAT(text, Not(HasSubstr("<b>2 error</b> <code>softmax</code>: wrong in way u")));
  EXPECT_THAT(text, HasSubstr("\n\n4 results not shown here.\n\n</details>"));
}

TEST(Markdown, RepeatedRunsHaveASection) {
  CaseResult result = sample_result(kCase, Outcome::kPass);
  Results results = sample_results({result});
  EXPECT_THAT(markdown_report(sample_report({results})), Not(HasSubstr("Repeated runs")));
  results.header.repetition.runs = 5;
  EXPECT_THAT(
      markdown_report(sample_report({results})),
      HasSubstr("### Repeated runs of <code>reference</code>\n\n* Every case had the same"));
  results.cases[0].repetition =
      Repetition{.runs = 5, .other_bits = {2, 4}, .ulps = 3, .leak = 1536};
  EXPECT_THAT(
      markdown_report(sample_report({results})),
      AllOf(HasSubstr("\n* softmax leaks memory&#58; about 1.5 KiB a call\n"),
            HasSubstr("with other bits in up to 2 of 5 runs&#58; 1 result, the largest difference "
                      "is 3 ulp\n")));
}

}  // namespace
}  // namespace kassay::reports::markdown_test
