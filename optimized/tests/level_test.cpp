// Which level the kernels belong to, and that each level is complete.
#include "optimized/level.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "reference/graph/signature.h"
#include "spec/lib/error.h"

namespace kassay::optimized::level_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class LevelChoice : public testing::Test {
 protected:
  LevelChoice() {
    if (const char* given = std::getenv(kVariable)) given_ = given;
    unsetenv(kVariable);
  }
  ~LevelChoice() override {
    given_.empty() ? unsetenv(kVariable) : setenv(kVariable, given_.c_str(), 1);
  }
  static void choose(std::string_view name) { setenv(kVariable, std::string(name).c_str(), 1); }

  static constexpr const char* kVariable = "KASSAY_CPU_LEVEL";

 private:
  std::string given_;
};

TEST_F(LevelChoice, FirstLevelIsSupportedEverywhere) {
  EXPECT_TRUE(levels().front().is_supported());
}

TEST_F(LevelChoice, TakesTheHighestThatTheProcessorHas) {
  const Level& chosen = level_to_use();
  EXPECT_TRUE(chosen.is_supported());
  for (const Level* higher = &chosen + 1; higher < levels().data() + levels().size(); ++higher)
    EXPECT_FALSE(higher->is_supported()) << higher->name;
}

TEST_F(LevelChoice, TakesTheOneThatIsNamedAndTellsIt) {
  for (const Level& level : levels()) {
    choose(level.name);
    if (level.is_supported()) {
      EXPECT_THAT(make_optimized(Edition::kKo)->info().device,
                  testing::MatchesRegex("cpu \\(" + std::string(level.name) +
                                        "(, OpenBLAS [0-9.]+ [A-Za-z0-9]+)?\\)"));
    } else {
      EXPECT_THAT([] { make_optimized(Edition::kKo); },
                  ThrowsMessage<Unsupported>(HasSubstr("this processor lacks")));
    }
  }
}

TEST_F(LevelChoice, TakesNoVariableWithoutAValueForALevel) {
  const Level& best = level_to_use();
  choose("");
  EXPECT_EQ(&level_to_use(), &best);
}

TEST_F(LevelChoice, RefusesAnUnknownName) {
  choose("avx3");
  EXPECT_THAT([] { make_optimized(Edition::kKo); },
              ThrowsMessage<std::runtime_error>(
                  testing::AllOf(HasSubstr("KASSAY_CPU_LEVEL is \"avx3\""),
                                 HasSubstr(std::string(levels().front().name)))));
}

class EachLevel : public testing::TestWithParam<Level> {
 protected:
  void SetUp() override {
    if (!GetParam().is_supported()) GTEST_SKIP() << "this processor lacks it";
  }
};

TEST_P(EachLevel, HasTheKernelsOfTheFirst) {
  for (const reference::Signature& signature : reference::signatures()) {
    const std::string& function = signature.function;
    EXPECT_EQ(GetParam().find_kernel(function) != nullptr,
              levels().front().find_kernel(function) != nullptr)
        << function;
  }
  EXPECT_NE(GetParam().find_kernel("softmax"), nullptr);
  EXPECT_NE(GetParam().find_kernel("internal.windows"), nullptr);
}

// The exception unwinds the frames of the level, and its caller can catch it.
TEST_P(EachLevel, LetsErrorsOfTheApiThrough) {
  const reference::Signature* signature = reference::find_signature("softmax");
  reference::BoundCall call;
  call.signature = signature;
  call.values = {std::string("no tensor"), std::int64_t{-1}};
  std::vector<Tensor> results(1);
  EXPECT_THROW((*GetParam().find_kernel("softmax"))(call, results), ApiError);
}

INSTANTIATE_TEST_SUITE_P(All, EachLevel, testing::ValuesIn(levels().begin(), levels().end()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace kassay::optimized::level_test
