// Random programs on the engine, with any of its passes switched off.
#include "optimized/engine/engine.h"
#include "optimized/tests/random_program.h"

namespace kassay::optimized::random_programs_test {
namespace {

using namespace random_programs;

class RandomProgramOnEngine : public RandomProgram {};

TEST_P(RandomProgramOnEngine, AgreesWithTheReference) {
  const int programs = program_count() / kParts;
  ASSERT_GT(programs, 0) << "KASSAY_PROGRAMS is a number from " << kParts << " on";
  for (int i = 0; i < programs; ++i) {
    struct Compiled {
      std::unique_ptr<reference::Executable> program;
      List updated;
    };
    const auto compiled = [&](bool scans, const auto& choose_options) {
      make_program(
          static_cast<std::uint64_t>(GetParam()) * 1000000U + static_cast<std::uint64_t>(i), scans);
      List wanted = outputs();
      List updated = updates(wanted);
      return Compiled{
          compile(plan_of(wanted, placeholders_, updated), level_to_use(), choose_options()),
          std::move(updated)};
    };
    const Compiled judge = compiled(false, [] { return engine::Options{.compiles = false}; });
    const Compiled judged = compiled(i % 4 != 0, [&] { return any_options(); });
    SCOPED_TRACE(program_);
    for (int call = 0; call < kCalls; ++call) {
      SCOPED_TRACE("call " + std::to_string(call));
      const auto expected = judge.program->run(session_, feeds_);
      const auto actual = judged.program->run(session_, feeds_);
      ASSERT_EQ(actual.size(), expected.size());
      for (std::size_t o = 0; o < actual.size(); ++o) {
        SCOPED_TRACE("output " + std::to_string(o));
        expect_same(std::get<Tensor>(actual[o]), std::get<Tensor>(expected[o]));
        if (HasFatalFailure()) return;
      }
      for (std::size_t u = 0; u < judged.updated.size(); ++u) {
        const Value& value = actual[actual.size() - judged.updated.size() + u];
        variable_of(judge.updated[u])->assign(copy_of(std::get<Tensor>(value)));
        variable_of(judged.updated[u])->assign(value);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomProgramOnEngine, testing::Range(0, kParts));

}  // namespace
}  // namespace kassay::optimized::random_programs_test
