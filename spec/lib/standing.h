// What is right, complete and wrong in a run or in one of its profiles, by function. Missing functions
// never count as wrong.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kassay {

struct CaseResult;

// "cumsum, dot": at most eight names, then the number of the others.
std::string first_names(std::vector<std::string> names);

struct Standing {
  using Names = std::set<std::string, std::less<>>;

  // In the edition, or in the profile; 0: unknown, as in results of earlier versions.
  std::int64_t functions = 0;
  Names supported = {};  // with a result other than "unsupported"
  Names lacking = {};  // with an "unsupported" result, or missing in a program of another function
  Names wrong = {};    // with a result that counts against the backend
  Names waived = {};   // with a waived result
  Names not_run = {};  // with a "not-run" result

  void add(const CaseResult& result);
  // Adds another shard of the same run.
  void add(const Standing& part);

  std::int64_t run() const;  // functions with a result that was run
  // The supported functions whose supported results were all run and passed.
  std::int64_t right() const;
  std::int64_t in_part() const;  // supported functions with unsupported results

  // "15 of 152 functions supported, 2 partial, 9 not run"
  std::string complete_text() const;
  // "14 of 15 supported functions"; "no supported function" if the count is 0
  std::string right_text() const;
  // "cumsum, dot": the functions with results that were not run
  std::string not_run_text() const;
  // "nothing", or "3 functions: conv2d, dot, gather"; of a long list the rest is only counted
  std::string wrong_text() const;
  // On a badge: "14 of 15 right, 15 of 152 supported"
  std::string brief_text() const;
  // On the line of a profile: "15 of 86 functions supported; wrong: conv2d, dot". Leaves out complete
  // and right parts; empty if both are, or if nothing is known.
  std::string shortcomings() const;

  bool operator==(const Standing&) const = default;
};

}  // namespace kassay
