// The part of kassay that is Python: the oracle, and what hands batches to other machines.
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

// In a clone, and in what the wheel installs. Throws CannotStart elsewhere; `command` is what needs it.
Oracle find_oracle(const std::string& command);

// Becomes Python with these words. Throws CannotStart if there is none.
[[noreturn]] void become_python(const Oracle& oracle, const std::vector<std::string>& words);

// `kassay oracle MODULE WORDS`, which help does not list: runs a module of that Python. It is how other
// machines are asked for a batch, wherever kassay is installed there.
void add_oracle(CLI::App& app);

}  // namespace kassay::cli
