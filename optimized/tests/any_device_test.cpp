// Common behaviour of all devices: the emulated one, and CUDA's if there is one.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <string>

#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"
#include "optimized/device/library.h"
#include "optimized/tests/plans.h"
#include "spec/lib/error.h"

namespace kassay::optimized::any_device_test {
namespace {

using namespace device;
using reference::Numbers;

// By name.
std::shared_ptr<Device> make_device(const std::string& name) {
  return name == "cuda" ? load_cuda() : std::shared_ptr<Device>(make_emulated_device());
}

class DeviceTest : public reference::Graph {
 protected:
  Tensor random(const Shape& shape) {
    Tensor made(DType::kFloat32, shape);
    std::uniform_real_distribution<float> distribution(-1, 1);
    for (float& element : made.mutable_data<float>()) element = distribution(random_);
    return made;
  }

  // A network with sums along short rows and long ones, softmax and running sums.
  reference::Plan network() {
    const Value x = placeholder(kImages), kernel = variable(random({3, 3, 8, 16})),
                weights = variable(random({16, 10}));
    const Value image = call("relu", {call("conv2d", {x, kernel})});
    const Value classes =
        call("softmax", {call("dot", {call("mean", {image, List{1, 2}}), weights})});
    return plan_of({classes, call("logsumexp", {image}), call("cumsum", {classes})}, {x});
  }
  static void expect_same_bits(const std::vector<Value>& some, const std::vector<Value>& others) {
    for (std::size_t i = 0; i < some.size(); ++i) {
      const auto bytes = std::get<Tensor>(some[i]).bytes();
      EXPECT_EQ(std::memcmp(bytes.data(), std::get<Tensor>(others[i]).bytes().data(), bytes.size()),
                0)
          << "output " << i;
    }
  }

  const Shape kImages{4, 9, 9, 8};

 private:
  std::mt19937 random_{1};
};

class AnyDevice : public DeviceTest, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    try {
      device_ = make_device(GetParam());
    } catch (const Unsupported& why) {
      GTEST_SKIP() << why.what();
    }
  }

  // function(x, argument)
  Tensor on_device(const std::string& function, const Tensor& x, const Value& argument) {
    const Value fed = placeholder(x.shape(), x.dtype());
    Residence residence(device_);
    const auto step = device::compile(plan_of({call(function, {fed, argument})}, {fed}),
                                      level_to_use(), {}, *device_, residence);
    return std::get<Tensor>(step->run(session_, {x}).front());
  }

  std::shared_ptr<Device> device_;
};

TEST_P(AnyDevice, UploadedDataComesBack) {
  const Tensor sent = random({1000, 7});
  Tensor received = Tensor::unspecified(sent.dtype(), sent.shape());
  const auto memory = device_->allocate(sent.byte_size());
  device_->upload(sent.bytes(), memory.get());
  device_->download(memory.get(), received.mutable_bytes());
  EXPECT_EQ(std::memcmp(sent.bytes().data(), received.bytes().data(), sent.byte_size()), 0);
}

TEST_P(AnyDevice, AShortageOfMemoryIsAnErrorOfThatRequest) {
  constexpr std::size_t kTooMuch = std::size_t{1} << 50;
  EXPECT_THROW(device_->allocate(kTooMuch), std::bad_alloc);
  const Tensor sent = random({3});
  Tensor received = Tensor::unspecified(sent.dtype(), sent.shape());
  const auto memory = device_->allocate(sent.byte_size());
  device_->upload(sent.bytes(), memory.get());
  device_->download(memory.get(), received.mutable_bytes());
  EXPECT_EQ(reference::numbers_of(received), reference::numbers_of(sent));
}

// More than any device has.
TEST_P(AnyDevice, MemoryIsGivenBack) {
  constexpr std::size_t kBytes = std::size_t{1} << 26;
  const int times = GetParam() == "cuda" ? 100'000 : 10;
  for (int i = 0; i < times; ++i) device_->allocate(kBytes);
  device_->finish();
}

// The first run starts commands one by one; the second makes a graph of them on CUDA.
TEST_P(AnyDevice, EveryRunHasTheSameBits) {
  Residence residence(device_);
  const auto step = device::compile(network(), level_to_use(), {}, *device_, residence);
  const std::vector<Value> feeds{random(kImages)};
  const auto first = step->run(session_, feeds);
  for (int run = 0; run < 4; ++run) {
    SCOPED_TRACE("run " + std::to_string(run));
    expect_same_bits(step->run(session_, feeds), first);
  }
}

// In tiles or without, with elements of each size.
TEST_P(AnyDevice, DimensionsArePermuted) {
  for (const auto& [shape, pattern] :
       std::vector<std::pair<Shape, List>>{{{70, 45}, {1, 0}},
                                           {{3, 500}, {1, 0}},
                                           {{2, 600, 3}, {0, 2, 1}},
                                           {{2, 3, 40, 50}, {0, 2, 3, 1}},
                                           {{40, 3, 2, 50}, {3, 1, 2, 0}},
                                           {{5, 6, 7}, {2, 0, 1}}}) {
    Numbers numbers;
    for (std::int64_t i = 0; i < element_count(shape); ++i)
      numbers.push_back(static_cast<double>(i % 251));
    for (const DType dtype : {DType::kUint8, DType::kFloat16, DType::kFloat32, DType::kFloat64}) {
      const Tensor x = reference::tensor(shape, numbers, dtype);
      EXPECT_EQ(reference::numbers_of(on_device("permute_dimensions", x, pattern)),
                now(call("permute_dimensions", {constant(x), pattern})))
          << testing::PrintToString(shape);
    }
  }
}

// Contiguous rows and rows side by side, short rows, and rows that are cut into parts.
TEST_P(AnyDevice, RowsAreReducedAlongEachAxis) {
  for (const Shape& shape :
       {Shape{3, 10, 70}, Shape{2, 5000, 3}, Shape{9000, 20}, Shape{3, 20000}}) {
    const Tensor x = random(shape);
    for (const std::string function :
         {"sum", "max", "var", "logsumexp", "softmax", "l2_normalize"}) {
      for (std::int64_t axis = 0; axis < x.rank(); ++axis) {
        const Numbers made = reference::numbers_of(on_device(function, x, axis));
        const Numbers right = now(call(function, {constant(x), axis}));
        ASSERT_EQ(made.size(), right.size());
        constexpr double kRounding = 1e-6;
        for (std::size_t i = 0; i < made.size(); ++i)
          ASSERT_NEAR(made[i], right[i], kRounding * (1 + std::fabs(right[i])))
              << function << " along axis " << axis << ", element " << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, AnyDevice, testing::Values("emulated", "cuda"),
                         [](const auto& name) { return name.param; });

TEST_F(DeviceTest, EveryOrderHasTheSameBits) {
  const reference::Plan plan = network();
  const std::vector<Value> feeds{random(kImages)};
  const auto in_order = [&](Order order) {
    const std::shared_ptr<Device> device = make_emulated_device({}, order);
    Residence residence(device);
    return device::compile(plan, level_to_use(), {}, *device, residence)->run(session_, feeds);
  };
  const auto ascending = in_order(Order::kAscending);
  expect_same_bits(in_order(Order::kDescending), ascending);
  expect_same_bits(in_order(Order::kShuffled), ascending);
}

}  // namespace
}  // namespace kassay::optimized::any_device_test
