// What the engine does, and what it is told to leave alone: to see whether a pass is to blame, and for tests.
#pragma once

#include <cstdint>
#include <string>

namespace kassay::optimized::engine {

struct Options {
  bool compiles = true;  // or else plans run step by step
  bool shares_results = true;
  bool absorbs_broadcasts = true;
  bool prunes = true;
  bool joins_products = true;
  bool packs = true;
  bool makes_blocks = true;
  // The file to which each program is added when it is compiled; none if empty.
  std::string print_to = {};
  // The file to which each program is added when it is given up, with the time that each instruction took; none if empty.
  std::string time_to = {};
  // Elements of a block: large beside the cost of a call, while a few of them fit the second-level cache.
  std::int64_t block_elements = std::int64_t{1} << 13;
  // Smaller arrays stay in the caches without blocks.
  std::int64_t large_elements = std::int64_t{1} << 16;
};

// The environment variable KASSAY_ENGINE: words with commas between them. `no-engine`, `no-sharing`, `no-broadcasting`, `no-pruning`,
// `no-joining`, `no-packing` and `no-blocks` switch off, `small-blocks` computes every array of two elements in blocks of four, `print=FILE` adds what
// programs do to a file, `time=FILE` also how long it took. Throws std::runtime_error for another word.
Options options_to_use();

}  // namespace kassay::optimized::engine
