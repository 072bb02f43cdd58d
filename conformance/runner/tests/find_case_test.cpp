// Finding one case by its id or by a glob, and the message if none matches.
#include "conformance/runner/find_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conformance/runner/selection.h"
#include "conformance/runner/tests/toy_vectors.h"
#include "spec/lib/error.h"

namespace kassay::runner::find_case_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class FindCase : public testing::Test {
 protected:
  FindCase() {
    vectors_.add("identity", {{"a"}, {"b"}, {"only_zh", "core", {"zh"}}, {"later", "full"}});
    vectors_.add("lacking", {{"a[0,1]"}, {"a0"}});
    vectors_.finish();
  }

  std::string found(const std::string& wanted) {
    return find_case(vectors_.directory(), wanted).id;
  }

  template <class Error>
  std::string error(const std::string& wanted) {
    try {
      return "it found " + found(wanted);
    } catch (const Error& error) {
      return error.what();
    }
  }

  ToyVectors vectors_;
};

TEST_F(FindCase, ById) {
  EXPECT_EQ(found("toy/identity/float32/b"), "toy/identity/float32/b");
  EXPECT_EQ(found("toy/identity/float32/only_zh"), "toy/identity/float32/only_zh");
}

TEST_F(FindCase, AnIdIsNoGlob) {
  EXPECT_EQ(found("toy/lacking/float32/a[0,1]"), "toy/lacking/float32/a[0,1]");
}

TEST_F(FindCase, ByAGlobThatMatchesOne) { EXPECT_EQ(found("*zh"), "toy/identity/float32/only_zh"); }

TEST_F(FindCase, SeveralAreNamed) {
  EXPECT_THAT(error<SeveralCases>("identity"),
              AllOf(HasSubstr("\"identity\" matches 3 cases"),
                    HasSubstr("\n  toy/identity/float32/a\n"), Not(HasSubstr("..."))));
}

TEST_F(FindCase, UnknownIdNamesTheClosestAndTheTierThatIsNotGenerated) {
  EXPECT_THAT(
      error<NoCaseSelected>("toy/identity/float32/c"),
      AllOf(HasSubstr("\n  toy/identity/float32/a\n"), HasSubstr("./run vectors --tier full")));
  EXPECT_THAT(error<NoCaseSelected>("toy/identty/float32/a"),
              HasSubstr("\n  toy/identity/float32/a\n"));
  EXPECT_THAT(error<NoCaseSelected>("*nothing*"), HasSubstr("no case matches"));
}

TEST_F(FindCase, GlobWithoutMatchNamesTheClosest) {
  for (const char* glob : {"toy/identty/*/a", "*identty*"}) {
    EXPECT_THAT(error<NoCaseSelected>(glob),
                AllOf(HasSubstr("no case matches"), HasSubstr("\n  toy/identity/float32/a\n")));
  }
}

TEST_F(FindCase, DamagedVectorsAreNoUnknownCase) {
  write_text(vectors_.path("identity.json"), "{}");
  EXPECT_THAT(error<FileError>("toy/identity/float32/a"),
              AllOf(HasSubstr("identity.json"), HasSubstr("altered or truncated")));
}

TEST_F(FindCase, SaysHowToGenerateAMissingTier) {
  Selection selection;
  selection.filter = {"toy/identity/float32/only_zh"};
  const Manifest manifest = read_manifest(vectors_.directory());
  EXPECT_THROW(select_cases(vectors_.directory(), manifest, {}, selection), NoCaseSelected);
  selection.tier = Tier::kFull;
  EXPECT_THROW(select_cases(vectors_.directory(), manifest, {}, selection), FileError);
}

}  // namespace
}  // namespace kassay::runner::find_case_test
