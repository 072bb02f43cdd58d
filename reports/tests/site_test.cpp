#include "reports/site/site.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <vector>

#include "reports/site/markup.h"
#include "reports/site/scoreboard.h"
#include "reports/tests/samples.h"

namespace kassay::reports::site_test {
namespace {

using Files = std::map<std::string, std::string>;

Files files_of(const Report& report, std::vector<RunCounts> counted = {}) {
  Files files;
  CaseOutline test_case;
  test_case.id = "activation/softmax/float32/value,x=2";
  test_case.editions = {"ko"};
  test_case.clauses = {"softmax.value"};
  test_case.modes = {Mode::kEager, Mode::kFunction};
  ClauseCases cases;
  cases.add(test_case);
  write_site(report, std::move(counted), cases,
             [&](const std::string& path, const std::string& contents) {
               EXPECT_TRUE(files.emplace(path, contents).second) << path << " is written twice";
             });
  return files;
}

FunctionSpecification softmax() {
  FunctionSpecification function;
  function.name = "softmax";
  function.category = "activation";
  function.summary = "Normalised exponentials.";
  function.signatures = {{"ko", "(x, axis=-1)"}, {"zh", "(x)"}};
  function.headings = {{"ko", "softmax"}, {"zh", "softmax"}};
  function.clauses = {{"softmax.value",
                       "The value.",
                       {{"ko", "softmax", {"returns", "numpy"}}},
                       "",
                       {"ko", "zh"},
                       {},
                       {{"zh", "Another value."}}},
                      {"softmax.rank-0", "A scalar is refused.", {}, "D-1", {"ko"}, {"value"}}};
  function.readings = {{"axis-ignored", "softmax.value", "wrong", "The last axis."}};
  return function;
}

Specification small_specification() {
  Specification specification;
  specification.hash = "0123456789abcdef";
  specification.functions = {softmax()};
  specification.decisions = {
      {"D-1", "Scalars", {"softmax"}, "silent", "differ", "refuse", "no axis"}};
  specification.errata = {{"E-1",
                           {"softmax"},
                           {"zh"},
                           "softmin",
                           "softmax",
                           {"softmax.value", "introduction.file"},
                           {"D-1"}}};
  specification.introduction.name = kIntroduction;
  specification.introduction.summary = "What a backend is.";
  specification.introduction.headings = {{"ko", "introduction"}};
  Clause file{"introduction.file", "A file.", {}, "D-1", {"ko"}, {}};
  file.checked = "It is read.";
  file.unchecked = "Its folder.";
  specification.introduction.clauses = {file};
  specification.editions = {{"ko",
                             "Korean",
                             "2019",
                             "Keras 2",
                             "It has an axis.",
                             "A page",
                             "a.example",
                             "b.md",
                             {{"000.txt", "Markdown", "0a"}}},
                            {"zh", "", "", "", "", "", "", "", {{"002.txt", "", ""}}}};
  return specification;
}

constexpr char kCase[] = "activation/softmax/float32/value";

Report report_of_two() {
  Results other = sample_results({sample_result(kCase, Outcome::kFail, "wrong")});
  other.header.backend_name = "Mine (beta)";
  Report report = sample_report({sample_results({sample_result(kCase, Outcome::kPass)}), other});
  report.specification = small_specification();
  return report;
}

std::vector<std::string> links_of(const std::string& page) {
  static const std::regex kLink("<a (?:class=\"[^\"]*\" )?href=\"([^\"]*)\"");
  std::vector<std::string> links;
  for (std::sregex_iterator it(page.begin(), page.end(), kLink), end; it != end; ++it) {
    links.push_back((*it)[1]);
  }
  return links;
}

TEST(Site, EveryLinkLeadsToAPlaceOfTheSite) {
  const Files files = files_of(report_of_two());
  int followed = 0;
  for (const auto& [path, page] : files) {
    if (path.starts_with("backends/") || path == "compare.html") continue;  // made by script
    for (const std::string& link : links_of(page)) {
      const std::size_t hash = link.find('#');
      const std::string file = link.substr(0, hash);
      const std::filesystem::path target =
          file.empty() ? std::filesystem::path(path)
                       : (std::filesystem::path(path).parent_path() / file).lexically_normal();
      ASSERT_TRUE(files.contains(target.string())) << path << " links to " << link;
      ++followed;
      if (hash == std::string::npos) continue;
      const std::string id = "id=\"" + link.substr(hash + 1) + "\"";
      EXPECT_NE(files.at(target.string()).find(id), std::string::npos)
          << path << " links to " << link;
    }
  }
  EXPECT_GT(followed, 40);
}

TEST(Site, HasThePagesOfTheSpecificationAndOfEachBackend) {
  std::vector<std::string> paths;
  for (const auto& [path, page] : files_of(report_of_two())) paths.push_back(path);
  EXPECT_EQ(paths,
            (std::vector<std::string>{"backends/mine-beta.html", "backends/reference.html",
                                      "compare.html", "index.html", "specification/decisions.html",
                                      "specification/editions.html", "specification/errata.html",
                                      "specification/index.html", "specification/introduction.html",
                                      "specification/softmax.html", "support.html"}));
}

std::string scoreboard_of(const Report& report) { return files_of(report).at("index.html"); }

TEST(Scoreboard, TellsWhatIsRightCompleteAndWrong) {
  CaseResult wrong = sample_result("a/dot/c/d", Outcome::kFail);
  wrong.function = "dot";
  CaseResult unsupported = sample_result("a/elu/c/d", Outcome::kUnsupported);
  unsupported.function = "elu";
  Results results = sample_results(
      {sample_result(kCase, Outcome::kPass), std::move(wrong), std::move(unsupported)});
  results.header.functions = 149;
  results.footer->profiles = {{"minimal", ProfileVerdict::kLacking}};
  results.footer->standings["minimal"] = {
      .functions = 3, .supported = {"softmax"}, .lacking = {"elu"}};
  const std::string page = scoreboard_of(sample_report(std::vector<Results>{results}));
  for (const char* part :
       {">1 of 2 right<", ">1 wrong<", ">2 of 149 supported<", "Wrong: 1 function: dot",
        "class=\"bar-fail\"", "not fully supported", ">1 of 3 supported<"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("Trend"), std::string::npos);
}

TEST(Scoreboard, SharesAreOfTheSuiteAndOfWhatIsSupported) {
  const std::string page = scoreboard_of(sample_report(
      {sample_result("a/b/c/1", Outcome::kPass), sample_result("a/b/c/2", Outcome::kPassAccepted),
       sample_result("a/b/c/3", Outcome::kFail), sample_result("a/b/c/4", Outcome::kUnsupported)}));
  EXPECT_NE(page.find(">50 %</strong> of the whole suite<"), std::string::npos);
  EXPECT_NE(page.find(">66.6 %</strong> of what is supported<"), std::string::npos);
}

TEST(Scoreboard, OnlyAllOfItIsAHundredPercent) {
  EXPECT_EQ(site::share_text(48'066, 48'067), "99.9 %");
  EXPECT_EQ(site::share_text(48'067, 48'067), "100 %");
  EXPECT_EQ(site::share_text(0, 0), "–");
}

TEST(Scoreboard, MostRightOfTheSuiteComesFirst) {
  Results better = sample_results({sample_result(kCase, Outcome::kPass)});
  better.header.backend_name = "better";
  const std::string page = scoreboard_of(sample_report(
      std::vector<Results>{sample_results({sample_result(kCase, Outcome::kFail)}), better}));
  EXPECT_LT(page.find(">better<"), page.find(">reference<"));
}

// The history has this run, and others that began at these times.
Report with_history(const std::vector<std::pair<std::string, Outcome>>& others) {
  Report report = sample_report({sample_result(kCase, Outcome::kPass)});
  std::vector<HistoryEntry> entries = {history_entry(report.runs.front().results)};
  for (const auto& [started, outcome] : others) {
    Results results = sample_results({sample_result(kCase, outcome)});
    results.header.started = started;
    entries.push_back(history_entry(results));
  }
  report.history = std::move(entries);
  return report;
}

TEST(Scoreboard, SaysWhatChangedSinceTheLastRun) {
  const std::string page = scoreboard_of(with_history({{"2026-01-29T12:00:00Z", Outcome::kPass},
                                                       {"2026-01-30T12:00:00Z", Outcome::kFail},
                                                       {"2026-02-01T12:00:00Z", Outcome::kPass}}));
  for (const char* part : {"▲ 1 more passed", "▼ 1 fewer wrong", "since 2026-01-30", "0 % → 100 %",
                           "<polyline points=\"3,"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(Scoreboard, RunThatChangedNothingSaysSo) {
  const std::string page = scoreboard_of(with_history({{"2026-01-30T12:00:00Z", Outcome::kPass}}));
  EXPECT_NE(page.find(">nothing changed<"), std::string::npos);
}

TEST(Scoreboard, FirstRunHasNothingToCompareWith) {
  const std::string page = scoreboard_of(with_history({{"2026-02-01T12:00:00Z", Outcome::kFail}}));
  EXPECT_NE(page.find("Trend"), std::string::npos);
  EXPECT_EQ(page.find("since"), std::string::npos);
}

TEST(Site, FunctionSaysWhatIsLeftOpen) {
  Report report = report_of_two();
  EXPECT_EQ(files_of(report).at("specification/softmax.html").find("Unspecified"),
            std::string::npos);
  report.specification->decisions[0].choice = "Refuse. Integers are unspecified.";
  EXPECT_NE(files_of(report).at("specification/softmax.html").find("Integers are unspecified."),
            std::string::npos);
}

TEST(Site, OneBackendIsComparedWithNone) {
  const Files files = files_of(sample_report({sample_result(kCase, Outcome::kPass)}));
  EXPECT_FALSE(files.contains("compare.html"));
  EXPECT_EQ(files.at("index.html").find("compare.html"), std::string::npos);
}

TEST(Site, WithoutSpecificationNothingLeadsThere) {
  const Files files = files_of(sample_report({sample_result(kCase, Outcome::kPass)}));
  EXPECT_EQ(files.size(), 3u);
  EXPECT_EQ(files.at("index.html").find("specification/"), std::string::npos);
}

TEST(Site, ScoreboardTellsVerdictAndLimits) {
  Results partial = sample_results({sample_result(kCase, Outcome::kPass)});
  partial.header.tier = "smoke";
  const std::string page = files_of(sample_report(std::vector<Results>{partial})).at("index.html");
  EXPECT_NE(page.find("No failure in the part that was run"), std::string::npos);
  EXPECT_NE(page.find("smoke"), std::string::npos);
}

TEST(Site, ScoreboardHasARowForEachRun) {
  const std::string page = files_of(report_of_two()).at("index.html");
  std::size_t rows = 0;
  for (std::size_t at = 0; (at = page.find("<tr><th scope=\"row\">", at)) != std::string::npos;
       ++at) {
    ++rows;
  }
  EXPECT_EQ(rows, 2u);
}

TEST(Site, BackendOfWhichOnlyCountsAreKnownHasAPageOfFunctions) {
  Report report = report_of_two();
  RunCounts counted = counts_of(report.runs.back(), report);
  counted.label = "Counted <1>";
  const Files files = files_of(report, {counted});
  const std::string& page = files.at("backends/counted-1.html");
  EXPECT_NE(page.find("<h1>Counted &lt;1&gt;</h1>"), std::string::npos);
  EXPECT_NE(page.find("<a href=\"../specification/softmax.html\"><code>softmax</code></a>"),
            std::string::npos);
  EXPECT_NE(page.find(">0 %<"), std::string::npos);
  EXPECT_NE(files.at("index.html").find("backends/counted-1.html"), std::string::npos);
  EXPECT_NE(files.at("support.html").find(">Counted &lt;1&gt;<"), std::string::npos);
}

TEST(Site, ReportsLinkToThePagesOfTheSpecification) {
  const Files files = files_of(report_of_two());
  EXPECT_NE(files.at("backends/reference.html").find("\"../specification/\""), std::string::npos);
  EXPECT_NE(files.at("compare.html").find("\"specification/\""), std::string::npos);
}

TEST(Site, ClauseSaysWhyItHolds) {
  const std::string page = files_of(report_of_two()).at("specification/softmax.html");
  EXPECT_NE(page.find("<td>returns, NumPy code ·\u00A02</td>"), std::string::npos);
  EXPECT_NE(page.find("<td>as ko ·\u00A0<span class=\"bad\">no case</span></td>"),
            std::string::npos);
  EXPECT_NE(page.find("<code>activation/softmax/float32/value,*</code>"), std::string::npos);
  EXPECT_NE(page.find("zh says: Another value."), std::string::npos);
  EXPECT_NE(page.find("<a href=\"decisions.html#D-1\"><code>D-1</code></a>"), std::string::npos);
  EXPECT_NE(page.find("Error: value."), std::string::npos);
}

TEST(Site, IntroductionSaysHowItsClausesAreChecked) {
  const Files files = files_of(report_of_two());
  const std::string page = files.at("specification/introduction.html");
  EXPECT_NE(page.find("Checked by a test of the Python adapter: It is read."), std::string::npos);
  EXPECT_NE(page.find("Not checked: Its folder."), std::string::npos);
  EXPECT_NE(files.at("specification/index.html").find("1 clause of the introduction"),
            std::string::npos);
  EXPECT_NE(files.at("specification/index.html").find("1 functions in 2 clauses"),
            std::string::npos);
}

TEST(Site, EditionSaysWhatItsDocumentsAre) {
  const std::string page = files_of(report_of_two()).at("specification/editions.html");
  EXPECT_NE(page.find("<dd>Korean, 2019, Keras 2</dd>"), std::string::npos);
  EXPECT_NE(page.find("<dd>A page, <code>b.md</code> in"), std::string::npos);
  EXPECT_NE(page.find("<code>0a</code>"), std::string::npos);
}

TEST(Site, BackquotesBecomeCode) {
  EXPECT_EQ(site::prose("see `a<b`, not `c"), "see <code>a&lt;b</code>, not `c");
}

TEST(Site, TextOfABackendNeverBecomesMarkup) {
  const std::string hostile = "</td><script>alert(1)</script>\" onclick=\"x";
  Results results = sample_results({sample_result(kCase, Outcome::kPass)});
  results.header.backend_name = hostile;
  results.header.backend_version = hostile;
  results.header.edition = hostile;
  results.header.started = "<b>2026</b>";
  results.footer->profiles = {{"<i>minimal</i>", ProfileVerdict::kPass}};
  const Files files = files_of(sample_report(std::vector<Results>{results}));
  const std::string page = files.at("index.html");
  for (const char* markup : {"<script", " onclick=\"", "<b>", "<i>"}) {
    EXPECT_EQ(page.find(markup), std::string::npos) << markup;
  }
}

TEST(Site, PagesRunNothingAndAskForNothing) {
  for (const auto& [path, page] : files_of(report_of_two())) {
    if (path.starts_with("backends/") || path == "compare.html") continue;
    EXPECT_NE(page.find("default-src 'none'; style-src 'sha256-"), std::string::npos) << path;
    for (const char* request : {"<script", " src=", "url(", "@import", "https:"}) {
      EXPECT_EQ(page.find(request), std::string::npos) << path << " has " << request;
    }
  }
}

}  // namespace
}  // namespace kassay::reports::site_test
