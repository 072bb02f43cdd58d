#include "reports/history/history.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "reports/history/append.h"
#include "reports/html/page_data.h"
#include "reports/tests/samples.h"
#include "spec/lib/result_lines.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::reports::history_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

constexpr char kCase[] = "activation/softmax/float32/value,x=5";

HistoryEntry sample_entry(const std::string& version = "1.2") {
  Results results = sample_results({sample_result(kCase, Outcome::kPass),
                                    sample_result("a/softmax/c/d", Outcome::kUnsupported)});
  results.header.backend_version = version;
  results.header.specification_hash = "51";
  results.header.vectors_hash = "52";
  results.footer->profiles = {{"minimal", ProfileVerdict::kFail}};
  results.footer->seconds = 2.5;
  return history_entry(results);
}

TEST(History, EntryOfARun) {
  const HistoryEntry entry = sample_entry();
  EXPECT_EQ(entry.started, "2026-01-31T12:00:00Z");
  EXPECT_EQ(entry.counts, (std::map<std::string, std::int64_t>{{"pass", 1}, {"unsupported", 1}}));
  EXPECT_EQ(entry.claim, Claim::kSupportedConform);
  EXPECT_EQ(entry.functions, 1);
  EXPECT_EQ(entry.supported, 1);
  EXPECT_TRUE(entry.complete);
}

TEST(History, WaivedResultsThatWereNotRunCountAsNotRun) {
  CaseResult waived = sample_result(kCase, Outcome::kWaived);
  waived.waived.emplace().outcome = Outcome::kNotRun;
  CaseResult failure = waived;
  failure.waived->outcome = Outcome::kFail;
  using Counts = std::map<std::string, std::int64_t>;
  EXPECT_EQ(history_entry(sample_results({waived})).counts, (Counts{{"not-run", 1}}));
  EXPECT_EQ(history_entry(sample_results({waived, failure})).counts,
            (Counts{{"not-run", 1}, {"waived", 1}}));
}

TEST(History, EntryTellsWhatIsRightFromWhatIsWrong) {
  CaseResult wrong = sample_result("a/dot/c/d", Outcome::kFail);
  wrong.function = "dot";
  Results results = sample_results({sample_result(kCase, Outcome::kPass), wrong});
  results.header.functions = 152;
  const TemporaryDirectory folder;
  const std::string file = folder.write("history.jsonl", to_line(history_entry(results)) + "\n");
  const HistoryEntry entry = read_history(file).entries.at(0);
  EXPECT_EQ(entry.right, 1);
  EXPECT_EQ(entry.wrong, 1);
  EXPECT_EQ(entry.of_edition, 152);
}

TEST(History, LineOfAnEarlierVersionDoesNotSayIt) {
  HistoryEntry earlier = sample_entry();
  earlier.right = earlier.wrong = earlier.of_edition = std::nullopt;
  const TemporaryDirectory folder;
  const std::string file = folder.write("history.jsonl", to_line(earlier) + "\n");
  EXPECT_EQ(read_history(file).entries.at(0).right, std::nullopt);
}

TEST(History, PartOfTheSuiteIsNotComplete) {
  const Results whole = sample_results({sample_result(kCase, Outcome::kPass)});
  Results filtered = whole, sharded = whole, cut = whole;
  filtered.header.filter = {"softmax"};
  sharded.header.shard_count = 2;
  cut.footer.reset();
  for (const Results& part : {filtered, sharded, cut}) EXPECT_FALSE(history_entry(part).complete);
}

TEST(History, WhatIsAppendedIsReadAgain) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("history.jsonl");
  const HistoryEntry entry = sample_entry();
  append_history(file, entry);
  append_history(file, sample_entry("1.3"));
  const History history = read_history(file);
  ASSERT_EQ(history.entries.size(), 2u);
  EXPECT_FALSE(history.cut_off);
  EXPECT_EQ(to_line(history.entries[0]), to_line(entry));
  EXPECT_EQ(history.entries[1].backend_version, "1.3");
}

TEST(History, HostileBackendKeepsItsLine) {
  const TemporaryDirectory folder;
  const std::string file = folder.file("history.jsonl");
  HistoryEntry entry = sample_entry("\xFF\n\"}");
  append_history(file, entry);
  EXPECT_EQ(read_history(file).entries.at(0).backend_version, "\uFFFD\n\"}");
}

TEST(History, MissingFileHasNoEntries) {
  const TemporaryDirectory folder;
  EXPECT_TRUE(read_history(folder.file("none")).entries.empty());
}

TEST(History, LastLineWithoutItsEndIsLeftOut) {
  const TemporaryDirectory folder;
  const std::string line = to_line(sample_entry());
  const std::string file = folder.write("history.jsonl", line + "\n" + line.substr(0, 40));
  const History history = read_history(file);
  EXPECT_EQ(history.entries.size(), 1u);
  EXPECT_TRUE(history.cut_off);
}

TEST(History, AppendingDropsALastLineWithoutItsEnd) {
  const TemporaryDirectory folder;
  const std::string line = to_line(sample_entry());
  // More than is looked at in one piece.
  const std::string file = folder.write("history.jsonl", line + "\n" + std::string(10000, 'x'));
  append_history(file, sample_entry());
  EXPECT_EQ(folder.read("history.jsonl"), line + "\n" + line + "\n");
}

TEST(History, OnlyAnUnfinishedLineIsDroppedWhole) {
  const TemporaryDirectory folder;
  const std::string file = folder.write("history.jsonl", "{\"format\"");
  append_history(file, sample_entry());
  EXPECT_EQ(folder.read("history.jsonl"), to_line(sample_entry()) + "\n");
}

TEST(History, DamagedMiddleLineIsNamed) {
  const TemporaryDirectory folder;
  const std::string line = to_line(sample_entry());
  const std::string file =
      folder.write("history.jsonl", line + "\n" + line.substr(0, 40) + "\n" + line + "\n");
  EXPECT_THAT(file_error([&] { read_history(file); }),
              AllOf(HasSubstr("history.jsonl: line 2"), HasSubstr("remove it")));
}

TEST(History, UnknownWordsAreNamed) {
  const TemporaryDirectory folder;
  for (const auto& [right, wrong] : {std::pair{"\"supported-functions-conform\"", "\"passing\""},
                                     std::pair{"\"pass\":1", "\"passed\":1"},
                                     std::pair{"\"minimal\":\"fail\"", "\"minimal\":\"no\""},
                                     std::pair{"\"format\":1", "\"format\":2"},
                                     std::pair{"\"functions\":1", "\"functions\":-1"}}) {
    std::string line = to_line(sample_entry());
    const std::size_t place = line.find(right);
    ASSERT_NE(place, std::string::npos) << right;
    line.replace(place, std::string(right).size(), wrong);
    const std::string file = folder.write("history.jsonl", line + "\n");
    EXPECT_THAT(file_error([&] { read_history(file); }), HasSubstr("line 1")) << wrong;
  }
}

TEST(History, NoClaimOfEarlierVersionsIsReadAsWhatItIsNow) {
  const TemporaryDirectory folder;
  for (const auto& [outcome, expected] :
       {std::pair{Outcome::kPass, Claim::kNoFailure},
        std::pair{Outcome::kWaived, Claim::kNoFailureButWaived},
        std::pair{Outcome::kUnsupported, Claim::kNothingJudged}}) {
    HistoryEntry entry = history_entry(sample_results({sample_result(kCase, outcome)}));
    entry.claim = Claim::kNotConformant;
    std::string line = to_line(entry);
    const std::string word = "not-conformant";
    line.replace(line.find(word), word.size(), "no-claim");
    const std::string file = folder.write("history.jsonl", line + "\n");
    EXPECT_EQ(read_history(file).entries.at(0).claim, expected) << outcome_name(outcome);
  }
}

TEST(History, AnotherFileIsRefusedBeforeARun) {
  const TemporaryDirectory folder;
  const std::string notes = folder.write("notes.txt", "my notes\nno end");
  EXPECT_THAT(file_error([&] { prepare_history(notes); }), HasSubstr("notes.txt: line 1"));
  EXPECT_EQ(folder.read("notes.txt"), "my notes\nno end");
  EXPECT_THAT(file_error([&] { prepare_history("/nowhere/history"); }),
              HasSubstr("cannot be opened"));
}

TEST(History, DiskWithoutRoomIsAnError) {
  EXPECT_THAT(file_error([] { append_history("/dev/full", sample_entry()); }),
              HasSubstr("cannot be written"));
}

TEST(History, ManyWritersLoseNothing) {
  constexpr int kWriters = 8, kLines = 25;
  const TemporaryDirectory folder;
  const std::string file = folder.file("history.jsonl");
  std::vector<pid_t> writers;
  for (int i = 0; i < kWriters; ++i) {
    const pid_t process = fork();
    ASSERT_GE(process, 0);
    if (process == 0) {
      for (int line = 0; line < kLines; ++line) append_history(file, sample_entry());
      _exit(0);
    }
    writers.push_back(process);
  }
  for (const pid_t process : writers) {
    int status = 0;
    ASSERT_EQ(waitpid(process, &status, 0), process);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(read_history(file).entries.size(), std::size_t{kWriters * kLines});
}

TEST(History, PageHasItWhereItIsGiven) {
  Report report = sample_report({sample_result(kCase, Outcome::kPass)});
  EXPECT_FALSE(Json::parse(page_data(report)).contains("history"));
  HistoryEntry entry = sample_entry("\u202E");
  entry.backend_name = "<b>";
  report.history = {entry};
  const Json history = Json::parse(page_data(report))["history"];
  ASSERT_EQ(history.size(), 1u);
  EXPECT_EQ(history[0]["backend"], "<b>");
  EXPECT_EQ(history[0]["version"], "\\u{202E}");
  EXPECT_EQ(history[0]["counts"], Json({{"pass", 1}, {"unsupported", 1}}));
  EXPECT_EQ(history[0]["verdict"], "supported-functions-conform");
  EXPECT_EQ(history[0]["words"], "Supported functions conform");
}

}  // namespace
}  // namespace kassay::reports::history_test
