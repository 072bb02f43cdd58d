// The program `cuda_compile_chains FOLDER CAPABILITIES SOURCE...`: compiles the programs of chains in the files, for each compute
// capability (such as 80,90), into the folder, which can then be $KASSAY_CUDA_CACHE. It does not need a device.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <regex>
#include <sstream>

#include "optimized/cuda/compiler.h"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: cuda_compile_chains FOLDER CAPABILITIES SOURCE...\n";
    return 2;
  }
  const std::string capabilities_word = argv[2];
  if (!std::regex_match(capabilities_word, std::regex("[1-9][0-9]{1,2}(,[1-9][0-9]{1,2})*"))) {
    std::cerr << "error: compute capabilities are numbers such as 80,90; not \"" << argv[2]
              << "\"\n";
    return 2;
  }
  std::error_code failure;
  std::filesystem::create_directories(argv[1], failure);
  if (access(argv[1], W_OK) != 0) {
    std::cerr << "error: " << argv[1] << " is not a writable folder\n";
    return 3;
  }
  for (int i = 3; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string source((std::istreambuf_iterator<char>(file)), {});
    if (source.empty()) {
      std::cerr << "error: " << argv[i] << " cannot be read, or is empty\n";
      return 3;
    }
    std::istringstream capabilities(argv[2]);
    for (std::string one; std::getline(capabilities, one, ',');)
      kassay::optimized::cuda::compile_cached(source, std::atoi(one.c_str()), argv[1]);
  }
}
