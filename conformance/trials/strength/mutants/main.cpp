// The program `kassay-mutants`: tries the mutants of the reference that it is built with on the golden
// vectors. `./run mutants` makes its sources and reads its output: JSON Lines, first about the suite,
// then about each mutant. Exit codes: 0 all were tried; 2 wrong usage, an unusable file, or a reference
// that fails without a mutant.
#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "conformance/trials/strength/mutants/reach.h"
#include "conformance/trials/strength/mutants/selector.h"
#include "conformance/trials/strength/mutants/suite.h"
#include "conformance/trials/strength/mutants/trial.h"

namespace kassay::mutants {
namespace {

std::vector<Subject> read_subjects(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": it cannot be read");
  std::vector<Subject> subjects;
  Subject subject;
  while (file >> subject.mutant >> subject.function) {
    if (subject.mutant < 0 || subject.mutant >= kCapacity) {
      throw std::runtime_error(path + ": mutant " + std::to_string(subject.mutant) +
                               " is not below " + std::to_string(kCapacity));
    }
    subjects.push_back(subject);
  }
  if (!file.eof()) throw std::runtime_error(path + ": each line is a number and a function");
  return subjects;
}

nlohmann::json json_of(const Subject& subject, const Verdict& verdict, const Suite& suite) {
  nlohmann::json line = {{"mutant", subject.mutant},
                         {"reached", verdict.reached},
                         {"killed", verdict.killed},
                         {"seconds", verdict.seconds}};
  if (!verdict.killed && !verdict.accepted.empty()) line["accepted"] = verdict.accepted;
  if (!verdict.killed) return line;
  const Wanted& by = suite.wanted[verdict.by];
  line["case"] = by.case_id();
  line["mode"] = mode_name(by.mode);
  line["edition"] = edition_name(by.edition);
  line["tier"] = tier_name(by.tier);
  line["how"] = verdict.how;
  line["message"] = verdict.message;
  return line;
}

void print(const nlohmann::json& line) {
  std::cout << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
}

int run(int argc, char** argv) {
  CLI::App app("Tries mutants of the reference on the golden vectors.");
  std::string vectors = "build/vectors", list;
  std::vector<std::string> only;
  unsigned jobs = 1;
  app.add_option("--vectors", vectors, "The folder with the vectors")->capture_default_str();
  app.add_option("--mutants", list,
                 "A file with the number of a mutant and a function in each line")
      ->required();
  app.add_option("--cases", only, "Only cases that match one of these globs");
  app.add_option("--jobs", jobs, "How many mutants to try at a time")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const std::vector<Subject> subjects = read_subjects(list);
  std::size_t count = 0;
  for (const Subject& subject : subjects) {
    count = std::max(count, static_cast<std::size_t>(subject.mutant) + 1);
  }
  const Suite suite = read_suite(vectors, only);
  const Reach reach(suite, count);
  double seconds = 0;
  for (std::size_t i = 0; i < suite.wanted.size(); ++i) seconds += reach.seconds(i);
  print({{"results", suite.wanted.size()}, {"seconds", seconds}});
  Trials(suite, reach, jobs).run(subjects, [&](std::size_t place, const Verdict& verdict) {
    print(json_of(subjects[place], verdict, suite));
  });
  return 0;
}

}  // namespace
}  // namespace kassay::mutants

int main(int argc, char** argv) {
  try {
    return kassay::mutants::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 2;
  }
}
