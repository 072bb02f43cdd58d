#include "spec/lib/results.h"

#include <cmath>
#include <limits>

#include "spec/lib/result_lines.h"
#include "spec/lib/tests/file_error.h"
#include "spec/lib/tests/temporary_directory.h"

namespace kassay::results_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ResultsHeader header() {
  return {.kassay_version = "0.1.0",
          .backend_argument = "plugin:a.so",
          .backend_name = "a",
          .backend_version = "1",
          .backend_device = "cpu",
          .machine_cpu = "x86",
          .machine_os = "Linux",
          .machine_cores = 2,
          .specification_hash = "s",
          .vectors_hash = "v",
          .specification_version = "1.2.0",
          .tier = "core",
          .edition = "zh",
          .filter = {"*"},
          .profiles = {"inference"},
          .waivers = {{"known.yaml", std::string(64, 'a')}},
          .shard_index = 2,
          .shard_count = 3,
          .selected = 7,
          .started = "2026-01-31T12:00:00Z"};
}

CaseResult failed() {
  CaseResult result{.case_id = "a/b/c",
                    .function = "b",
                    .mode = "eager",
                    .outcome = Outcome::kFail,
                    .margin = kInfinity,
                    .seconds = 0.25,
                    .reading = "axis-ignored",
                    .message = "line\n\"quoted\" \x01",
                    .failure = {},
                    .waived = {},
                    .answer = {}};
  result.failure = Failure{.check = Check::kElement,
                           .output = 1,
                           .index = {0, 2},
                           .expected = "0.1",
                           .actual = "nan",
                           .error = std::nan(""),
                           .limit = 1e-7,
                           .mismatched = 3,
                           .elements = 21,
                           .shape = {},
                           .worst = {},
                           .error_map = ""};
  return result;
}

// What a results file of these lines holds.
Results read(const std::string& text) {
  const TemporaryDirectory directory;
  return read_results(directory.write("r.jsonl", text));
}

std::string error_of(const std::string& text) {
  return file_error([&] { read(text); });
}

CaseResult read_back(const CaseResult& result) {
  return read(to_line(header()) + "\n" + to_line(result) + "\n").cases.at(0);
}

TEST(Outcome, NameReadsBack) {
  for (const char* name :
       {"pass", "pass-accepted", "fail", "error", "crash", "timeout", "out-of-memory",
        "unsupported", "not-run", "waived", "unexpected-pass"}) {
    ASSERT_TRUE(parse_outcome(name)) << name;
    EXPECT_EQ(outcome_name(*parse_outcome(name)), name);
  }
  EXPECT_EQ(parse_outcome("skipped"), std::nullopt);
}

TEST(Outcome, FiveDoNotCountAgainst) {
  for (const char* name : {"pass", "pass-accepted", "waived", "unsupported", "not-run"}) {
    EXPECT_FALSE(counts_against(*parse_outcome(name))) << name;
  }
  for (const char* name :
       {"fail", "error", "crash", "timeout", "out-of-memory", "unexpected-pass"}) {
    EXPECT_TRUE(counts_against(*parse_outcome(name))) << name;
  }
}

TEST(Results, FailedCallReadsBack) {
  CaseResult result = failed();
  EXPECT_FALSE(read_back(result).failed_call);
  result.outcome = Outcome::kNotRun;
  result.failed_call = FailedCall{2, "constant", Outcome::kTimeout};
  const CaseResult back = read_back(result);
  ASSERT_TRUE(back.failed_call);
  EXPECT_EQ(back.failed_call->call, 2);
  EXPECT_EQ(back.failed_call->function, "constant");
  EXPECT_EQ(back.failed_call->outcome, Outcome::kTimeout);
}

TEST(Results, WhatIsLackingReadsBack) {
  CaseResult result = failed();
  EXPECT_EQ(read_back(result).lacks, "");
  result.outcome = Outcome::kUnsupported;
  result.lacks = "permute_dimensions";
  EXPECT_EQ(read_back(result).lacks, "permute_dimensions");
}

TEST(Results, FailedCallThatIsNone) {
  const std::string before = to_line(header()) +
                             "\n{\"case\": \"a\", \"function\": \"f\", \"mode\": \"eager\", "
                             "\"outcome\": \"not-run\", \"margin\": 0, \"seconds\": 0, "
                             "\"failed-call\": {\"function\": \"constant\", ";
  EXPECT_THAT(error_of(before + "\"call\": 0, \"outcome\": \"error\"}}\n"),
              HasSubstr("count from 1"));
  EXPECT_THAT(error_of(before + "\"call\": 1, \"outcome\": \"pass\"}}\n"),
              HasSubstr("ends in another outcome"));
}

TEST(Results, HeaderOfEarlierVersionsHasNoVersionOfTheSpecification) {
  ResultsHeader earlier = header();
  earlier.specification_version.clear();
  EXPECT_EQ(read(to_line(earlier) + "\n").header.specification_version, "");
}

TEST(Results, HeaderReadsBack) {
  const ResultsHeader back = read(to_line(header()) + "\n").header;
  EXPECT_EQ(to_line(back), to_line(header()));
  EXPECT_EQ(back.backend_argument, "plugin:a.so");
  EXPECT_EQ(back.machine_cores, 2);
  EXPECT_EQ(back.specification_version, "1.2.0");
  EXPECT_EQ(back.shard_index, 2);
  EXPECT_EQ(back.shard_count, 3);
  EXPECT_EQ(back.filter, std::vector<std::string>{"*"});
}

TEST(Results, NumberOfFunctionsReadsBackAndMayBeMissing) {
  ResultsHeader counted = header();
  EXPECT_THAT(to_line(counted), Not(HasSubstr("functions")));
  counted.functions = 152;
  EXPECT_EQ(read(to_line(counted) + "\n").header.functions, 152);
}

TEST(Results, StandingsReadBackAndMayBeMissing) {
  ResultsFooter footer;
  footer.profiles = {{"minimal", ProfileVerdict::kFail}};
  const std::string begin = to_line(header()) + "\n";
  EXPECT_TRUE(read(begin + to_line(footer) + "\n").footer->standings.empty());
  footer.standings["minimal"] = {.functions = 4,
                                 .supported = {"a", "b", "c"},
                                 .lacking = {"c", "d"},
                                 .wrong = {"b"},
                                 .waived = {"a"}};
  EXPECT_EQ(read(begin + to_line(footer) + "\n").footer->standings, footer.standings);
}

TEST(Results, EnvironmentReadsBack) {
  ResultsHeader of_module = header();
  of_module.backend_environment = {{"PYTHONPATH", "a b"}};
  const ResultsHeader back = read(to_line(of_module) + "\n").header;
  EXPECT_EQ(back.backend_environment, of_module.backend_environment);
}

TEST(Results, SandboxReadsBack) {
  ResultsHeader guarded = header();
  EXPECT_FALSE(read(to_line(guarded) + "\n").header.sandbox);
  guarded.sandbox = {.mode = "strict",
                     .writable = {"/cache"},
                     .holds = {"network", "files"},
                     .lacks = {{"processes", "Operation not permitted"}}};
  const SandboxRecord back = read(to_line(guarded) + "\n").header.sandbox.value();
  EXPECT_EQ(back.mode, "strict");
  EXPECT_EQ(back.writable, guarded.sandbox->writable);
  EXPECT_EQ(back.holds, guarded.sandbox->holds);
  EXPECT_EQ(back.lacks, guarded.sandbox->lacks);
}

TEST(Results, UnknownWordsOfASandbox) {
  ResultsHeader guarded = header();
  guarded.sandbox = {.mode = "loose"};
  EXPECT_THAT(error_of(to_line(guarded) + "\n"), HasSubstr("\"loose\" is unknown here"));
  guarded.sandbox = {.mode = "default", .holds = {"walls"}};
  EXPECT_THAT(error_of(to_line(guarded) + "\n"), HasSubstr("\"walls\" is unknown here"));
}

TEST(Results, NameOfAVariableIsNoCommand) {
  ResultsHeader foreign = header();
  for (const char* name : {"", "A B", "1A", "A;B", "a", "A="}) {
    foreign.backend_environment = {{name, "1"}};
    EXPECT_THAT(error_of(to_line(foreign) + "\n"), HasSubstr("is not a variable name")) << name;
  }
}

TEST(Results, CaseReadsBack) {
  const CaseResult back = read_back(failed());
  EXPECT_EQ(to_line(back), to_line(failed()));
  EXPECT_EQ(back.outcome, Outcome::kFail);
  EXPECT_EQ(back.margin, kInfinity);
  EXPECT_EQ(back.message, failed().message);
  ASSERT_TRUE(back.failure);
  EXPECT_EQ(back.failure->index, (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(back.failure->expected, "0.1");
  EXPECT_EQ(back.failure->actual, "nan");
  EXPECT_TRUE(std::isnan(back.failure->error));
}

CaseResult failed_with_values() {
  CaseResult result = failed();
  result.answer = {{"float32", {2, 2}, {"0.1", "nan", "3", "-inf"}}, {"", {}, {"[1, 'a']"}}};
  result.failure->shape = {2, 2};
  result.failure->worst = {{{0, 1}, "0.2", "nan", std::nan(""), 1e-7}, {{1, 0}, "2", "3", 1, 0.5}};
  result.failure->error_map = "0630";
  return result;
}

TEST(Results, AnswerReadsBack) {
  const CaseResult back = read_back(failed_with_values());
  EXPECT_EQ(to_line(back), to_line(failed_with_values()));
  ASSERT_EQ(back.answer.size(), 2u);
  EXPECT_EQ(back.answer[0].dtype, "float32");
  EXPECT_EQ(back.answer[0].shape, (Shape{2, 2}));
  EXPECT_EQ(back.answer[0].elements, (std::vector<std::string>{"0.1", "nan", "3", "-inf"}));
  EXPECT_EQ(back.answer[1].elements, (std::vector<std::string>{"[1, 'a']"}));
}

TEST(Results, WorstElementsReadBack) {
  const Failure back = read_back(failed_with_values()).failure.value();
  EXPECT_EQ(back.shape, (std::vector<std::int64_t>{2, 2}));
  EXPECT_EQ(back.error_map, "0630");
  ASSERT_EQ(back.worst.size(), 2u);
  EXPECT_EQ(back.worst[0].index, (std::vector<std::int64_t>{0, 1}));
  EXPECT_TRUE(std::isnan(back.worst[0].error));
  EXPECT_EQ(back.worst[1].expected, "2");
  EXPECT_EQ(back.worst[1].limit, 0.5);
}

TEST(Results, ErrorMapOfOtherLetters) {
  std::string line = to_line(failed_with_values());
  line.replace(line.find("0630"), 4, "06x0");
  EXPECT_THAT(error_of(to_line(header()) + "\n" + line + "\n"),
              AllOf(HasSubstr("line 2"), HasSubstr("a digit from 0 to 6 for each element")));
}

TEST(Results, WaivedCaseReadsBack) {
  CaseResult waived = failed();
  waived.outcome = Outcome::kWaived;
  waived.waived = Waived{Outcome::kCrash, "no float16", "https://example.org/7", "known.yaml:3"};
  const CaseResult back = read_back(waived);
  EXPECT_EQ(to_line(back), to_line(waived));
  ASSERT_TRUE(back.waived);
  EXPECT_EQ(back.waived->outcome, Outcome::kCrash);
  EXPECT_EQ(back.waived->reason, "no float16");
  EXPECT_EQ(back.waived->link, "https://example.org/7");
  EXPECT_EQ(back.waived->waiver, "known.yaml:3");
}

TEST(Results, ExpectedAndActualKeepTheirText) {
  for (const char* text : {"0.25",
                           "1e-07",
                           "3",
                           "-0",
                           "1e+20",
                           "9223372036854775807",
                           "9223372036854775808",
                           "inf",
                           "nan",
                           "(2, 3)",
                           "",
                           "0x1p3",
                           "1.50",
                           "true",
                           "-0.0",
                           "-1",
                           "+1",
                           "01",
                           "5e-324",
                           "1e400"}) {
    CaseResult result = failed();
    result.failure->expected = text;
    EXPECT_EQ(read_back(result).failure->expected, text);
  }
}

TEST(Results, NumbersAreWrittenAsNumbers) {
  EXPECT_THAT(to_line(failed()),
              AllOf(HasSubstr("\"expected\":0.1,"), HasSubstr("\"actual\":\"nan\""),
                    HasSubstr("\"margin\":\"inf\"")));
}

TEST(Results, PassingLineHasNoEmptyMembers) {
  const CaseResult result{.case_id = "a",
                          .function = "b",
                          .mode = "eager",
                          .margin = 0.5,
                          .seconds = 0.001,
                          .reading = {},
                          .message = {},
                          .failure = {},
                          .waived = {}};
  EXPECT_EQ(
      to_line(result),
      R"({"case":"a","function":"b","mode":"eager","outcome":"pass","margin":0.5,"seconds":0.001})");
}

TEST(Results, MessageOfForeignBytesStaysOneLineOfJson) {
  CaseResult result = failed();
  result.message = "\xff\xfe\n\r\x1b[31m";
  EXPECT_THAT(to_line(result), Not(HasSubstr("\n")));
  EXPECT_THAT(read_back(result).message, HasSubstr("\xEF\xBF\xBD\xEF\xBF\xBD\n"));
}

TEST(Results, NoteOfWaiversStandsBesideTheMessage) {
  CaseResult result = failed();
  result.outcome = Outcome::kUnexpectedPass;
  result.message = "said";
  EXPECT_EQ(message_with_note(result), "said");
  EXPECT_FALSE(read_back(result).waiver_note);
  result.waiver_note = {Outcome::kPassAccepted, "pass-accepted, but w.yaml:2 expects fail"};
  const CaseResult back = read_back(result);
  EXPECT_EQ(back.message, "said");
  ASSERT_TRUE(back.waiver_note);
  EXPECT_EQ(back.waiver_note->outcome, Outcome::kPassAccepted);
  EXPECT_EQ(message_with_note(back), "said\npass-accepted, but w.yaml:2 expects fail");
  result.message.clear();
  EXPECT_EQ(message_with_note(result), "pass-accepted, but w.yaml:2 expects fail");
}

TEST(Results, FooterReadsBack) {
  const ResultsFooter footer{.counts = {{"pass", 3}, {"fail", 1}},
                             .profiles = {{"a", ProfileVerdict::kPass},
                                          {"b", ProfileVerdict::kIncomplete},
                                          {"c", ProfileVerdict::kLacking},
                                          {"d", ProfileVerdict::kWaived}},
                             .waivers = {{.waiver = "known.yaml:3",
                                          .status = WaiverStatus::kExpired,
                                          .waived = 4,
                                          .unexpected_passes = 1,
                                          .note = "expired"}},
                             .seconds = 2.5};
  const Results results = read(to_line(header()) + "\n" + to_line(footer) + "\n");
  ASSERT_TRUE(results.footer);
  EXPECT_EQ(results.footer->counts, footer.counts);
  EXPECT_EQ(results.footer->profiles, footer.profiles);
  ASSERT_EQ(results.footer->waivers.size(), 1u);
  EXPECT_EQ(results.footer->waivers[0].status, WaiverStatus::kExpired);
  EXPECT_EQ(to_line(*results.footer), to_line(footer));
  EXPECT_EQ(results.footer->seconds, 2.5);
}

TEST(Results, MissingFooterIsATruncatedRun) {
  const Results results = read(to_line(header()) + "\n" + to_line(failed()) + "\n");
  EXPECT_FALSE(results.footer);
  EXPECT_EQ(results.cases.size(), 1u);
}

TEST(Results, LastLineWithoutNewlineIsNotWritten) {
  const std::string whole = to_line(header()) + "\n" + to_line(failed()) + "\n";
  const std::string last = to_line(failed());
  for (const std::size_t size : {std::size_t{1}, last.size() / 2, last.size()}) {
    EXPECT_EQ(read(whole + last.substr(0, size)).cases.size(), 1u);
  }
}

TEST(Results, NoHeader) {
  EXPECT_THAT(error_of(""), HasSubstr("line 1: there is no header"));
  EXPECT_THAT(error_of("notes"), HasSubstr("there is no header"));
  EXPECT_THAT(error_of(to_line(header())), AllOf(HasSubstr("ends in the middle of the header"),
                                                 HasSubstr("run again with --overwrite")));
  EXPECT_THAT(error_of(to_line(failed()) + "\n"),
              HasSubstr("line 1: the first line is not a header"));
}

TEST(Results, SecondHeader) {
  const std::string line = to_line(header()) + "\n";
  EXPECT_THAT(error_of(line + line), HasSubstr("line 2: a second header"));
}

TEST(Results, LineAfterTheFooter) {
  const std::string text =
      to_line(header()) + "\n" + to_line(ResultsFooter{}) + "\n" + to_line(failed()) + "\n";
  EXPECT_THAT(error_of(text), HasSubstr("line 3: a line after the footer"));
}

TEST(Results, DamagedLineIsNamed) {
  const std::string first = to_line(header()) + "\n" + to_line(failed()) + "\n";
  for (const char* line : {"", "x", "[]", "{}", R"({"case": 1})", "{\"case\": \"a\""}) {
    EXPECT_THAT(error_of(first + line + "\n"), HasSubstr("r.jsonl: line 3")) << line;
  }
}

TEST(Results, UnknownOutcome) {
  const std::string line =
      R"({"case":"a","function":"b","mode":"eager","outcome":"skip","margin":0,"seconds":0})";
  EXPECT_THAT(error_of(to_line(header()) + "\n" + line + "\n"),
              AllOf(HasSubstr("line 2, /outcome"), HasSubstr("\"skip\"")));
}

TEST(Results, OtherFormat) {
  std::string line = to_line(header());
  line.replace(line.find("\"format\":1"), 10, "\"format\":2");
  EXPECT_THAT(error_of(line + "\n"), HasSubstr("line 1, /header/format"));
}

TEST(Results, ShardBeyondItsCount) {
  ResultsHeader wrong = header();
  wrong.shard_index = 4;
  EXPECT_THAT(error_of(to_line(wrong) + "\n"), HasSubstr("line 1, /header/shard"));
}

TEST(Results, MissingFile) {
  EXPECT_THAT(file_error([] { read_results("/nowhere/r.jsonl"); }),
              AllOf(HasSubstr("/nowhere/r.jsonl"), HasSubstr("kassay run --out")));
}

TEST(CutShort, NoteNamesTheFileAndWhatToDo) {
  Results results{header(), {failed()}, std::nullopt};
  EXPECT_THAT(cut_short_note("mine.jsonl", results),
              AllOf(HasSubstr("mine.jsonl has no footer: it holds 1 of 7 results."),
                    HasSubstr("--resume"), HasSubstr("copy it again")));
  results.footer = ResultsFooter{};
  EXPECT_EQ(cut_short_note("mine.jsonl", results), "");
}

TEST(Results, RepetitionIsReadBack) {
  CaseResult result = failed();
  EXPECT_FALSE(read_back(result).repetition);
  result.repetition =
      Repetition{.runs = 5, .wrong = {2, 3}, .other_bits = {4}, .ulps = kInfinity, .leak = 1024.5};
  const Repetition back = read_back(result).repetition.value();
  EXPECT_EQ(back.runs, 5);
  EXPECT_EQ(back.wrong, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(back.other_bits, (std::vector<std::int64_t>{4}));
  EXPECT_EQ(back.ulps, kInfinity);
  EXPECT_EQ(back.leak, 1024.5);
}

}  // namespace
}  // namespace kassay::results_test
