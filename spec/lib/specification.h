// The specification as data, read from `specification.json` of a vectors directory (spec/vectors.md
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

// A place in the documents: parts of one entry of an edition.
struct Source {
  std::string edition;
  std::string entry;               // its heading in that edition
  std::vector<std::string> parts;  // as spec/entries.yaml names them: "summary", "numpy", ...
};

struct Clause {
  std::string id;
  std::string text;
  std::vector<Source> sources;        // by edition
  std::string decision;               // id of a decision, or empty
  std::vector<std::string> editions;  // where it holds
  std::vector<std::string> raises;    // kinds of error; empty except for an error clause
  std::map<std::string, std::string> differs = {};  // differences between editions, by edition
  // For clauses of the introduction, which have no cases:
  std::string checked = "";                // what a test of the Python adapter checks
  std::vector<std::string> cases_of = {};  // other clauses, whose cases test it
  std::string unchecked = "";              // the unchecked part, and why
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

  // The sentences of the choice about unspecified behaviour, which no case tests; or empty.
  std::string unspecified() const;
};

// A mistake in the documents, and the meaning.
struct Erratum {
  std::string id;
  std::vector<std::string> functions;  // empty if it is in an introduction
  std::vector<std::string> editions;
  std::string printed;
  std::string meant;
  std::vector<std::string> clauses;    // that state it correctly
  std::vector<std::string> decisions;  // that settle it
};

struct Document {
  std::string file;
  std::string form;
  std::string sha256;
};

// A dated form of the documents.
struct DocumentEdition {
  std::string id;
  std::string language;
  std::string period;      // "early 2019"
  std::string version;     // of Keras, "between Keras 2.2.4 and 2.2.5"
  std::string dated;       // evidence for period and version
  std::string page_title;  // of a published page like the documents
  std::string repository;  // where such a page is published, and its file there
  std::string path;
  std::vector<Document> documents;
  std::map<std::string, std::string> sections = {};  // the headings of the introduction, by part
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

// The name of the introduction, used like the name of a function.
inline constexpr char kIntroduction[] = "introduction";

struct Specification {
  std::string hash;                              // SHA-256 of specification.json
  std::vector<FunctionSpecification> functions;  // by category, then name
  // The introduction of the documents: clauses under the name "introduction", without signatures.
  FunctionSpecification introduction;
  std::vector<Decision> decisions;  // by number, like the errata
  std::vector<Erratum> errata;
  std::vector<Profile> profiles;          // each may build on earlier ones
  std::vector<DocumentEdition> editions;  // the default first

  const DocumentEdition* find_edition(std::string_view id) const;
  const FunctionSpecification* find(std::string_view function) const;
  // The function with this clause, or the introduction.
  const FunctionSpecification* owner_of(std::string_view clause) const;
  const Decision* find_decision(std::string_view id) const;
  const Profile* find_profile(std::string_view id) const;

  // The text of a reading that a case of the function names: of one reading, "a"; of a reading of
  // another function that the program calls, "clip/a"; or of several at once, "a+b", as two
  // sentences. Empty if a part is unknown.
  std::string reading_text(std::string_view function, std::string_view id) const;
  // The clauses that such a reading interprets differently.
  std::vector<std::string> clauses_of_reading(std::string_view function, std::string_view id) const;
  // The functions of the edition that matter to the profile, some of them only by single clauses.
  std::vector<std::string> functions_of(const Profile& profile, const std::string& edition) const;
  // How many functions the edition has.
  std::int64_t functions_in(const std::string& edition) const;
  // The decisions that allow an accepted reading, given as for reading_text(): perhaps several if it
  // joins several. Empty if the documents themselves allow it.
  std::vector<const Decision*> decisions_on(std::string_view function, std::string_view id) const;

 private:
  struct Found {
    const FunctionSpecification* owner;
    const Reading* reading;
  };
  // For one reading or several at once; empty if a part is unknown.
  std::vector<Found> readings_of(std::string_view function, std::string_view id) const;
};

// Throws FileError.
Specification read_specification(const std::string& vectors_directory);

}  // namespace kassay
