// Programs on the emulated device: where values are, what is transferred, and what is left to the host.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <random>

#include "optimized/device/direct.h"
#include "optimized/device/emulated.h"
#include "optimized/device/interpreter.h"
#include "optimized/device/program.h"
#include "optimized/tests/plans.h"
#include "optimized/tests/scans.h"

namespace kassay::optimized::device_test {
namespace {

using namespace device;
using reference::Numbers;
using reference::vector;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

// The emulated device; counts transfers and memory.
class CountingDevice : public Device {
 public:
  std::string describe() const override { return emulated_->describe(); }
  std::shared_ptr<std::byte> allocate(std::size_t bytes) override {
    if (allocations_left-- == 0) throw std::bad_alloc();
    return emulated_->allocate(bytes);
  }
  std::shared_ptr<std::byte> allocate_on_host(std::size_t bytes) override {
    return emulated_->allocate_on_host(bytes);
  }
  void upload(std::span<const std::byte> from, std::byte* to) override {
    ++uploads;
    emulated_->upload(from, to);
  }
  void download(const std::byte* from, std::span<std::byte> to) override {
    ++downloads;
    emulated_->download(from, to);
  }
  void finish() override { ++finishes; }
  std::unique_ptr<Recording> record(std::vector<Command> commands) override {
    ++recordings;
    return emulated_->record(std::move(commands));
  }

  int uploads = 0, downloads = 0, finishes = 0, recordings = 0;
  int allocations_left = -1;  // unlimited

 private:
  const std::unique_ptr<Device> emulated_ = make_emulated_device();
};

class DevicePrograms : public reference::Graph {
 protected:
  std::unique_ptr<reference::Executable> compiled(const List& outputs, const List& fed,
                                                  const List& updated = {}) {
    return device::compile(plan_of(outputs, fed, updated), level_to_use(), {}, *device_,
                           residence_);
  }
  std::string text(const List& outputs, const List& fed) {
    const auto plan = plan_of(outputs, fed);
    std::vector<reference::StaticType> types;
    for (const Value& input : fed) types.push_back(type(input));
    return Program(task_of(plan, types, level_to_use(), {}), level_to_use(), {}, *device_,
                   residence_)
        .describe();
  }
  Numbers value_of(const Value& variable) {
    return reference::numbers_of(variable_of(variable)->value());
  }

  const std::shared_ptr<CountingDevice> device_ = std::make_shared<CountingDevice>();
  Residence residence_{device_};
  const Value v_ = variable(vector({1, 2})), w_ = variable(vector({10, 20}));
};

TEST_F(DevicePrograms, AVariableStaysOnTheDevice) {
  const auto step = compiled({call("operator.add", {v_, w_})}, {}, {v_});
  step->run(session_, {});
  const int uploads = device_->uploads;
  step->run(session_, {});
  step->run(session_, {});
  EXPECT_EQ(device_->uploads, uploads);
  EXPECT_EQ(device_->downloads, 0);
  EXPECT_EQ(value_of(v_), (Numbers{31, 62}));
  EXPECT_EQ(device_->downloads, 1);
}

TEST_F(DevicePrograms, ARunEndsWhenTheDeviceHasFinished) {
  const auto step = compiled({call("operator.add", {v_, w_})}, {}, {v_});
  EXPECT_EQ(device_->finishes, 0);
  step->run(session_, {});
  EXPECT_EQ(device_->finishes, 1);
}

TEST_F(DevicePrograms, EachLineHasItsTime) {
  engine::Options options;
  options.time_to = "somewhere";
  const reference::Plan plan = plan_of({call("softmax", {call("exp", {v_})})}, {});
  Program program(task_of(plan, {}, level_to_use(), {}), level_to_use(), options, *device_,
                  residence_);
  program.run(session_, {});
  const int finishes = device_->finishes;
  program.run(session_, {});
  const std::string lines = program.describe(), times = program.describe_times();
  const auto commands = std::ranges::count(lines, '\n') - 2;  // the last lines describe the memory
  EXPECT_EQ(device_->finishes - finishes, commands + 1);
  EXPECT_THAT(times, MatchesRegex(
                         "( +[0-9.]+ us  [^\n]+\n)+one block of [0-9]+ bytes.*\n(the host .*\n)*"));
}

TEST_F(DevicePrograms, AnotherProgramFindsItThere) {
  compiled({call("operator.add", {v_, w_})}, {}, {v_})->run(session_, {});
  const int downloads = device_->downloads;
  const auto sum = compiled({call("sum", {v_})}, {})->run(session_, {});
  EXPECT_EQ(reference::numbers_of(sum.front()), (Numbers{33}));
  EXPECT_EQ(device_->downloads, downloads);  // the sum is written where the host can read it
}

TEST_F(DevicePrograms, SmallArraysCrossWithoutTransfers) {
  const Value x = placeholder(Shape{2});
  const auto program = compiled({call("exp", {x})}, {x});
  EXPECT_EQ(reference::numbers_of(program->run(session_, {vector({0, 0})}).front()),
            (Numbers{1, 1}));
  EXPECT_EQ(device_->uploads + device_->downloads, 0);
}

TEST_F(DevicePrograms, RepeatedlyReadFeedsAreCopiedToTheDevice) {
  const Value x = placeholder(Shape{1, 2}), weights = variable(Tensor(DType::kFloat32, {2, 3}));
  const Value product = call("dot", {x, weights});
  EXPECT_THAT(text({product, call("exp", {product})}, {x}),
              testing::ContainsRegex("copy of 8 bytes\nproduct.*\nchain.*\ncopy of 12 bytes\n"));
}

TEST_F(DevicePrograms, BroadcastFeedsAreCopiedToTheDevice) {
  const Value x = placeholder(Shape{3, 2}), row = placeholder(Shape{2});
  EXPECT_THAT(text({call("operator.add", {x, row})}, {x, row}),
              testing::StartsWith("copy of 8 bytes\nchain"));
}

TEST_F(DevicePrograms, ALargeArrayIsTransferred) {
  const Value x = placeholder(Shape{100'000});
  compiled({call("exp", {x})}, {x})->run(session_, {Tensor(DType::kFloat32, {100'000})});
  EXPECT_EQ(device_->uploads, 1);
  EXPECT_EQ(device_->downloads, 1);
}

TEST_F(DevicePrograms, AValueThatIsAssignedIsBroughtThere) {
  const auto step = compiled({call("operator.add", {v_, w_})}, {}, {v_});
  step->run(session_, {});
  variable_of(v_)->assign(vector({5, 6}));
  step->run(session_, {});
  EXPECT_EQ(value_of(v_), (Numbers{15, 26}));
}

TEST_F(DevicePrograms, VariablesChangePlaces) {
  const auto swap = compiled({call("identity", {w_}), call("identity", {v_})}, {}, {v_, w_});
  swap->run(session_, {});
  EXPECT_EQ(value_of(v_), (Numbers{10, 20}));
  EXPECT_EQ(value_of(w_), (Numbers{1, 2}));
}

TEST_F(DevicePrograms, AVariableThatIsNotReadIsAssignedInPlace) {
  const reference::Plan plan = plan_of({call("sqrt", {w_})}, {}, {v_});
  const Program program(task_of(plan, {}, level_to_use(), {}), level_to_use(), {}, *device_,
                        residence_);
  EXPECT_THAT(program.describe(), Not(HasSubstr("copy")));
  const auto step = compiled({call("square", {w_}), call("operator.add", {v_, w_})}, {}, {v_, w_});
  step->run(session_, {});
  EXPECT_EQ(value_of(v_), (Numbers{100, 400}));
  EXPECT_EQ(value_of(w_), (Numbers{11, 22}));
}

TEST_F(DevicePrograms, AnElementIsAssignedWhereItWasRead) {
  const List values{call("operator.mul", {v_, w_}), call("operator.add", {w_, v_})};
  const Program program(task_of(plan_of(values, {}, {v_, w_}), {}, level_to_use(), {}),
                        level_to_use(), {}, *device_, residence_);
  EXPECT_THAT(program.describe(), Not(HasSubstr("copy")));
  compiled(values, {}, {v_, w_})->run(session_, {});
  EXPECT_EQ(value_of(v_), (Numbers{10, 40}));
  EXPECT_EQ(value_of(w_), (Numbers{11, 22}));
}

TEST_F(DevicePrograms, AnArrayReadAtOtherPlacesKeepsItsPlace) {
  const Value scalar = variable(vector({3})), turned = call("reverse", {v_, 0});
  const auto step = compiled(
      {call("operator.add", {v_, turned}), call("operator.add", {scalar, call("sum", {w_})}),
       call("operator.mul", {w_, scalar})},
      {}, {v_, scalar, w_});
  step->run(session_, {});
  EXPECT_EQ(value_of(v_), (Numbers{3, 3}));
  EXPECT_EQ(value_of(scalar), (Numbers{33}));
  EXPECT_EQ(value_of(w_), (Numbers{30, 60}));
}

TEST_F(DevicePrograms, AnOldValueThatIsReturnedKeepsItsPlace) {
  const auto step = compiled({v_, call("operator.add", {v_, w_})}, {}, {v_});
  EXPECT_EQ(reference::numbers_of(step->run(session_, {}).front()), (Numbers{1, 2}));
  EXPECT_EQ(value_of(v_), (Numbers{11, 22}));
}

TEST_F(DevicePrograms, AVariableKeepsItsValueWhereElementsAreRefused) {
  const Value places = placeholder(Shape{2}, DType::kInt32);
  const auto step = compiled({call("gather", {w_, places})}, {places}, {v_});
  step->run(session_, {Tensor(DType::kInt32, {2})});  // from now on it is only on the device
  Tensor outside(DType::kInt32, {2});
  set_element(outside, 0, 1);
  set_element(outside, 1, 7);
  EXPECT_ANY_THROW(step->run(session_, {outside}));
  EXPECT_EQ(value_of(v_), (Numbers{10, 10}));
}

TEST_F(DevicePrograms, AnOutputIsTheOldValue) {
  const auto step = compiled({call("identity", {v_}), call("operator.add", {v_, w_})}, {}, {v_});
  EXPECT_EQ(reference::numbers_of(step->run(session_, {}).front()), (Numbers{1, 2}));
  EXPECT_EQ(value_of(v_), (Numbers{11, 22}));
}

TEST_F(DevicePrograms, CallsWithoutCommandsRunOnTheHostBetweenTransfers) {
  const Value x = placeholder(Shape{2});
  const Value printed = call("print_tensor", {call("exp", {x}), std::string("")});
  const std::string plan = text({call("tanh", {printed})}, {x});
  EXPECT_THAT(plan,
              testing::ContainsRegex("chain .*\ndownload .*\non the host: .*print_tensor.*\n"
                                     "upload .*\nchain .*\none block .*\nthe host reaches %0 "));
}

TEST_F(DevicePrograms, ANetworkRunsEntirelyOnTheDevice) {
  const Value x = placeholder(Shape{4, 8, 8, 3});
  const Value kernel = variable(Tensor(DType::kFloat32, {3, 3, 3, 5}));
  const Value images = call("relu", {call("conv2d", {x, kernel})});
  const Value weights = variable(Tensor(DType::kFloat32, {180, 10}));
  const Value logits = call("dot", {call("batch_flatten", {images}), weights});
  const Value loss = call("mean", {call("square", {call("softmax", {logits})})});
  List outputs{loss};
  for (const Value& gradient : gradients(loss, {kernel, weights})) outputs.push_back(gradient);
  EXPECT_THAT(text(outputs, {x}), Not(HasSubstr("on the host")));
}

TEST_F(DevicePrograms, AKernelThatStaysIsThatOfTheVariable) {
  const Value x = placeholder(Shape{1, 1, 1}),
              kernel = variable(Tensor(DType::kFloat32, {1, 1, 1}));
  const auto convolve = compiled({call("conv1d", {x, kernel})}, {x});
  const auto result = [&](double value) {
    Tensor changed(DType::kFloat32, {1, 1, 1}), one(DType::kFloat32, {1, 1, 1});
    set_element(changed, 0, value);
    set_element(one, 0, 1);
    variable_of(kernel)->assign(changed);
    convolve->run(session_, {one});
    return reference::numbers_of(convolve->run(session_, {one}).front());
  };
  EXPECT_EQ(result(2), (Numbers{2}));
  EXPECT_EQ(result(3), (Numbers{3}));
}

TEST_F(DevicePrograms, AChainComputesTheSlicesThatItGoesThrough) {
  const auto half = [&](const Value& x, std::int64_t column) {
    return call("slice",
                {x, List{std::int64_t{0}, column}, List{std::int64_t{3}, std::int64_t{2}}});
  };
  const Value x = placeholder(Shape{3, 4}), bias = placeholder(Shape{4});
  const Value gates = call("operator.add", {x, bias});
  const Value first = half(gates, 0);
  const Value open = call("sigmoid", {first}), change = call("tanh", {half(gates, 2)});
  const List outputs{call("operator.mul", {open, change}), first};
  EXPECT_THAT(text(outputs, {x, bias}), HasSubstr("chain of 5 calls, 6 elements\none block"));
  const std::vector<Value> fed{reference::tensor({3, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                               vector({10, 20, 30, 40})};
  const auto results = compiled(outputs, {x, bias})->run(session_, fed);
  EXPECT_EQ(reference::numbers_of(results[1]), (Numbers{11, 22, 15, 26, 19, 30}));
}

// The gradient reads states from before each turn, and outputs.
TEST_F(DevicePrograms, TurnsCopyNothing) {
  set_scans(executor_, true);
  constexpr std::int64_t kTurns = 20;
  const Value x = placeholder(Shape{1, kTurns, 2});
  const Function step = reference::lambda([this](const List& arguments) -> std::vector<Value> {
    const List& states = std::get<List>(arguments[1]);
    const Value product = call("operator.mul", {arguments[0], states[0]});
    const Value sum = call("operator.add", {product, states[1]});
    return {sum, List{sum, call("operator.mul", {states[1], sum})}};
  });
  const Value start = constant(reference::tensor({1, 2}, {0.5, -0.5}));
  for (const bool go_backwards : {false, true}) {
    const auto results = session_.apply("rnn", {step, x, List{start, start}, go_backwards});
    const List outputs{results[1], gradient(call("square", {results[1]}), x)};
    const std::string lines = text(outputs, {x});
    std::size_t copies = 0;
    for (std::size_t at = 0; (at = lines.find("copy of", at)) != std::string::npos; ++at) ++copies;
    EXPECT_LT(copies, static_cast<std::size_t>(kTurns)) << lines;
    std::vector<double> numbers(2 * kTurns);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = 0.125 * static_cast<double>(i % 5);
    const std::vector<Value> fed{reference::tensor({1, kTurns, 2}, numbers)};
    const auto on_device = compiled(outputs, {x})->run(session_, fed);
    const auto expected = reference::step_by_step(plan_of(outputs, {x}))->run(session_, fed);
    for (std::size_t i = 0; i < outputs.size(); ++i)
      EXPECT_EQ(reference::numbers_of(on_device[i]), reference::numbers_of(expected[i]));
  }
}

TEST_F(DevicePrograms, ASingleCallFindsTheProgramOfOneLikeIt) {
  const auto backend = make_interpreter(Edition::kKo, device_);
  const auto computed = [&](const Value& x, double least) {
    const auto results = backend->call("clip", {{x, least, 5.0}, {}});
    return reference::numbers_of(backend->call("eval", {{results.front()}, {}}).front());
  };
  EXPECT_EQ(computed(vector({1, 9}), 2.0), (Numbers{2, 5}));
  const int recordings = device_->recordings;
  EXPECT_GT(recordings, 0);
  EXPECT_EQ(computed(vector({3, 1}), 2.0), (Numbers{3, 2}));
  EXPECT_EQ(device_->recordings, recordings);
  EXPECT_EQ(computed(vector({3, 1}), 0.0), (Numbers{3, 1}));
  EXPECT_EQ(computed(vector({3, 1, 9}), 2.0), (Numbers{3, 2, 5}));
  EXPECT_EQ(device_->recordings, recordings + 2);
}

TEST_F(DevicePrograms, AShortageOfMemoryIsThatOfOneCall) {
  const Value x = placeholder(Shape{2});
  const auto program = compiled({call("exp", {x})}, {x});
  device_->allocations_left = 0;
  EXPECT_THROW(program->run(session_, {vector({0, 0})}), std::bad_alloc);
  EXPECT_EQ(reference::numbers_of(program->run(session_, {vector({0, 0})}).front()),
            (Numbers{1, 1}));
}

// Correlations with kassay's kernels give the same as the emulated device's loops.
TEST(DirectCorrelation, IsTheSame) {
  const auto device = make_emulated_device();
  std::mt19937_64 random(1);
  const auto below = [&](std::int64_t count) {
    return std::uniform_int_distribution<std::int64_t>(0, count - 1)(random);
  };
  for (int i = 0; i < 300; ++i) {
    Correlation c{};
    c.kind = static_cast<Correlation::Kind>(i % 3);
    c.is_depthwise = below(2) == 0;
    c.dtype = DType::kFloat64;
    WindowGeometry& g = c.windows;
    g.samples = 1 + below(2);
    g.channels = 1 + below(3);
    const std::int64_t multiplier = 1 + below(3);
    c.filters = c.is_depthwise ? g.channels * multiplier : multiplier;
    for (std::int64_t d = below(3); d < 3; ++d)
      g.axes[d] = {1 + below(6), 1 + below(3), 1 + below(3), 1 + below(2), below(3), 1 + below(3)};
    const auto numbers = [&](std::int64_t count) {
      Tensor tensor(DType::kFloat64, {count});
      for (std::int64_t n = 0; n < count; ++n) set_element(tensor, n, below(9) - 4);
      return tensor;
    };
    Tensor images = numbers(g.samples * g.pixels() * g.channels);
    Tensor kernel = numbers(g.elements() * g.channels * multiplier);
    Tensor results = numbers(g.samples * g.windows() * c.filters);
    c.images = images.mutable_bytes().data();
    c.kernel = kernel.mutable_bytes().data();
    c.results = results.mutable_bytes().data();
    const Tensor& made = c.kind == Correlation::Kind::kForward    ? results
                         : c.kind == Correlation::Kind::kToImages ? images
                                                                  : kernel;
    device->record({c})->run();
    const Numbers expected = reference::numbers_of(made);
    std::ranges::fill(Tensor(made).mutable_bytes(), std::byte{0xff});
    device->record({direct(c)})->run();
    EXPECT_EQ(reference::numbers_of(made), expected) << to_string(Command(c));
  }
}

// As specified (set_element).
template <class To, class From>
void expect_converted(std::initializer_list<From> numbers) {
  using T = std::conditional_t<std::is_same_v<To, Half>, Float16, To>;
  for (const From number : numbers) {
    Tensor expected(DTypeOf<T>::value, {1}), actual(DTypeOf<T>::value, {1});
    set_element(expected, 0, static_cast<long double>(number));
    store(reinterpret_cast<To*>(actual.mutable_bytes().data()), Conversion<To, From>::of(number));
    EXPECT_EQ(element(actual, 0), element(expected, 0)) << number;
  }
}

TEST(DeviceFunctions, ConvertAsTheSpecificationSays) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto doubles = {0.0,    -0.7,          2.5,       255.0,     256.0,   -129.0,
                        1e10,   -1e19,         1e300,     4.9e-324,  65519.9, 65520.0,
                        2049.0, 1.00048828125, kInfinity, -kInfinity};
  expect_converted<std::int8_t, double>(doubles);
  expect_converted<std::uint8_t, double>(doubles);
  expect_converted<std::int16_t, double>(doubles);
  expect_converted<std::int32_t, double>(doubles);
  expect_converted<std::int64_t, double>(doubles);
  expect_converted<bool, double>(doubles);
  expect_converted<float, double>(doubles);
  expect_converted<Half, double>(doubles);
  expect_converted<std::int32_t, double>({nan});
  expect_converted<bool, double>({nan});
  expect_converted<Half, std::int64_t>({0, 2049, 65519, 65520, -70000, 1LL << 40});
  expect_converted<std::int8_t, std::int64_t>({127, 128, -129, 1LL << 40});
  expect_converted<double, std::int64_t>({(1LL << 53) + 1, -3});
  EXPECT_TRUE(std::isnan(widened(narrowed(static_cast<float>(nan)))));
}

}  // namespace
}  // namespace kassay::optimized::device_test
