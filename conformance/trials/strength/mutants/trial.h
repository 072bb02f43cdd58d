// Runs a mutant on the results that reach it until one of them kills it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "conformance/trials/strength/mutants/child.h"
#include "conformance/trials/strength/mutants/reach.h"
#include "conformance/trials/strength/mutants/suite.h"

namespace kassay::mutants {

struct Subject {
  int mutant;
  std::string function;  // whose cases are tried first: the stem of its file
};

struct Verdict {
  std::size_t reached = 0;  // results
  bool killed = false;
  std::size_t by = 0;    // in `suite.wanted`
  std::string how = {};  // "fail", "error", "unsupported", "crash (signal 11)", "timeout", ...
  std::string message = {};
  // The accepted reading that an answer follows instead of the expected result: a survivor with such an
  // answer counts as unspecified.
  std::string accepted = {};
  double seconds = 0;
};

// Tries mutants, several at a time, each in its own process.
class Trials {
 public:
  Trials(const Suite& suite, const Reach& reach, unsigned jobs);
  ~Trials();
  // Calls done(index in `subjects`, verdict) when a mutant is finished.
  void run(const std::vector<Subject>& subjects,
           const std::function<void(std::size_t, const Verdict&)>& done);

 private:
  struct Slot;
  std::vector<std::size_t> order(const Subject& subject) const;
  void start(Slot& slot, const Subject& subject, std::size_t place);
  Verdict finish(Slot& slot, int status);

  const Suite& suite_;
  const Reach& reach_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<std::size_t> rank_;  // of a result in its function, the fastest first
  std::map<std::string, std::vector<std::size_t>> killers_;  // by function, the latest last
};

}  // namespace kassay::mutants
