// The program `kassay-faults`: which mistakes of a backend the golden vectors catch, and which they
// name. Exit codes: 0 what the catalogue says is true; 1 it is not; 2 wrong usage or a file that
// cannot be used.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <thread>

#include "conformance/faults/catalogue.h"
#include "conformance/faults/trial.h"
#include "spec/lib/error.h"

namespace kassay::faults {
namespace {

std::vector<Trial> try_all(const std::vector<Fault>& faults, const runner::SelectedCases& suite) {
  std::vector<Trial> trials(faults.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (std::size_t at = next++; at < faults.size(); at = next++) {
        trials[at] = try_fault(faults[at], suite);
      }
    });
  }
  threads.clear();  // joins
  return trials;
}

// The reading that most failures match: "like softmax.axis-ignored in 9".
std::string naming(const Trial& trial) {
  const auto most = std::ranges::max_element(trial.readings, {}, [](const auto& r) { return r.second; });
  if (most == trial.readings.end()) return "";
  return ", like " + most->first + " in " + std::to_string(most->second);
}

void print(const Fault& fault, const Trial& trial, bool verbose) {
  std::cout << fault.id << " [" << class_name(fault.of_class) << "]: ";
  if (trial.caught.empty()) {
    std::cout << "slips through " << trial.results << " results: " << fault.slips_through << "\n";
  } else {
    std::cout << "caught by " << trial.caught.size() << " of " << trial.results << " results"
              << naming(trial) << (trial.in_smoke ? "" : "; not in smoke") << "\n";
  }
  if (!verbose) return;
  std::cout << "  " << fault.text << "\n";
  for (const Caught& caught : trial.caught) {
    std::cout << "  " << caught.outcome << " " << caught.mode << " " << caught.case_id << "\n    "
              << caught.message << "\n";
  }
}

// What the catalogue says and the trial does not show.
bool is_as_stated(const Fault& fault, const Trial& trial) {
  if (trial.caught.empty() == !fault.slips_through.empty()) return true;
  std::cerr << fault.id
            << (trial.caught.empty()
                    ? ": no case catches it: add one, or say in the catalogue why it slips through\n"
                    : ": it is caught: take \"slips\" from its entry in the catalogue\n");
  return false;
}

std::string summary(const std::vector<Fault>& faults, const std::vector<Trial>& trials) {
  std::size_t caught = 0, smoke = 0, named = 0;
  for (const Trial& trial : trials) {
    caught += !trial.caught.empty();
    smoke += trial.in_smoke;
    named += !trial.readings.empty();
  }
  std::ostringstream text;
  text << faults.size() << " faults: " << caught << " caught, " << smoke << " of them by tier smoke, "
       << named << " of them named by a reading; " << faults.size() - caught << " slip through";
  return text.str();
}

bool states(const std::string& file, const std::string& line) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (text.str().find(line) != std::string::npos) return true;
  std::cerr << file << ": it does not hold this line: " << line << "\n";
  return false;
}

int run(int argc, char** argv) {
  CLI::App app("Which mistakes of a backend the golden vectors catch, and which they name.");
  std::string vectors = "build/vectors", only, stated_in;
  bool verbose = false;
  app.add_option("--vectors", vectors, "The folder with the vectors")->capture_default_str();
  app.add_option("--only", only, "Only faults whose id holds this text");
  app.add_option("--stated-in", stated_in, "Fails unless this file holds the last line");
  app.add_flag("--verbose", verbose, "Prints each fault as a sentence, and each result that catches it");
  CLI11_PARSE(app, argc, argv);
  std::vector<Fault> faults = all_faults();
  std::erase_if(faults, [&](const Fault& f) { return f.id.find(only) == std::string::npos; });
  const std::vector<Trial> trials = try_all(faults, read_suite(vectors));
  bool as_stated = true;
  for (std::size_t i = 0; i < faults.size(); ++i) print(faults[i], trials[i], verbose);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    as_stated = is_as_stated(faults[i], trials[i]) && as_stated;
  }
  const std::string line = summary(faults, trials);
  std::cout << line << "\n";
  if (!stated_in.empty()) as_stated = states(stated_in, line) && as_stated;
  return as_stated ? 0 : 1;
}

}  // namespace
}  // namespace kassay::faults

int main(int argc, char** argv) {
  try {
    return kassay::faults::run(argc, argv);
  } catch (const kassay::FileError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
