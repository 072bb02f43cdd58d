// What is right, what is complete and what is wrong, told apart, of a run or of a profile in it: by
// function. What a backend lacks is never wrong.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kassay {

struct CaseResult;

// "cumsum, dot", of at most eight names; the others are counted.
std::string first_names(std::vector<std::string> names);

struct Standing {
  using Names = std::set<std::string, std::less<>>;

  // That the edition has of it; 0: unknown, as in results of earlier versions.
  std::int64_t functions = 0;
  Names supported = {};  // with a result that is not "unsupported"
  Names lacking = {};    // with one that is; another function, where that is what the result lacks
  Names wrong = {};      // with one that counts against the backend
  Names waived = {};     // with one that is waived
  Names not_run = {};    // with one that is "not-run"

  void add(const CaseResult& result);
  // Of another part of the same run: a shard.
  void add(const Standing& part);

  std::int64_t run() const;  // functions with a result of something that was run
  // Of the supported functions: all of whose supported results were run and passed.
  std::int64_t right() const;
  std::int64_t in_part() const;  // of which some results are unsupported

  // "15 of 152 functions supported, 2 in part, 9 not run"
  std::string complete_text() const;
  // "14 of 15 supported functions"; "no supported function" where there is none
  std::string right_text() const;
  // "cumsum, dot", of the functions with results that were not run
  std::string not_run_text() const;
  // "nothing", or "3 functions: conv2d, dot, gather"; the rest is counted where there are many
  std::string wrong_text() const;
  // For a badge: "14 of 15 right, 15 of 152 supported"
  std::string brief_text() const;
  // Of a profile, on one line: "15 of 86 functions supported; wrong: conv2d, dot". What is complete
  // or right is left out; empty if both are, or nothing is known.
  std::string shortcomings() const;

  bool operator==(const Standing&) const = default;
};

}  // namespace kassay
