// What the engine does, and what it is told to leave alone: to see whether a pass is to blame, and for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "optimized/blas.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

struct Options {
  bool compiles = true;  // or else plans run step by step
  bool folds = true;
  bool shares_results = true;
  bool passes_over_identities = true;
  bool absorbs_broadcasts = true;
  bool recognizes_gradients = true;
  bool prunes = true;
  bool packs = true;
  Products products = Products::kFaster;
  bool makes_chains = true;
  bool makes_totals = true;  // in chains
  bool makes_code = true;    // machine code, of chains
  bool makes_scans = true;
  // Slices are computed before chains too, not only before single calls: fewer commands for a device.
  bool slices_chains_early = false;
  bool updates_in_place = true;
  bool plans_memory = true;
  bool aligns =
      true;  // or else each array of a device begins one element off the alignment of its memory
  // The file to which each program is added when it is compiled; none if empty.
  std::string print_to = {};
  // The file to which each program is added when it is given up, with the time that each instruction took; none if empty.
  std::string time_to = {};
  // Elements that a chain computes at a time, at most kLongestRun: the first-level cache has room for a dozen such runs.
  std::int64_t run_length = std::int64_t{1} << 10;
  // Bytes of the results that stay in their rooms from run to run, at most; larger ones have a place in the arena.
  std::size_t largest_kept = std::size_t{1} << 12;
};

// The environment variable KASSAY_ENGINE: words with commas between them. `no-engine`, `no-folding`, `no-sharing`, `no-identities`,
// `no-broadcasting`, `no-gradients`, `no-pruning`, `no-packing`, `no-chains`, `no-totals`, `no-code`, `no-scans`, `no-in-place` and
// `no-arena` switch off, `no-blas` and `no-tiles` leave products of matrices to the other, `short-runs` computes chains four elements
// at a time and gives every result a place in the arena, `no-alignment` has the arrays of a device begin one element off, `print=FILE`
// adds what programs do to a file, `time=FILE` also how long it took. `optimized` and `reference` mean nothing here: they tell Python
// which interpreter Keras runs on. Throws std::runtime_error for another word, or a file that cannot be written.
Options options_to_use();

}  // namespace kassay::optimized::engine
