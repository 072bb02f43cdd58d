// Files of waivers with one fault each; the message names the line.
#include "conformance/runner/waiver_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"

namespace kassay::runner::waiver_file_test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class WaiverFileTest : public testing::Test {
 protected:
  std::vector<Waiver> read(const std::string& text) {
    write_text(folder_.path("w.yaml"), text);
    return read_waivers(folder_.path("w.yaml"));
  }

  std::string error(const std::string& text) {
    try {
      read(text);
    } catch (const FileError& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  // A complete waiver, with these additional lines from line 5 on.
  std::string error_of_member(const std::string& lines) {
    return error("waivers:\n  - cases: [f]\n    outcomes: [fail]\n    reason: r\n" + lines + "\n");
  }

  ToyVectors folder_;
};

TEST_F(WaiverFileTest, EveryMemberIsRead) {
  const std::vector<Waiver> waivers = read(
      "# known\nwaivers:\n"
      "  - cases: [cast, 'creation/*,dtype=float16']\n    except: ['*eager*']\n"
      "    modes: [function, dynamic]\n    editions: [ko, ja]\n    outcomes: [error, "
      "out-of-memory]\n"
      "    reason: no float16\n    link: https://example.org/7\n    expires: 2028-02-29\n"
      "  - cases: [softmax]\n    outcomes: [crash]\n    reason: \"it: crashes\"\n");
  ASSERT_EQ(waivers.size(), 2u);
  const Waiver& first = waivers[0];
  EXPECT_EQ(first.place, folder_.path("w.yaml") + ":3");
  EXPECT_THAT(first.cases, ElementsAre("cast", "creation/*,dtype=float16"));
  EXPECT_THAT(first.except, ElementsAre("*eager*"));
  EXPECT_THAT(first.modes, ElementsAre(Mode::kFunction, Mode::kDynamic));
  EXPECT_THAT(first.editions, ElementsAre("ko", "ja"));
  EXPECT_THAT(first.outcomes, ElementsAre(Outcome::kError, Outcome::kOutOfMemory));
  EXPECT_EQ(first.reason, "no float16");
  EXPECT_EQ(first.link, "https://example.org/7");
  EXPECT_EQ(first.expires, "2028-02-29");
  EXPECT_EQ(waivers[1].place, folder_.path("w.yaml") + ":11");
  EXPECT_EQ(waivers[1].reason, "it: crashes");
  EXPECT_THAT(waivers[1].modes, IsEmpty());
  EXPECT_EQ(waivers[1].expires, "");
}

TEST_F(WaiverFileTest, NoWaiverIsLeft) { EXPECT_THAT(read("waivers: []\n"), IsEmpty()); }

TEST_F(WaiverFileTest, MissingFile) {
  try {
    read_waivers("/nowhere/w.yaml");
    FAIL() << "it was read";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/nowhere/w.yaml"), HasSubstr("--waivers")));
  }
}

TEST_F(WaiverFileTest, NotYaml) {
  EXPECT_THAT(error("waivers:\n  - cases: [f\n"), HasSubstr("w.yaml: line 3: "));
}

TEST_F(WaiverFileTest, SecondDocument) {
  EXPECT_THAT(error("waivers: []\n---\nwaivers: []\n"), HasSubstr("line 2: a second document"));
  EXPECT_THAT(error("waivers: []\n...\nwaivers: []\n"), HasSubstr("line 3: a second document"));
}

TEST_F(WaiverFileTest, UnmatchedBracket) {
  EXPECT_THAT(error(R"({"waivers": []}c})"), HasSubstr("line 1: a second document"));
}

TEST_F(WaiverFileTest, NotAFileOfWaivers) {
  EXPECT_THAT(error(""), HasSubstr("line 1: expected a mapping"));
  EXPECT_THAT(error("- a\n"), HasSubstr("line 1: expected a mapping"));
  EXPECT_THAT(error("{}\n"), HasSubstr("line 1: \"waivers\" is missing"));
  EXPECT_THAT(error("waiver: []\n"), HasSubstr("line 1: unknown key \"waiver\""));
  EXPECT_THAT(error("waivers: all\n"), HasSubstr("line 1: expected a list"));
  EXPECT_THAT(error("waivers:\n  - softmax\n"), HasSubstr("line 2: expected a mapping"));
}

TEST_F(WaiverFileTest, MissingMember) {
  const std::string cases = "waivers:\n  - cases: [f]\n";
  EXPECT_THAT(error("waivers:\n  - reason: r\n"), HasSubstr("line 2: \"cases\" is missing"));
  EXPECT_THAT(error(cases), HasSubstr("line 2: \"outcomes\" is missing"));
  EXPECT_THAT(error(cases + "    outcomes: [fail]\n"), HasSubstr("line 2: \"reason\" is missing"));
}

TEST_F(WaiverFileTest, WrongMember) {
  EXPECT_THAT(error_of_member("    mode: [eager]"), HasSubstr("line 5: unknown key \"mode\""));
  EXPECT_THAT(error_of_member("    reason: s"), HasSubstr("line 5: a second \"reason\""));
  EXPECT_THAT(error_of_member("    modes: eager"), HasSubstr("line 5: expected a list"));
  EXPECT_THAT(error_of_member("    modes: [lazy]"), HasSubstr("line 5: \"lazy\" is not a mode"));
  EXPECT_THAT(error_of_member("    modes: []"), HasSubstr("line 5: an empty list"));
  EXPECT_THAT(error_of_member("    editions:\n      - ko\n      - en"),
              HasSubstr("line 7: \"en\" is not an edition"));
  EXPECT_THAT(error_of_member("    except: [{}]"), HasSubstr("line 5: expected a non-empty text"));
  EXPECT_THAT(error_of_member("    link: example.org"),
              HasSubstr("line 5: \"example.org\" is not a link"));
}

TEST_F(WaiverFileTest, OutcomeThatCannotBeWaived) {
  for (const char* outcome :
       {"pass-accepted", "unsupported", "waived", "unexpected-pass", "failure"}) {
    EXPECT_THAT(error("waivers:\n  - cases: [f]\n    reason: r\n    outcomes: [" +
                      std::string(outcome) + "]\n"),
                HasSubstr("line 4: \"" + std::string(outcome) + "\" cannot be waived"));
  }
}

TEST_F(WaiverFileTest, OnlyPass) {
  EXPECT_THAT(error("waivers:\n  - cases: [f]\n    reason: r\n    outcomes: [pass]\n"),
              HasSubstr("line 4: a pass needs no waiver"));
}

TEST_F(WaiverFileTest, InvalidDay) {
  for (const char* day : {"2027-02-29", "2027-13-01", "2027-1-1", "30.11.2027", "tomorrow",
                          "2027-11-30T00:00", "+027-01-01"}) {
    EXPECT_THAT(error_of_member("    expires: " + std::string(day)), HasSubstr("line 5: \""))
        << day;
  }
}

}  // namespace
}  // namespace kassay::runner::waiver_file_test
