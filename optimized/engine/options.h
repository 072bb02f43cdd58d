// Options of the engine, which switch passes off to find the cause of a fault, and for tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "optimized/blas.h"
#include "optimized/notes.h"

namespace kassay::optimized::engine {

struct Options {
  bool compiles = true;  // false: plans run step by step
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
  bool makes_code = true;    // of chains
  bool makes_scans = true;
  // Slices are computed before chains, too, not only before single calls: fewer commands for a device.
  bool slices_chains_early = false;
  bool updates_in_place = true;
  bool plans_memory = true;
  bool aligns =
      true;  // false: each array of a device begins one element off the alignment of its memory
  // Each program is added to this file when it is compiled; empty: no file.
  std::string print_to = {};
  // Each program is added to this file when it is discarded, with the time of each instruction; empty: no file.
  std::string time_to = {};
  // Elements that a chain computes at a time, at most kLongestRun: a dozen such runs fit in the first-level cache.
  std::int64_t run_length = std::int64_t{1} << 10;
  // The largest result, in bytes, that stays in its room from run to run; larger ones have a place in the arena.
  std::size_t largest_kept = std::size_t{1} << 12;
};

// The environment variable KASSAY_ENGINE: words separated by commas. `no-engine`, `no-folding`, `no-sharing`, `no-identities`,
// `no-broadcasting`, `no-gradients`, `no-pruning`, `no-packing`, `no-chains`, `no-totals`, `no-code`, `no-scans`, `no-in-place` and
// `no-arena` switch a pass off. `no-blas` and `no-tiles` leave matrix products to the other of the two. `short-runs` computes chains four
// elements at a time and gives every result a place in the arena. `no-alignment` makes the arrays of a device begin one element off.
// `print=FILE` adds a description of each program to a file, `time=FILE` one with times. `optimized` and `reference` have no effect here:
// they tell Python which interpreter Keras runs on. Throws std::runtime_error for any other word, and for a file that cannot be written.
Options options_to_use();

}  // namespace kassay::optimized::engine
