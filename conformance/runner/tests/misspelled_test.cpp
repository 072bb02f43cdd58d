#include "conformance/runner/misspelled.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kassay::runner::misspelled_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "listed: meant" of each.
std::vector<std::string> found(const std::vector<std::string>& listed) {
  Specification specification;
  for (const char* name : {"sigmoid", "softmax", "softplus", "dot", "conv2d"}) {
    FunctionSpecification function;
    function.name = name;
    specification.functions.push_back(function);
  }
  std::vector<std::string> texts;
  for (const MisspelledFunction& each : misspelled_functions(listed, specification)) {
    texts.push_back(each.listed + ": " + each.meant);
  }
  return texts;
}

TEST(Misspelled, NamesTheClosestFunction) {
  EXPECT_THAT(found({"sofmax", "sigmod", "dot"}),
              ElementsAre("sigmod: sigmoid", "sofmax: softmax"));
}

TEST(Misspelled, LettersThatChangedPlaces) {
  EXPECT_THAT(found({"covn2d"}), ElementsAre("covn2d: conv2d"));
}

TEST(Misspelled, AFunctionThatIsListedTooIsNotMeant) {
  EXPECT_THAT(found({"softmax", "softmax2"}), IsEmpty());
}

TEST(Misspelled, AShortNameHasManyNeighbours) {
  EXPECT_THAT(found({"do_", "it"}), ElementsAre("do_: dot"));
}

TEST(Misspelled, OtherNamesAreAllowed) { EXPECT_THAT(found({"as_numpy", "Tensor"}), IsEmpty()); }

}  // namespace
}  // namespace kassay::runner::misspelled_test
