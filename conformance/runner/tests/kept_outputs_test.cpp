// The answers of a backend, kept in a folder: its contents, and how an interrupted run continues.
#include "conformance/runner/kept_outputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "conformance/runner/outputs_files.h"
#include "conformance/runner/outputs_writer.h"
#include "conformance/runner/run.h"
#include "conformance/runner/tests/toy_connection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"

namespace kassay::runner::kept_outputs_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class Kept : public testing::Test {
 protected:
  Kept() {
    vectors_.add("identity", {{"a"}, {"b"}, {"c"}});
    vectors_.add("mixed", {{"a"}});
    vectors_.add("invalid", {{"a"}});
    vectors_.add("lacking", {{"a"}});
    vectors_.finish();
    settings_ = toy_run(vectors_, count_);
    settings_.keep_outputs = vectors_.path("outputs");
  }

  void run() { run_conformance(settings_, {}); }
  KeptOutputs kept() const { return KeptOutputs(settings_.keep_outputs); }
  KeptOutputs::Answers answers(const std::string& function) const { return kept().read(function); }
  std::string file(const std::string& function) const {
    return outputs_file(settings_.keep_outputs, function);
  }

  // The message of the exception from `action`.
  static std::string error(const std::function<void()>& action) {
    try {
      action();
    } catch (const FileError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  ToyVectors vectors_;
  RunSettings settings_;
  std::atomic<int> count_ = 0;
};

TEST_F(Kept, TensorsComeBackAsTheyWere) {
  run();
  const KeptOutputs::Answers found = answers("identity");
  ASSERT_EQ(found.size(), 3u);
  const KeptAnswer& answer = found.at({"toy/identity/float32/b", "eager"});
  EXPECT_EQ(answer.outcome, Outcome::kPass);
  ASSERT_EQ(answer.answer.outputs.size(), 1u);
  const Tensor* tensor = answer.answer.outputs[0].get_if<Tensor>();
  ASSERT_NE(tensor, nullptr);
  const Tensor input = toy_inputs().at("x");
  EXPECT_EQ(tensor->shape(), input.shape());
  EXPECT_TRUE(std::ranges::equal(tensor->bytes(), input.bytes()));
}

TEST_F(Kept, PlainValuesAndWrongAnswersAreKept) {
  run();
  const KeptAnswer answer = answers("mixed").at({"toy/mixed/float32/a", "eager"});
  EXPECT_EQ(answer.outcome, Outcome::kFail);
  const List* list = answer.answer.outputs.at(0).get_if<List>();
  ASSERT_NE(list, nullptr);
  EXPECT_EQ(list->size(), 7u);
  EXPECT_NE(list->at(0).get_if<Tensor>(), nullptr);
  EXPECT_EQ(*list->at(5).get_if<std::string>(), "text");
}

TEST_F(Kept, ErrorsAreKeptWithTheAcceptedReadingThatTheyMatch) {
  vectors_.accept_refusal("invalid");
  run();
  const KeptAnswer answer = answers("invalid").at({"toy/invalid/float32/a", "eager"});
  EXPECT_EQ(answer.outcome, Outcome::kPassAccepted);
  EXPECT_EQ(answer.reading, "refused");
  EXPECT_EQ(answer.answer.error_kind, "value");
  EXPECT_THAT(answer.answer.error_message, HasSubstr("x must not be"));
}

TEST_F(Kept, CaseWithoutAnAnswerIsMissing) {
  run();
  EXPECT_THAT(kept().functions(), ElementsAre("identity", "invalid", "mixed"));
  EXPECT_TRUE(answers("lacking").empty());
}

TEST_F(Kept, HeaderEqualsThatOfTheResults) {
  run();
  EXPECT_EQ(kept().header().vectors_hash, read_results(settings_.out).header.vectors_hash);
  EXPECT_EQ(kept().header().backend_name, "toy");
}

TEST_F(Kept, FolderThatIsNotEmptyIsRefusedAndTheResultsStay) {
  run();
  const std::string before = read_text(settings_.out);
  EXPECT_THAT(error([&] { run(); }),
              AllOf(HasSubstr("outputs: it is not empty"), HasSubstr("--resume")));
  EXPECT_EQ(read_text(settings_.out), before);
}

TEST_F(Kept, FolderWithoutAParentIsRefused) {
  settings_.keep_outputs = vectors_.path("no/such");
  EXPECT_THAT(error([&] { run(); }), HasSubstr("whose parent exists"));
}

TEST_F(Kept, FolderOfARunThatDoesNotBeginIsNotLeft) {
  settings_.open = [](const std::string&, const BackendOptions&) -> std::unique_ptr<Connection> {
    throw CannotStart("no such backend");
  };
  EXPECT_THROW(run(), CannotStart);
  EXPECT_FALSE(std::filesystem::exists(settings_.keep_outputs));
}

TEST_F(Kept, FolderInUseIsRefused) {
  const OutputsWriter other(settings_.keep_outputs, false);
  EXPECT_THAT(error([&] { run(); }), HasSubstr("another run is writing to it"));
}

TEST_F(Kept, ResumeAfterEveryTruncation) {
  run();
  const std::string whole = read_text(file("identity"));
  const std::string results = read_text(settings_.out);
  const std::string header = results.substr(0, results.find('\n') + 1);
  settings_.earlier = EarlierResults::kContinue;
  for (std::size_t size = 0; size <= whole.size(); size += 7) {
    write_text(file("identity"), whole.substr(0, size));
    write_text(settings_.out, header);
    run();
    const KeptOutputs::Answers found = answers("identity");
    EXPECT_EQ(found.size(), 3u) << size;
    for (const auto& [place, answer] : found) EXPECT_EQ(answer.answer.outputs.size(), 1u) << size;
  }
}

TEST_F(Kept, LaterAnswerReplacesTheEarlierOne) {
  run();
  OutputsWriter writer(settings_.keep_outputs, true);
  writer.begin(kept().header());
  CaseResult result;
  result.case_id = "toy/identity/float32/a";
  result.mode = "eager";
  result.outcome = Outcome::kFail;
  writer.add("identity", encode_kept(result, {{Value(std::int64_t{7})}, "", ""}));
  const KeptAnswer answer = answers("identity").at({result.case_id, result.mode});
  EXPECT_EQ(answer.outcome, Outcome::kFail);
  EXPECT_EQ(*answer.answer.outputs.at(0).get_if<std::int64_t>(), 7);
  EXPECT_EQ(answers("identity").size(), 3u);
}

// Links in place of a file of outputs, which lead elsewhere.
class KeptBehindALink : public Kept, public testing::WithParamInterface<bool> {
 protected:
  void link() const {
    if (GetParam()) {
      std::filesystem::create_symlink(elsewhere_, file("identity"));
    } else {
      std::filesystem::create_hard_link(elsewhere_, file("identity"));
    }
  }

  const std::string elsewhere_ = vectors_.path("elsewhere");
};

TEST_P(KeptBehindALink, ResumeChangesNothing) {
  run();
  write_text(elsewhere_, "no frames");
  std::filesystem::remove(file("identity"));
  link();
  settings_.earlier = EarlierResults::kContinue;
  EXPECT_THAT(error([&] { run(); }),
              AllOf(HasSubstr("identity.outputs"), HasSubstr("it is a link")));
  EXPECT_EQ(read_text(elsewhere_), "no frames");
}

TEST_P(KeptBehindALink, NothingIsAdded) {
  OutputsWriter writer(settings_.keep_outputs, /*resume=*/false);
  write_text(elsewhere_, "no frames");
  link();
  CaseResult result;
  result.mode = "eager";
  const std::vector<std::byte> frame = encode_kept(result, {{Value(std::int64_t{7})}, "", ""});
  EXPECT_THAT(error([&] { writer.add("identity", frame); }), HasSubstr("it is a link"));
  EXPECT_EQ(read_text(elsewhere_), "no frames");
}

INSTANTIATE_TEST_SUITE_P(Links, KeptBehindALink, testing::Bool(),
                         [](const auto& info) { return info.param ? "Symbolic" : "Hard"; });

TEST_F(Kept, ResumeRefusesOutputsOfAnotherRun) {
  run();
  std::filesystem::remove(settings_.out);
  settings_.earlier = EarlierResults::kContinue;
  settings_.selection.filter = {"identity"};
  EXPECT_THAT(error([&] { run(); }),
              AllOf(HasSubstr("run.json"), HasSubstr("filter was \"*\" and is now \"identity\"")));
}

TEST_F(Kept, ResumeRefusesAFolderThatTheRunDidNotHave) {
  run();
  settings_.earlier = EarlierResults::kContinue;
  settings_.keep_outputs = vectors_.path("other");
  for (int attempt = 0; attempt < 2; ++attempt) {
    EXPECT_THAT(error([&] { run(); }), HasSubstr("already has results"));
  }
}

// While it lives, no file of this process can grow beyond this size, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  sighandler_t handler_;
};

TEST_F(Kept, FullDiskEndsTheRunAndLeavesWholeLines) {
  settings_.earlier = EarlierResults::kContinue;
  run();
  const std::string header =
      read_text(settings_.out).substr(0, read_text(settings_.out).find('\n') + 1);
  write_text(settings_.out, header);
  std::filesystem::remove(file("identity"));
  {
    const FileSizeLimit limit(10);
    EXPECT_THAT(error([&] { run(); }),
                AllOf(HasSubstr("identity.outputs"), HasSubstr("Make room on the disk")));
  }
  EXPECT_EQ(read_text(settings_.out), header);
  std::filesystem::remove(file("identity"));
  run();
  EXPECT_TRUE(read_results(settings_.out).footer);
  EXPECT_EQ(answers("identity").size(), 3u);
}

TEST_F(Kept, BytesThatAreNoFrameAreNamed) {
  run();
  const std::string whole = read_text(file("identity"));
  write_text(file("identity"), whole + std::string(16, '\xff'));
  EXPECT_THAT(error([&] { answers("identity"); }),
              AllOf(HasSubstr("identity.outputs"), HasSubstr("frame 4")));
}

TEST_F(Kept, EveryBitThatIsAlteredIsFound) {
  run();
  const std::string whole = read_text(file("identity"));
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    write_text(file("identity"), damaged);
    EXPECT_THAT(error([&] { answers("identity"); }), HasSubstr("damaged")) << "byte " << at;
  }
}

TEST_F(Kept, ResumeCutsNothingBehindADamagedLength) {
  run();
  std::string damaged = read_text(file("identity"));
  damaged[3] = '\1';
  write_text(file("identity"), damaged);
  settings_.earlier = EarlierResults::kContinue;
  EXPECT_THAT(error([&] { run(); }), AllOf(HasSubstr("identity.outputs"), HasSubstr("frame 1")));
  EXPECT_EQ(read_text(file("identity")), damaged);
}

TEST_F(Kept, ResumeSaysWhatItCutsOff) {
  run();
  const std::string whole = read_text(file("identity"));
  write_text(file("identity"), whole.substr(0, whole.size() - 5));
  settings_.earlier = EarlierResults::kContinue;
  const RunReport report = run_conformance(settings_, {});
  EXPECT_THAT(report.notices, ElementsAre(AllOf(HasSubstr("identity.outputs: the last "),
                                                HasSubstr("bytes were removed"))));
}

TEST_F(Kept, FolderThatHoldsNoOutputsIsNamed) {
  EXPECT_THAT(error([&] { KeptOutputs(vectors_.directory()); }), HasSubstr("it lacks run.json"));
}

TEST_F(Kept, SeveralJobsKeepTheSame) {
  settings_.jobs = 4;
  run();
  EXPECT_EQ(answers("identity").size(), 3u);
  EXPECT_EQ(answers("invalid").size(), 1u);
}

}  // namespace
}  // namespace kassay::runner::kept_outputs_test
