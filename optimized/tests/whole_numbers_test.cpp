// Labels and lengths may have a floating dtype, as Keras feeds them: both interpreters refuse fractions.
#include <gtest/gtest.h>

#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"
#include "optimized/optimized.h"
#include "optimized/tests/sample.h"
#include "reference/reference.h"
#include "spec/lib/error.h"

namespace kassay::optimized::whole_numbers_test {
namespace {

std::unique_ptr<Backend> backend_of(const std::string& name) {
  if (name == "reference") return make_reference(Edition::kKo);
  if (name == "optimized") return make_optimized(Edition::kKo);
  return device::make_interpreter(Edition::kKo, device::make_emulated_device());
}

class WholeNumbers : public testing::TestWithParam<const char*> {
 protected:
  // The first output of a function for one sample, four frames and three classes; the fed numbers have one dimension or two.
  Tensor output(const std::string& function, const std::vector<std::pair<Shape, double>>& numbers,
                std::size_t place_of_y) {
    List inputs, arrays;
    for (const auto& [shape, number] : numbers) {
      const List sizes(shape.begin(), shape.end());
      inputs.push_back(backend_->call("placeholder", {{}, {{"shape", sizes}}}).front());
      Tensor array(DType::kFloat32, shape);
      set_element(array, 0, number);
      arrays.emplace_back(std::move(array));
    }
    List arguments = inputs;
    arguments.insert(arguments.begin() + static_cast<std::ptrdiff_t>(place_of_y),
                     backend_->call("constant", {{sample(DType::kFloat32, {1, 4, 3}, 0)}, {}})[0]);
    Value result = backend_->call(function, {arguments, {}}).front();
    while (result.get_if<List>() != nullptr) result = Value(std::get<List>(result).front());
    const auto made =
        std::get<Function>(backend_->call("function", {{inputs, List{result}}, {}}).front());
    return std::get<Tensor>(std::get<List>(made->call({{arrays}, {}}).front()).front());
  }
  Tensor cost(double label, double frames, double length) {
    return output("ctc_batch_cost", {{{1, 1}, label}, {{1, 1}, frames}, {{1, 1}, length}}, 1);
  }
  Tensor decoded(double frames) { return output("ctc_decode", {{{1}, frames}}, 0); }

  const std::unique_ptr<Backend> backend_ = backend_of(GetParam());
};

TEST_P(WholeNumbers, OfAFloatingTypeAreTaken) {
  EXPECT_GT(element(cost(1, 3, 1), 0), 0);
  EXPECT_EQ(decoded(3).shape().front(), 1);
}

TEST_P(WholeNumbers, AFractionIsNotALabel) { EXPECT_THROW(cost(0.5, 3, 1), ApiError); }

TEST_P(WholeNumbers, AFractionIsNotANumberOfFrames) { EXPECT_THROW(cost(1, 2.5, 1), ApiError); }

TEST_P(WholeNumbers, AFractionIsNotALabelLength) { EXPECT_THROW(cost(1, 3, 0.5), ApiError); }

TEST_P(WholeNumbers, AFractionIsNotANumberOfFramesToDecode) {
  EXPECT_THROW(decoded(2.5), ApiError);
}

INSTANTIATE_TEST_SUITE_P(Interpreters, WholeNumbers,
                         testing::Values("reference", "optimized", "device"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace kassay::optimized::whole_numbers_test
