// The Python part of kassay: the oracle, and the code that sends batches to other machines.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kassay::cli {

struct Oracle {
  std::string modules;  // folders for PYTHONPATH
  std::string python;   // $KASSAY_ORACLE_PYTHON, that of the clone, or python3
};

// Finds it in a clone and in the wheel. Throws CannotStart elsewhere; `command` is the command that needs it.
Oracle find_oracle(const std::string& command);

// Replaces this process by Python with these words. Throws CannotStart if that fails.
[[noreturn]] void become_python(const Oracle& oracle, const std::vector<std::string>& words);

// `kassay oracle MODULE WORDS`, which help does not list: runs a module of that Python. Other machines
// run their batches with it, independent of their folders.
void add_oracle(CLI::App& app);

}  // namespace kassay::cli
