// The program `kassay-faults`: which mistakes of a backend the golden vectors catch, and which they
// name. Exit codes: 0 the catalogue is right; 1 it is wrong; 2 wrong usage or an unusable file.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <future>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "conformance/trials/strength/faults/catalogue.h"
#include "conformance/trials/strength/faults/prediction.h"
#include "conformance/trials/strength/faults/statement.h"
#include "conformance/trials/strength/faults/trial.h"

namespace kassay::faults {
namespace {

// Discards standard error as long as it exists: print_tensor prints there.
struct Silence {
  std::streambuf* before = std::cerr.rdbuf(nullptr);
  ~Silence() { std::cerr.rdbuf(before); }
};

// Calls `action` for each fault, on all processors. Returns the results.
template <class Result>
std::vector<Result> of_all(const std::vector<Fault>& faults, const auto& action) {
  const Silence silence;
  std::vector<Result> results(faults.size());
  std::atomic<std::size_t> next = 0;
  std::vector<std::future<void>> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    threads.push_back(std::async(std::launch::async, [&] {
      for (std::size_t at = next++; at < faults.size(); at = next++) {
        results[at] = action(faults[at]);
      }
    }));
  }
  for (std::future<void>& thread : threads) thread.get();
  return results;
}

std::string percent(std::optional<double> share) {
  return share ? std::to_string(std::lround(100 * *share)) + " %" : "-";
}

// Prints each fault that fails in some case: its rule, and how well the rule predicts fresh calls.
void print_rules(const std::vector<Fault>& faults, const std::vector<Prediction>& predictions) {
  std::size_t caught = 0, ruled = 0, well = 0, badly = 0, unseen = 0;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const Prediction& prediction = predictions[i];
    const auto& [function, learned] = prediction.explanation;
    if (function.empty()) continue;
    ++caught;
    const std::optional<double> accuracy = prediction.balanced_accuracy();
    const bool has_rule = !learned.rules.empty();
    ruled += has_rule;
    unseen += !accuracy;
    well += has_rule && accuracy && *accuracy >= 0.95;
    badly += has_rule && accuracy && *accuracy < 0.8;
    std::cout << faults[i].id << ": " << percent(accuracy) << " (" << prediction.wrong_told
              << " of " << prediction.wrong << " wrong, " << prediction.right_told << " of "
              << prediction.right << " right)\n";
    if (!has_rule) std::cout << "  no rule\n";
    for (const rules::Rule& rule : learned.rules) {
      std::string text;
      for (const rules::Condition& condition : rule.conditions) {
        text += (text.empty() ? "" : " and ") + condition.text();
      }
      std::cout << "  " << function << " fails where " << text << " (" << rule.failures << " of "
                << learned.failures << ", and " << rule.false_alarms << " of " << learned.passes
                << " that pass)\n";
    }
  }
  std::cout << caught << " faults are caught in cases of their functions; " << ruled
            << " have a rule; " << unseen
            << " do not occur in a fresh call; balanced accuracy >= 95 %: " << well
            << "; < 80 %: " << badly << "\n";
}

// The reading that most failures match: "like softmax.axis-ignored in 9".
std::string naming(const Trial& trial) {
  const auto most =
      std::ranges::max_element(trial.readings, {}, [](const auto& r) { return r.second; });
  if (most == trial.readings.end()) return "";
  return ", like " + most->first + " in " + std::to_string(most->second);
}

void print(const Fault& fault, const Trial& trial, bool verbose) {
  std::cout << fault.id << " [" << class_name(fault.of_class) << "]: ";
  if (trial.caught.empty()) {
    const std::string how = fault.left_open.empty() ? "slips through " : "unspecified in ";
    std::cout << how << trial.results << " results: " << fault.slips_through << fault.left_open
              << "\n";
  } else {
    std::cout << "caught by " << trial.caught.size() << " of " << trial.results << " results"
              << naming(trial) << (trial.in_smoke ? "" : "; not in smoke") << "\n";
  }
  if (!verbose) return;
  std::cout << "  " << fault.text << "\n";
  if (fault.is_published()) std::cout << "  " << fault.source << "\n";
  for (const Caught& caught : trial.caught) {
    std::cout << "  " << caught.outcome << " " << caught.mode << " " << caught.case_id << "\n    "
              << caught.message << "\n";
  }
}

struct Totals {
  std::size_t faults = 0, caught = 0, smoke = 0, named = 0, open = 0;
  void add(const Fault& fault, const Trial& trial) {
    ++faults;
    open += trial.caught.empty() && !fault.left_open.empty();
    caught += !trial.caught.empty();
    smoke += trial.in_smoke;
    named += !trial.readings.empty();
  }
  std::string row(std::string_view title) const {
    std::string text = "| " + std::string(title) + " |";
    for (const std::size_t count : {faults, caught, smoke, named, open, faults - caught - open}) {
      text += " " + std::to_string(count) + " |";
    }
    return text;
  }
};

// The rows of a Markdown table: one for each class, one for the published faults, and the total.
std::vector<std::string> totals(const std::vector<Fault>& faults,
                                const std::vector<Trial>& trials) {
  std::map<std::string_view, Totals> by_class;
  Totals published, all;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    by_class[class_name(faults[i].of_class)].add(faults[i], trials[i]);
    if (faults[i].is_published()) published.add(faults[i], trials[i]);
    all.add(faults[i], trials[i]);
  }
  std::vector<std::string> rows;
  for (const auto& [title, of_class] : by_class) rows.push_back(of_class.row(title));
  rows.push_back(published.row("published"));
  rows.push_back(all.row("all"));
  return rows;
}

// How many of the caught published faults a reading names or a rule explains.
std::string explained(const std::vector<Fault>& faults, const std::vector<Trial>& trials,
                      const std::vector<Explanation>& explanations) {
  std::size_t caught = 0, named = 0, ruled = 0, either = 0;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if (!faults[i].is_published() || trials[i].caught.empty()) continue;
    const bool has_name = !trials[i].readings.empty();
    const bool has_rule = !explanations[i].rules.rules.empty();
    ++caught;
    named += has_name;
    ruled += has_rule;
    either += has_name || has_rule;
  }
  return "Of " + std::to_string(caught) + " published faults that are caught, a reading names " +
         std::to_string(named) + ", a rule explains " + std::to_string(ruled) +
         ", and at least one of both " + std::to_string(either) + ".";
}

bool states(const std::string& file, const std::vector<std::string>& rows) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  bool stated = true;
  for (const std::string& row : rows) {
    if (text.str().find(row + "\n") != std::string::npos) continue;
    std::cerr << file << ": it lacks the row " << row << "\n";
    stated = false;
  }
  return stated;
}

int run(int argc, char** argv) {
  CLI::App app("Shows which mistakes of a backend the golden vectors catch and name.");
  std::string vectors = "build/vectors", witnesses = "conformance/trials/strength/faults/witnesses";
  std::string only, stated_in;
  std::string fresh;
  bool explaining = false, verbose = false;
  app.add_option("--vectors", vectors, "The folder with the vectors")->capture_default_str();
  app.add_option("--witnesses", witnesses,
                 "The folder with a program for each fault that no case catches")
      ->capture_default_str();
  app.add_option("--only", only, "Only faults whose id contains this text");
  app.add_option("--stated-in", stated_in,
                 "Fails unless this file contains the printed rows of totals");
  app.add_option("--fresh", fresh,
                 "A folder with vectors of other calls: prints how well rules learned on the cases "
                 "predict which of these a faulty backend gets wrong");
  app.add_flag("--explained", explaining,
               "Prints how many of the caught published faults a reading names, and how many "
               "a rule learned on the cases explains");
  app.add_flag("--verbose", verbose,
               "Prints a sentence for each fault, and each result that catches it");
  CLI11_PARSE(app, argc, argv);
  std::vector<Fault> faults = all_faults();
  std::erase_if(faults, [&](const Fault& f) { return f.id.find(only) == std::string::npos; });
  const runner::SelectedCases suite = read_suite(vectors);
  const Specification specification = read_specification(vectors);
  if (!fresh.empty()) {
    const runner::SelectedCases calls = read_suite(fresh);
    print_rules(faults, of_all<Prediction>(faults, [&](const Fault& fault) {
                  return predict(fault, suite, calls, specification);
                }));
    return 0;
  }
  const auto trials =
      of_all<Trial>(faults, [&](const Fault& fault) { return try_fault(fault, suite); });
  for (std::size_t i = 0; i < faults.size(); ++i) print(faults[i], trials[i], verbose);
  const std::vector<std::string> rows = totals(faults, trials);
  std::cout
      << "| class | faults | caught | by tier smoke | named by a reading | unspecified | slip "
         "through |\n";
  for (const std::string& row : rows) std::cout << row << "\n";
  if (explaining) {
    const auto explanations = of_all<Explanation>(faults, [&](const Fault& fault) {
      return fault.is_published() ? explain(fault, suite, specification) : Explanation{};
    });
    std::cout << explained(faults, trials, explanations) << "\n";
  }
  bool as_stated = stated_in.empty() || states(stated_in, rows);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const std::string problem = problem_of(faults[i], trials[i], witnesses);
    if (problem.empty()) continue;
    std::cerr << faults[i].id << ": " << problem << "\n";
    as_stated = false;
  }
  return as_stated ? 0 : 1;
}

}  // namespace
}  // namespace kassay::faults

int main(int argc, char** argv) {
  try {
    return kassay::faults::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
