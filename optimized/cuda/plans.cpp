// `cuda_plans DEVICE FILE...` lists the engines that cuDNN chooses for correlations on a device that this machine need not have. DEVICE is
// cuDNN's description of it (tests/h100.json), and the files come from `kassay-device-worker --correlations`. Prints a line for each
// correlation, and the number of correlations without an engine.
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>

#include "optimized/cuda/correlations.h"
#include "optimized/device/correlation_lines.h"

namespace kassay::optimized::cuda {
namespace {

constexpr int kUsage = 2;

std::ifstream opened(const char* file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(std::string(file) + " cannot be read");
  return in;
}

std::set<std::string> lines_of(char** begin, char** end) {
  std::set<std::string> lines;
  for (char** file = begin; file != end; ++file) {
    std::ifstream in = opened(*file);
    for (std::string line; std::getline(in, line);) lines.insert(line);
  }
  return lines;
}

void print_plans(const CorrelationTarget& target, const std::set<std::string>& lines) {
  std::size_t without = 0;
  for (const std::string& line : lines) {
    const device::Correlation correlation = device::correlation_of(line);
    const auto plan = PreparedCorrelation::make(target, correlation);
    if (!plan) ++without;
    std::cout << to_string(correlation) << ": "
              << (plan ? plan->describe() + ", workspace of " +
                             std::to_string(plan->workspace_bytes()) + " bytes"
                       : "none")
              << "\n";
  }
  std::cout << lines.size() << " correlations, " << without << " without an engine of cuDNN\n";
}

int run(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: cuda_plans DEVICE FILE...\n";
    return kUsage;
  }
  try {
    std::ifstream in = opened(argv[1]);
    print_plans(described_target({std::istreambuf_iterator<char>(in), {}}),
                lines_of(argv + 2, argv + argc));
  } catch (const std::exception& why) {
    std::cerr << "error: " << why.what() << "\n";
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace kassay::optimized::cuda

int main(int argc, char** argv) { return kassay::optimized::cuda::run(argc, argv); }
