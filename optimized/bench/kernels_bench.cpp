// Times calls of both interpreters on large inputs: `reference/exp/1000000`, `optimized/dot/1024`.
// `./run bench` runs it and adds NumPy's times.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "optimized/optimized.h"
#include "reference/reference.h"

namespace kassay {
namespace {

constexpr std::int64_t kElements = 1'000'000;
constexpr std::int64_t kColumns = 1000;
// Above this, the reference takes minutes, because it multiplies in plain loops.
constexpr std::int64_t kLargestReferenceDot = 256;

// Reproducible numbers in (0.5, 1.5), all different.
Tensor sample(const Shape& shape) {
  Tensor tensor(DType::kFloat32, shape);
  const auto elements = tensor.mutable_data<float>();
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const double turn = static_cast<double>(i) * 0.6180339887498949;
    elements[i] = static_cast<float>(0.5 + turn - std::floor(turn));
  }
  return tensor;
}

struct Measured {
  std::string function;
  std::string size;
  Arguments arguments;
  bool with_reference = true;
};

std::vector<Measured> measured() {
  std::vector<Measured> all;
  const Tensor row = sample({kElements});
  const Tensor matrix = sample({kElements / kColumns, kColumns});
  for (const char* unary : {"abs", "square", "sqrt", "exp", "log", "sin", "tanh", "sigmoid",
                            "softplus", "relu", "elu"}) {
    all.push_back({unary, std::to_string(kElements), {{row}, {}}});
  }
  for (const char* binary : {"maximum", "greater", "pow"}) {
    all.push_back({binary, std::to_string(kElements), {{row, row}, {}}});
  }
  all.push_back({"softmax", "1000x1000", {{matrix}, {}}});
  for (const char* reduction : {"sum", "max", "prod", "mean", "var", "logsumexp"}) {
    all.push_back({reduction, std::to_string(kElements), {{row}, {}}});
    for (const std::int64_t axis : {0, 1}) {
      all.push_back({reduction, "1000x1000,axis=" + std::to_string(axis), {{matrix, axis}, {}}});
    }
  }
  all.push_back({"argmax", "1000x1000", {{matrix}, {}}});
  for (const std::int64_t n : {128, 256, 512, 1024, 2048}) {
    const Tensor square = sample({n, n});
    all.push_back({"dot", std::to_string(n), {{square, square}, {}}, n <= kLargestReferenceDot});
  }
  const Tensor batch = sample({32, 128, 128});
  all.push_back({"batch_dot", "32x128x128", {{batch, batch}, {}}, false});
  const Tensor image = sample({8, 56, 56, 64});
  const Value same = std::string("same"), two = List{std::int64_t{2}, std::int64_t{2}};
  all.push_back({"conv2d",
                 "8x56x56x64,3x3x64",
                 {{image, sample({3, 3, 64, 64})}, {{"padding", same}}},
                 false});
  all.push_back({"conv2d", "8x56x56x64,1x1x128", {{image, sample({1, 1, 64, 128})}, {}}, false});
  all.push_back({"depthwise_conv2d",
                 "8x56x56x64,3x3",
                 {{image, sample({3, 3, 64, 1})}, {{"padding", same}}},
                 false});
  all.push_back({"pool2d", "8x56x56x64,2x2", {{image, two}, {{"strides", two}}}, false});
  const Tensor small = sample({1, 28, 28, 16});
  all.push_back({"conv2d", "1x28x28x16,3x3x16", {{small, sample({3, 3, 16, 16})}, {}}});
  all.push_back({"depthwise_conv2d", "1x28x28x16,3x3", {{small, sample({3, 3, 16, 1})}, {}}});
  all.push_back({"pool2d", "1x28x28x16,2x2", {{small, two}, {{"strides", two}}}});
  return all;
}

void measure(const std::string& name, const std::shared_ptr<Backend>& backend,
             const Measured& entry) {
  benchmark::RegisterBenchmark(
      (name + "/" + entry.function + "/" + entry.size).c_str(),
      [backend, entry](benchmark::State& state) {
        for (auto _ : state) {
          benchmark::DoNotOptimize(backend->call(entry.function, entry.arguments));
        }
      })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
}

}  // namespace
}  // namespace kassay

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const std::shared_ptr<kassay::Backend> reference = kassay::make_reference(kassay::Edition::kKo);
  const std::shared_ptr<kassay::Backend> optimized = kassay::make_optimized(kassay::Edition::kKo);
  for (const kassay::Measured& entry : kassay::measured()) {
    kassay::measure("optimized", optimized, entry);
    if (entry.with_reference) kassay::measure("reference", reference, entry);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
