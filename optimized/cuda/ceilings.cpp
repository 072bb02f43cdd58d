// Measures the most that the device can do with the commands of programs: prints {"device": its name, "copied": bytes, "float16", "float32"
// and "float64": multiply-adds of a product, "convolution": multiply-adds of a convolution, by dtype}, each per second, as JSON. `bytes`
// counts bytes read and bytes written. Without a device it prints the reason, and the exit code is 77.
//
// The best of several rounds counts: a ceiling is what is possible, not what is usual. With --emulated it measures the emulated device, for
// trying it out on other machines.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "optimized/device/emulated.h"
#include "optimized/device/library.h"
#include "spec/lib/error.h"
#include "spec/lib/tensor.h"

namespace kassay::optimized::device {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kUsage = 2;
constexpr int kAbsent = 77;
constexpr int kRounds = 7;
constexpr double kLongEnough = 2;  // seconds, after which no new round begins

// Sizes of square matrices, and of square images with 3 x 3 windows and as many filters as channels.
struct Sizes {
  std::int64_t copied, matrix, samples, places, channels;
};
constexpr Sizes kLarge{100'000'000, 8192, 64, 56, 256};
constexpr Sizes kEmulated{1'000, 16, 1, 8, 4};

double seconds_of(Recording& recording, Device& device) {
  const Clock::time_point start = Clock::now();
  recording.run();
  device.finish();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double best_seconds(const Command& command, Device& device) {
  const auto recording = device.record({command});
  // The first run starts commands one by one, and the second makes a graph.
  seconds_of(*recording, device);
  seconds_of(*recording, device);
  double best = 0, all = 0;
  for (int round = 0; round < kRounds && all < kLongEnough; ++round) {
    const double seconds = seconds_of(*recording, device);
    best = round == 0 ? seconds : std::min(best, seconds);
    all += seconds;
  }
  return best;
}

// Random numbers: zeros need less power, so a device would be faster with them.
std::shared_ptr<std::byte> array(DType dtype, std::int64_t count, Device& device) {
  constexpr std::int64_t kDrawn = 1 << 20;
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  Tensor drawn(dtype, {std::min(count, kDrawn)});
  for (std::int64_t i = 0; i < drawn.size(); ++i) set_element(drawn, i, normal(random));
  const std::size_t bytes = static_cast<std::size_t>(count) * dtype_size(dtype);
  auto memory = device.allocate(bytes);
  for (std::size_t begin = 0; begin < bytes; begin += drawn.byte_size()) {
    device.upload(drawn.bytes().first(std::min(drawn.byte_size(), bytes - begin)),
                  memory.get() + begin);
  }
  return memory;
}

double bytes_per_second(const Sizes& sizes, Device& device) {
  const auto from = array(DType::kFloat32, sizes.copied, device);
  const auto to = array(DType::kFloat32, sizes.copied, device);
  const std::size_t bytes = static_cast<std::size_t>(sizes.copied) * sizeof(float);
  return 2.0 * static_cast<double>(bytes) / best_seconds(Copy{from.get(), to.get(), bytes}, device);
}

double products_per_second(DType dtype, const Sizes& sizes, Device& device) {
  const std::int64_t n = sizes.matrix, count = n * n;
  const auto a = array(dtype, count, device), b = array(dtype, count, device),
             c = array(dtype, count, device);
  const Product product{dtype,   1, n,    n, n, {a.get(), n, 1, count}, {b.get(), n, 1, count},
                        c.get(), n, count};
  return static_cast<double>(n * n * n) / best_seconds(product, device);
}

double convolutions_per_second(DType dtype, const Sizes& sizes, Device& device) {
  constexpr std::int64_t kWindow = 3;
  const std::int64_t channels = sizes.channels, places = sizes.places;
  const std::int64_t count = sizes.samples * places * places * channels;
  const std::int64_t weights = kWindow * kWindow * channels * channels;
  const auto images = array(dtype, count, device), kernel = array(dtype, weights, device),
             results = array(dtype, count, device);
  const WindowAxis axis{places, kWindow, 1, 1, 1, places};
  const Correlation correlation{Correlation::Kind::kForward,
                                dtype,
                                /*is_depthwise=*/false,
                                {{{}, axis, axis}, sizes.samples, channels},
                                channels,
                                images.get(),
                                kernel.get(),
                                results.get()};
  const std::int64_t multiply_adds = sizes.samples * places * places * weights;
  return static_cast<double>(multiply_adds) / best_seconds(correlation, device);
}

nlohmann::json ceilings(const Sizes& sizes, Device& device) {
  nlohmann::json found = {{"device", device.describe()},
                          {"copied", bytes_per_second(sizes, device)}};
  for (const DType dtype : {DType::kFloat16, DType::kFloat32, DType::kFloat64})
    found[std::string(dtype_name(dtype))] = products_per_second(dtype, sizes, device);
  for (const DType dtype : {DType::kFloat16, DType::kFloat32})
    found["convolution"][std::string(dtype_name(dtype))] =
        convolutions_per_second(dtype, sizes, device);
  return found;
}

int run(int argc, char** argv) {
  const bool is_emulated = argc == 2 && std::string_view(argv[1]) == "--emulated";
  if (argc > 1 && !is_emulated) {
    std::cerr << "Usage: cuda_ceilings [--emulated]\n";
    return kUsage;
  }
  try {
    const std::shared_ptr<Device> device = is_emulated ? make_emulated_device() : load_cuda();
    std::cout << ceilings(is_emulated ? kEmulated : kLarge, *device) << "\n";
    return 0;
  } catch (const Unsupported& reason) {
    std::cerr << "cuda_ceilings: " << reason.what() << "\n";
    return kAbsent;
  }
}

}  // namespace
}  // namespace kassay::optimized::device

int main(int argc, char** argv) { return kassay::optimized::device::run(argc, argv); }
