#include "conformance/trials/strength/mutants/reach.h"

#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <numeric>
#include <stdexcept>
#include <string>

#include "conformance/trials/strength/mutants/selector.h"

namespace kassay::mutants {
namespace {

constexpr std::size_t kMemoryWithout = std::size_t{4} << 30;
constexpr double kDeadline = 60;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void record(unsigned char* row, std::size_t mutants) {
  for (std::size_t i = 0; i < mutants; ++i) {
    if (reached[i] != 0) row[i / 8] = static_cast<unsigned char>(row[i / 8] | 1U << i % 8);
  }
}

bool bit(const unsigned char* row, std::size_t i) { return (row[i / 8] >> i % 8 & 1) != 0; }

}  // namespace

Reach::Reach(const Suite& suite, std::size_t mutants)
    : results_(suite.wanted.size()),
      mutants_(mutants),
      row_bytes_(mutants / 8 + 1),
      bits_(std::make_unique<Shared>((results_ + 1) * row_bytes_)),
      times_(std::make_unique<Shared>(results_ * sizeof(double))),
      outcomes_(std::make_unique<Shared>(results_ + 1)),
      own_errors_(std::make_unique<Shared>(results_ + 1)),
      seconds_(reinterpret_cast<const double*>(times_->data())) {
  const pid_t child = start_child(kMemoryWithout, [&] { measure(suite); });
  int status = 0;
  waitpid(child, &status, 0);
  const std::string end = end_of(status);
  if (!end.empty()) throw std::runtime_error("without a mutant, the reference ends in " + end);
  for (std::size_t i = 0; i < results_; ++i) {
    if (outcomes_->data()[i] != kWrong) continue;
    throw std::runtime_error("without a mutant, the reference fails " + suite.wanted[i].case_id() +
                             " (" + std::string(mode_name(suite.wanted[i].mode)) +
                             "): make the vectors again, or fix the reference");
  }
}

void Reach::measure(const Suite& suite) const {
  Interpreters interpreters;
  // Objects that are made only once are made now, so that they are not attributed to a single result.
  for (std::size_t i = 0; i < results_; ++i) {
    set_deadline(kDeadline);
    if (suite.wanted[i].tier == Tier::kSmoke) interpreters.judged(suite.wanted[i]);
  }
  record(row(results_), mutants_);
  for (std::size_t i = 0; i < results_; ++i) {
    std::fill_n(reached, mutants_, 0);
    set_deadline(kDeadline);
    const double begin = processor_seconds();
    const auto [result, is_own_error] = interpreters.judged(suite.wanted[i]);
    const double taken = processor_seconds() - begin;
    std::memcpy(times_->data() + i * sizeof taken, &taken, sizeof taken);
    outcomes_->data()[i] = result.outcome == Outcome::kPass           ? kRight
                           : result.outcome == Outcome::kPassAccepted ? kAccepted
                                                                      : kWrong;
    own_errors_->data()[i] = is_own_error;
    record(row(i), mutants_);
  }
}

std::vector<std::size_t> Reach::of(std::size_t mutant) const {
  std::vector<std::size_t> results;
  for (std::size_t i = 0; i < results_; ++i) {
    if (bit(row(i), mutant)) results.push_back(i);
  }
  if (results.empty() && is_reached_once(mutant)) {
    results.resize(results_);
    std::iota(results.begin(), results.end(), std::size_t{0});
  }
  return results;
}

bool Reach::is_reached_once(std::size_t mutant) const {
  if (!bit(row(results_), mutant)) return false;
  for (std::size_t i = 0; i < results_; ++i) {
    if (bit(row(i), mutant)) return false;
  }
  return true;
}

}  // namespace kassay::mutants
