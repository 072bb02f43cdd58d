// Random programs on the emulated device, also with variables that stay on it.
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"
#include "optimized/engine/engine.h"
#include "optimized/tests/random_program.h"

namespace kassay::optimized::random_programs_on_device_test {
namespace {

using namespace random_programs;

class RandomProgramOnDevice : public RandomProgram {};

TEST_P(RandomProgramOnDevice, AgreesWithTheReference) {
  const std::shared_ptr<device::Device> emulated = device::make_emulated_device();
  device::Residence residence(emulated);
  for (int i = 0; i < program_count() / (5 * kParts); ++i) {
    List updates_of_judge, updates_of_device;
    const auto plan = [&](bool scans, List& updated) {
      make_program(
          static_cast<std::uint64_t>(GetParam()) * 1000000U + static_cast<std::uint64_t>(i), scans);
      List wanted = outputs();
      updated = updates(wanted);
      return plan_of(wanted, placeholders_, updated);
    };
    const auto judge = compile(plan(false, updates_of_judge), level_to_use(), {.compiles = false});
    auto given = plan(i % 4 != 0, updates_of_device);
    const auto judged =
        device::compile(std::move(given), level_to_use(), any_options(), *emulated, residence);
    SCOPED_TRACE(program_);
    for (int call = 0; call < kCalls; ++call) {
      SCOPED_TRACE("call " + std::to_string(call));
      const auto expected = judge->run(session_, feeds_);
      const auto actual = judged->run(session_, feeds_);
      for (std::size_t o = 0; o < actual.size(); ++o) {
        SCOPED_TRACE("output " + std::to_string(o));
        if (!actual[o].is_none())
          expect_same(std::get<Tensor>(actual[o]), std::get<Tensor>(expected[o]));
        if (HasFatalFailure()) return;
      }
      const std::size_t first = actual.size() - updates_of_judge.size();
      for (std::size_t u = 0; u < updates_of_judge.size(); ++u) {
        variable_of(updates_of_judge[u])->assign(copy_of(std::get<Tensor>(expected[first + u])));
        if (!actual[first + u].is_none())
          variable_of(updates_of_device[u])->assign(actual[first + u]);
      }
      for (std::size_t u = 0; u < updates_of_judge.size(); ++u) {
        SCOPED_TRACE("update " + std::to_string(u));
        expect_same(std::get<Tensor>(variable_of(updates_of_device[u])->value()),
                    std::get<Tensor>(variable_of(updates_of_judge[u])->value()));
        if (HasFatalFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomProgramOnDevice, testing::Range(0, kParts));

}  // namespace
}  // namespace kassay::optimized::random_programs_on_device_test
