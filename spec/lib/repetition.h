// The findings of repeated runs of a case in one worker, in addition to its outcome (`kassay run --repeat`).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kassay {

struct Repetition {
  std::int64_t runs = 0;                      // including the first one
  std::vector<std::int64_t> wrong = {};       // the wrong runs, from 1, if others were right
  std::vector<std::int64_t> other_bits = {};  // the right runs with other bits than the first
  double ulps = 0;  // the largest difference of such an element; infinite if no number describes it
  bool wrong_in_threads = false;  // right in one thread, wrong with other threads of the worker
  bool other_bits_in_threads =
      false;        // right with other threads, but with other bits than in one thread
  double leak = 0;  // bytes that stay in use after each call of the function; 0: none were found

  bool empty() const {
    return wrong.empty() && other_bits.empty() && leak == 0 && !wrong_in_threads &&
           !other_bits_in_threads;
  }
};

// "run 3", "runs 2, 4 and 5"; of many runs the first ones.
std::string runs_text(const std::vector<std::int64_t>& runs);

struct CaseResult;

// The findings of a run, by function.
class RepetitionTally {
 public:
  void add(const CaseResult& result);
  // A sentence for each function and kind of finding, of the gravest kind first.
  std::vector<std::string> sentences() const;

 private:
  struct OtherBits {
    std::int64_t results = 0, most_runs = 0, runs = 0;
    double ulps = 0;
  };
  std::map<std::string, std::int64_t> changing_;  // results that are wrong in some of their runs
  std::map<std::string, double> leaks_;
  std::map<std::string, std::int64_t> races_, other_bits_of_races_;  // results
  std::map<std::string, OtherBits> other_bits_;
};

// How the cases of a run were run again.
struct RepetitionSettings {
  std::int64_t runs = 1;     // of each case, one after the other
  std::int64_t threads = 1;  // of a worker, at the same time
};

// The lines under the heading "Repeated runs": the findings, or that nothing was found; empty if no case was run again.
std::vector<std::string> repetition_lines(const RepetitionSettings& settings,
                                          const RepetitionTally& tally);

}  // namespace kassay
