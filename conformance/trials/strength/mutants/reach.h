// Which results reach which mutants, and how long each takes without a mutant.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "conformance/trials/strength/mutants/child.h"
#include "conformance/trials/strength/mutants/suite.h"

namespace kassay::mutants {

class Reach {
 public:
  // Gets each result once without a mutant, in a child process, so that this process has computed
  // nothing when it starts others. Throws std::runtime_error if a result is wrong: a result that fails
  // anyway cannot kill a mutant.
  Reach(const Suite& suite, std::size_t mutants);

  // The indices in `suite.wanted` of the results that reach the mutant; of all results for a mutant that
  // is reached only once, in making an object that stays.
  std::vector<std::size_t> of(std::size_t mutant) const;
  double seconds(std::size_t result) const { return seconds_[result]; }  // of processor time
  bool is_reached_once(std::size_t mutant) const;
  // Whether the answer without a mutant is an own error (suite.h).
  bool is_own_error(std::size_t result) const { return own_errors_->data()[result] != 0; }
  // Whether the answer without a mutant is an accepted one, not the expected one.
  bool is_accepted(std::size_t result) const { return outcomes_->data()[result] == kAccepted; }

 private:
  enum Standing : unsigned char { kRight, kAccepted, kWrong };
  void measure(const Suite& suite) const;
  unsigned char* row(std::size_t result) const { return bits_->data() + result * row_bytes_; }

  std::size_t results_, mutants_, row_bytes_;
  std::unique_ptr<Shared> bits_;  // a row for each result, and one for objects made once
  std::unique_ptr<Shared> times_;
  std::unique_ptr<Shared> outcomes_;
  std::unique_ptr<Shared> own_errors_;
  const double* seconds_;
};

}  // namespace kassay::mutants
