// Which cases test a clause in an edition, and the globs that run them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "spec/lib/case_outline.h"

namespace kassay {

class ClauseCases {
 public:
  void add(const CaseOutline& test_case);

  // The cases of the edition that test the clause; each mode of a case counts.
  int count(const std::string& clause, const std::string& edition) const;

  // As few globs on case ids as possible that together select cases of the clause in each of these
  // editions; none for an edition without a case. Each glob selects one group of cases, the one that
  // tests the fewest other clauses.
  std::vector<std::string> globs(const std::string& clause,
                                 const std::vector<std::string>& editions) const;

 private:
  // Cases whose ids differ only in dtype and arguments.
  struct Group {
    std::string category_and_function;  // "reduction/sum"
    std::string name;
    std::set<std::string> dtypes;
    std::set<std::string> clauses;
    bool has_bare_id = false, has_arguments = false;
  };
  // The cases of one group for one clause.
  struct Share {
    std::size_t group = 0;
    std::set<std::string> editions;
  };

  std::size_t group_of(const std::string& case_id);
  static std::string glob(const Group& group);

  std::vector<Group> groups_;
  std::map<std::pair<std::string, std::string>, std::size_t> group_numbers_;
  std::map<std::string, std::vector<Share>, std::less<>> shares_;  // by clause
  std::map<std::pair<std::string, std::string>, int> counts_;      // by clause and edition
};

// Counts all cases of tier core. Throws FileError.
ClauseCases read_clause_cases(const std::string& vectors_directory);

}  // namespace kassay
