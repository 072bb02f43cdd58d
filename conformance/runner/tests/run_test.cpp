// Whole runs: what is selected, what is written, and how an interrupted run continues.
#include "conformance/runner/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"

namespace kassay::runner::run_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class Run : public testing::Test {
 protected:
  Run() {
    std::vector<ToyVectors::ToyCase> cases;
    for (int i = 0; i < 20; ++i) cases.push_back({"case" + std::to_string(i)});
    vectors_.add("identity", cases);
    vectors_.add("invalid", {{"a", "smoke"}, {"b"}, {"only_zh", "core", {"zh"}}});
    vectors_.add("lacking", {{"a[0,1]"}});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
  }

  RunReport run() { return run_conformance(settings_, {}); }
  Results results() const { return read_results(settings_.out); }

  std::map<std::string, Outcome> outcomes() const {
    std::map<std::string, Outcome> all;
    for (const CaseResult& result : results().cases) all[result.case_id] = result.outcome;
    return all;
  }

  // The message of the exception from a run.
  template <class Error>
  std::string error() {
    try {
      run();
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  ToyVectors vectors_;
  RunSettings settings_;
  std::atomic<int> count_ = 0;
};

constexpr int kSelected = 23;  // of edition ko, tier core

TEST_F(Run, ResultsOfAPythonModuleSayWhatTheirCommandsNeed) {
  settings_.backend = "python:toy";
  settings_.selection.filter = {"toy/invalid/float32/a"};
  setenv("PYTHONPATH", "my folder", 1);
  run();
  unsetenv("PYTHONPATH");
  EXPECT_EQ(results().header.backend_environment.at("PYTHONPATH"), "my folder");
  settings_.backend = "toy";
  run();
  EXPECT_TRUE(results().header.backend_environment.empty());
}

TEST_F(Run, WritesHeaderCasesAndFooter) {
  RunReport report = run();
  EXPECT_EQ(verdict_of(facts_of(report)).claim, Claim::kNotConformant);
  Results written = results();
  EXPECT_EQ(written.header.selected, kSelected);
  EXPECT_EQ(written.header.backend_name, "toy");
  EXPECT_EQ(written.header.tier, "core");
  EXPECT_THAT(written.header.filter, ElementsAre("*"));
  EXPECT_EQ(written.cases.size(), static_cast<std::size_t>(kSelected));
  ASSERT_TRUE(written.footer);
  std::map<std::string, std::int64_t> counts = {{"pass", 20}, {"error", 2}, {"unsupported", 1}};
  EXPECT_EQ(written.footer->counts, counts);
  EXPECT_EQ(report.summary.counts(), counts);
  EXPECT_THAT(report.summary.standing().wrong, ElementsAre("invalid"));
}

TEST_F(Run, AnswerTellsWhatTheMatchedReadingMeans) {
  vectors_.accept_refusal("invalid");
  settings_.selection.filter = {"toy/invalid/float32/a"};
  run();
  const CaseResult result = results().cases.at(0);
  EXPECT_EQ(result.reading, "refused");
  EXPECT_EQ(result.message, "The answer matches an accepted reading: refused (No call is valid.).");
}

TEST_F(Run, SupportedFunctionsAreCounted) {
  settings_.selection.filter = {"identity", "lacking"};
  const RunReport report = run();
  EXPECT_EQ(report.summary.standing().run(), 2);
  EXPECT_THAT(report.summary.standing().supported, ElementsAre("identity"));
  EXPECT_EQ(report.header.functions, 3);
}

TEST_F(Run, SeveralJobsGiveTheSameResults) {
  run();
  std::map<std::string, Outcome> alone = outcomes();
  settings_.jobs = 4;
  run();
  EXPECT_EQ(outcomes(), alone);
}

TEST_F(Run, AlteredTensorsAreFoundBeforeAnythingRuns) {
  write_text(vectors_.path("lacking.safetensors"), "altered");
  EXPECT_THAT(error<FileError>(), HasSubstr("lacking.safetensors"));
  EXPECT_FALSE(std::filesystem::exists(settings_.out));
}

TEST_F(Run, TimesOfItsPartsAreNotMoreThanItTook) {
  settings_.jobs = 3;
  const RunTimes times = run().times;
  EXPECT_EQ(times.threads, 3);
  const double sum =
      times.reading + times.messages + times.backend + times.comparing + times.writing;
  EXPECT_GT(times.reading, 0);
  EXPECT_GT(times.writing, 0);
  EXPECT_LE(times.choosing + sum / times.threads, times.total);
}

// The summary of a run, and the summary of its results file.
TEST_F(Run, VerdictEqualsThatOfItsResults) {
  for (const std::vector<std::string>& filter :
       {std::vector<std::string>{}, {"lacking"}, {"identity", "lacking"}, {"identity"}}) {
    settings_.selection.filter = filter;
    const RunVerdict now = verdict_of(facts_of(run()));
    const RunVerdict later = verdict_of(facts_of(results()));
    EXPECT_EQ(now.title, later.title);
    EXPECT_EQ(now.detail, later.detail);
    EXPECT_EQ(now.limits, later.limits);
    EXPECT_EQ(now.exit_code(), later.exit_code());
    EXPECT_EQ(now.whole, later.whole);
    EXPECT_EQ(now.nothing_shown, later.nothing_shown);
  }
}

TEST_F(Run, EarlierResultsAreRefusedBeforeAnythingRuns) {
  write_text(settings_.out, "notes");
  settings_.earlier = EarlierResults::kRefuse;
  EXPECT_THROW(run(), FileError);
  EXPECT_EQ(count_, 0);
  EXPECT_EQ(read_text(settings_.out), "notes");
}

TEST_F(Run, ResumeAfterEveryTruncation) {
  run();
  std::string whole = read_text(settings_.out);
  std::map<std::string, Outcome> expected = outcomes();
  settings_.earlier = EarlierResults::kContinue;
  // At the end of each line, in its middle, and right after its first character.
  std::vector<std::size_t> cuts = {0, 1};
  for (std::size_t at = whole.find('\n'); at != std::string::npos; at = whole.find('\n', at + 1)) {
    cuts.insert(cuts.end(), {at - 10, at, at + 1, std::min(at + 2, whole.size())});
  }
  for (std::size_t cut : cuts) {
    write_text(settings_.out, whole.substr(0, cut));
    std::size_t lines = static_cast<std::size_t>(
        std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut), '\n'));
    count_ = 0;
    RunReport report = run();
    EXPECT_EQ(outcomes(), expected) << cut;
    EXPECT_EQ(results().cases.size(), expected.size()) << cut;
    ASSERT_TRUE(results().footer) << cut;
    EXPECT_EQ(results().footer->counts, report.summary.counts());
    int kept = static_cast<int>(std::min<std::size_t>(lines > 0 ? lines - 1 : 0, kSelected));
    EXPECT_EQ(count_, kSelected - kept) << cut;
    EXPECT_EQ(report.resumed, kept) << cut;
  }
}

TEST_F(Run, ResumeRefusesAnotherRun) {
  run();
  std::string before = read_text(settings_.out);
  settings_.earlier = EarlierResults::kContinue;
  settings_.selection.filter = {"identity"};
  EXPECT_THAT(error<FileError>(),
              AllOf(HasSubstr("filter was \"*\" and is now \"identity\""), HasSubstr("--resume")));
  settings_.selection.filter.clear();
  settings_.selection.edition = Edition::kZh;
  EXPECT_THAT(error<FileError>(), HasSubstr("--edition was \"ko\" and is now \"zh\""));
  settings_.selection.edition = Edition::kKo;
  settings_.selection.shard_count = 2;
  EXPECT_THAT(error<FileError>(), HasSubstr("--shard was \"1/1\" and is now \"1/2\""));
  settings_.selection.shard_count = 1;
  settings_.backend = "other";
  EXPECT_THAT(error<FileError>(), HasSubstr("--backend was \"toy\" and is now \"other\""));
  EXPECT_EQ(read_text(settings_.out), before);
}

TEST_F(Run, WithoutResumeTheFileIsWrittenAnew) {
  run();
  settings_.selection.filter = {"lacking"};
  run();
  EXPECT_EQ(results().cases.size(), 1u);
}

TEST_F(Run, UnwritableOutputIsFoundBeforeAnythingRuns) {
  settings_.out = vectors_.path("no/such/folder/results.jsonl");
  EXPECT_THAT(error<FileError>(), HasSubstr("results.jsonl"));
  EXPECT_EQ(count_, 0);
}

TEST_F(Run, FullDiskEndsTheRun) {
  settings_.out = "/dev/full";
  EXPECT_THAT(error<FileError>(), AllOf(HasSubstr("/dev/full"), HasSubstr("No space left")));
  EXPECT_EQ(count_, 0);
}

TEST_F(Run, BackendThatDoesNotStartLeavesNoFile) {
  settings_.open = [](const std::string&, const BackendOptions&) -> std::unique_ptr<Connection> {
    throw CannotStart("no");
  };
  EXPECT_THAT(error<CannotStart>(), "no");
  EXPECT_FALSE(std::filesystem::exists(settings_.out));
}

TEST_F(Run, TwoRunsDoNotShareAFile) {
  settings_.open = [this](const std::string&, const BackendOptions&) {
    RunSettings second = settings_;
    EXPECT_THROW(run_conformance(second, {}), FileError);
    return std::make_unique<CountingConnection>(count_);
  };
  EXPECT_EQ(run().summary.total(), kSelected);
}

TEST_F(Run, CancelledRunHasNoFooterAndContinues) {
  std::atomic<bool> cancelled = false;
  settings_.cancelled = &cancelled;
  RunObserver observer;
  observer.advanced = [&](const Summary& summary) { cancelled = summary.total() == 7; };
  RunReport report = run_conformance(settings_, observer);
  EXPECT_TRUE(report.cancelled);
  EXPECT_EQ(results().cases.size(), 7u);
  EXPECT_FALSE(results().footer);
  cancelled = false;
  settings_.earlier = EarlierResults::kContinue;
  EXPECT_EQ(run().resumed, 7);
  EXPECT_EQ(outcomes().size(), static_cast<std::size_t>(kSelected));
  EXPECT_TRUE(results().footer);
}

TEST_F(Run, ShardsPartitionTheCases) {
  run();
  std::map<std::string, Outcome> whole = outcomes();
  settings_.selection.shard_count = 3;
  std::map<std::string, Outcome> parts;
  for (int index = 1; index <= 3; ++index) {
    settings_.selection.shard_index = index;
    run();
    for (const auto& [id, outcome] : outcomes()) {
      EXPECT_TRUE(parts.emplace(id, outcome).second) << id << " is in two shards";
    }
  }
  EXPECT_EQ(parts, whole);
}

TEST_F(Run, TheSameCaseIsInTheSameShardForEver) {
  EXPECT_EQ(shard_of("toy/identity/float32/case0", 4), 4);
  EXPECT_EQ(shard_of("activation/softmax/float32/value", 7), 5);
}

TEST_F(Run, FilterFailedTakesWhatFailed) {
  run();
  settings_.selection.only.emplace();
  for (const CaseResult& result : results().cases) {
    if (counts_against(result.outcome)) {
      settings_.selection.only->insert({result.case_id, result.mode});
    }
  }
  settings_.failed_in = settings_.out;
  settings_.out = vectors_.path("again.jsonl");
  run();
  EXPECT_THAT(outcomes(), ElementsAre(testing::Key("toy/invalid/float32/a"),
                                      testing::Key("toy/invalid/float32/b")));
  EXPECT_EQ(results().header.filter.back(), "--filter-failed " + settings_.failed_in);
}

// Two cases, each in modes eager and program; in the latter the toy backend refuses the call.
class RunInTwoModes : public Run {
 protected:
  RunInTwoModes() {
    two_modes_.add("needs_constant", {{"a", "core", {"ko"}, {"eager", "program"}},
                                      {"b", "core", {"ko"}, {"eager", "program"}}});
    two_modes_.add("identity", {{"a"}});
    two_modes_.finish();
    settings_.vectors_directory = two_modes_.directory();
  }

  // "a eager pass", ..., of needs_constant, in the order of the file.
  std::vector<std::string> lines() const {
    const std::string prefix = "toy/needs_constant/float32/";
    std::vector<std::string> all;
    for (const CaseResult& result : results().cases) {
      if (!result.case_id.starts_with(prefix)) continue;
      all.push_back(result.case_id.substr(prefix.size()) + " " + result.mode + " " +
                    std::string(outcome_name(result.outcome)));
    }
    return all;
  }

  ToyVectors two_modes_;
};

TEST_F(RunInTwoModes, EachModeHasItsOwnResult) {
  const RunReport report = run();
  EXPECT_EQ(report.header.selected, 5);
  EXPECT_THAT(lines(),
              ElementsAre("a eager pass", "a program error", "b eager pass", "b program error"));
  EXPECT_THAT(results().header.filter, ElementsAre("*"));
  EXPECT_EQ(report.summary.count(Outcome::kError), 2);
}

TEST_F(RunInTwoModes, ModeFilters) {
  settings_.selection.modes = {Mode::kProgram};
  EXPECT_EQ(run().header.selected, 2);
  EXPECT_THAT(lines(), ElementsAre("a program error", "b program error"));
  EXPECT_THAT(results().header.filter, ElementsAre("*", "--mode program"));
  settings_.selection.modes = {Mode::kEager, Mode::kGradient};
  EXPECT_EQ(run().header.selected, 3);
  EXPECT_THAT(lines(), ElementsAre("a eager pass", "b eager pass"));
}

TEST_F(RunInTwoModes, ResumeContinuesByMode) {
  run();
  const std::string whole = read_text(settings_.out);
  const std::vector<std::string> expected = lines();
  // The remaining file ends after the first mode of a case.
  const std::size_t first = whole.find("\"mode\":\"program\"");
  write_text(settings_.out, whole.substr(0, whole.rfind('\n', first) + 1));
  const auto kept = static_cast<int>(results().cases.size());
  EXPECT_EQ(lines(), std::vector<std::string>{"a eager pass"});
  settings_.earlier = EarlierResults::kContinue;
  count_ = 0;
  EXPECT_EQ(run().resumed, kept);
  EXPECT_EQ(count_, 5 - kept);
  EXPECT_EQ(lines(), expected);
}

TEST_F(RunInTwoModes, ResumeRefusesOtherModes) {
  run();
  settings_.earlier = EarlierResults::kContinue;
  settings_.selection.modes = {Mode::kEager};
  EXPECT_THAT(error<FileError>(), HasSubstr("filter was \"*\" and is now \"* --mode eager\""));
}

TEST_F(RunInTwoModes, FilterFailedTakesTheModeThatFailed) {
  settings_.selection.only.emplace().emplace("toy/needs_constant/float32/b", "program");
  EXPECT_EQ(run().header.selected, 1);
  EXPECT_THAT(lines(), ElementsAre("b program error"));
}

TEST_F(RunInTwoModes, NoCaseHasTheMode) {
  settings_.selection.modes = {Mode::kDynamic};
  EXPECT_THAT(error<NoCaseSelected>(),
              AllOf(HasSubstr("no case has this mode"), HasSubstr("mode dynamic")));
  settings_.selection.modes = {Mode::kDynamic, Mode::kGradient};
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr("mode dynamic or gradient"));
  EXPECT_EQ(count_, 0);
}

TEST_F(Run, TierAndEdition) {
  settings_.selection.tier = Tier::kSmoke;
  EXPECT_EQ(run().header.selected, 1);
  settings_.selection.tier = Tier::kCore;
  settings_.selection.edition = Edition::kZh;
  EXPECT_EQ(run().header.selected, kSelected + 1);
}

TEST_F(Run, FilterByNameGlobAndId) {
  auto selected = [&](const std::string& pattern) {
    settings_.selection.filter = {pattern};
    return run().header.selected;
  };
  EXPECT_EQ(selected("identity"), 20);
  EXPECT_EQ(selected("*"), kSelected);
  EXPECT_EQ(selected("toy/*/b"), 1);
  EXPECT_EQ(selected("*case1?"), 10);
  EXPECT_EQ(selected("*/case[34]"), 2);
  EXPECT_EQ(selected("toy/lacking/float32/a[0,1]"), 1);  // an id, though it looks like a glob
  settings_.selection.filter = {"identity", "lacking", "toy/identity/*"};
  EXPECT_EQ(run().header.selected, 21);
}

TEST_F(Run, GlobWithoutMatchNamesTheClosest) {
  settings_.selection.filter = {"identity", "identty"};
  EXPECT_THAT(error<NoCaseSelected>(), AllOf(HasSubstr("\"identty\""), HasSubstr("\n  identity")));
  settings_.selection.filter = {"toy/identity/float32/kase7"};
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr("\n  toy/identity/float32/case7"));
  EXPECT_EQ(count_, 0);
}

TEST_F(Run, GlobWithAWrongLetterNamesWhatItMeant) {
  settings_.selection.filter = {"toy/identty/*/case7"};
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr(":\n  toy/identity/float32/case7\n"));
  settings_.selection.filter = {"*float23*"};  // a glob, so it matches ids
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr("\n  toy/identity/float32/case"));
}

TEST_F(Run, GlobOnNamesOfFunctionsNamesThem) {
  settings_.selection.filter = {"ident*"};
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr("closest names are:\n  identity\n"));
}

TEST(ClosestNames, AGlobIsNoFartherThanItsLetters) {
  EXPECT_EQ(edit_distance("*b?d*", "abcde"), 0u);
  EXPECT_EQ(edit_distance("*bxd", "abcde"), 2u);
  EXPECT_EQ(edit_distance("sofmax", "softmax"), 1u);
  EXPECT_THAT(closest_names("sofd*x", {"relu", "softmax"}, 5), ElementsAre("softmax"));
}

TEST_F(Run, GlobThatMatchesElsewhereSaysWhere) {
  settings_.selection.filter = {"*only_zh"};
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr("1 case in tier core, edition zh"));
}

TEST_F(Run, NothingInTheShard) {
  settings_.selection.filter = {"lacking"};
  settings_.selection.shard_count = 1000;
  EXPECT_THAT(error<NoCaseSelected>(), HasSubstr("shard"));
}

}  // namespace
}  // namespace kassay::runner::run_test
