// The specification as data, read from `specification.json` of a vectors directory (spec/README.md
// describes it).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "spec/lib/backend.h"
#include "spec/lib/profile.h"

namespace kassay {

struct Clause {
  std::string id;
  std::string text;
  std::vector<std::string> sources;   // "ko", "ko: numpy", ...
  std::string decision;               // id of a decision, or empty
  std::vector<std::string> editions;  // those in which it holds
  std::vector<std::string> raises;    // kinds of error; empty except for an error clause
};

struct Reading {
  std::string id;
  std::string clause;
  std::string verdict;  // "wrong" or "accepted"
  std::string text;
};

struct Decision {
  std::string id;
  std::string title;
  std::vector<std::string> functions;
  std::string documents;  // what the documents say, summarised
  std::string backends;   // what known backends do
  std::string choice;
  std::string reason;

  // The sentences of the choice that leave something open, which no case tests; empty if none does.
  std::string left_open() const;
};

// A slip in the documents, and what is meant.
struct Erratum {
  std::string id;
  std::vector<std::string> functions;  // empty if it is in an introduction
  std::vector<std::string> editions;
  std::string printed;
  std::string meant;
  std::vector<std::string> clauses;    // that say it right
  std::vector<std::string> decisions;  // that settle it
};

struct FunctionSpecification {
  std::string name;
  std::string category;
  std::string summary;
  std::map<std::string, std::string>
      signatures;                               // by edition, as printed in Python: "(x, axis=-1)"
  std::map<std::string, std::string> headings;  // by edition
  std::vector<Clause> clauses;
  std::vector<Reading> readings;

  const Clause* find_clause(std::string_view id) const;
  const Reading* find_reading(std::string_view id) const;
};

struct Specification {
  std::string hash;                              // SHA-256 of specification.json
  std::vector<FunctionSpecification> functions;  // by category, then name
  std::vector<Decision> decisions;               // by number, like the errata
  std::vector<Erratum> errata;
  std::vector<Profile> profiles;  // in the order in which one builds on another
  std::map<std::string, std::vector<std::string>> documents;  // file names by edition

  const FunctionSpecification* find(std::string_view function) const;
  const Decision* find_decision(std::string_view id) const;
  const Profile* find_profile(std::string_view id) const;

  // What is read otherwise under a reading that a case of the function names: the text of one, "a";
  // of one of another function that the program calls, "clip/a"; or of several at once, "a+b", as
  // two sentences. Empty if a part is unknown.
  std::string reading_text(std::string_view function, std::string_view id) const;
  // How many functions the edition has.
  std::int64_t functions_in(const std::string& edition) const;
  // The decisions that leave something of the function open.
  std::vector<const Decision*> left_open(std::string_view function) const;
  // The decision that allows a reading of a function that is accepted too; null if none does: then
  // the documents do.
  const Decision* decision_on(const FunctionSpecification& function,
                              std::string_view reading) const;
};

// Throws FileError.
Specification read_specification(const std::string& vectors_directory);

}  // namespace kassay
