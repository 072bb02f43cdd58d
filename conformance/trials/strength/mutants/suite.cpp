#include "conformance/trials/strength/mutants/suite.h"

#include <algorithm>

#include "conformance/protocol/execute.h"
#include "conformance/runner/run_case.h"
#include "reference/reference.h"
#include "spec/lib/error.h"
#include "spec/lib/modes.h"

namespace kassay::mutants {
namespace {

constexpr Edition kEditions[] = {Edition::kKo, Edition::kZh, Edition::kJa};

bool is_in(Edition edition, const CaseOutline& outline) {
  return std::ranges::find(outline.editions, edition_name(edition)) != outline.editions.end();
}

}  // namespace

Suite read_suite(const std::string& vectors_directory, const std::vector<std::string>& only) {
  Suite suite;
  const Manifest manifest = read_manifest(vectors_directory);
  const Specification specification = read_specification(vectors_directory);
  for (const Edition edition : kEditions) {
    runner::Selection selection;
    selection.edition = edition;
    selection.filter = only;
    try {
      suite.editions.push_back(
          runner::select_cases(vectors_directory, manifest, specification, selection));
    } catch (const runner::NoCaseSelected&) {
      if (edition == Edition::kKo && only.empty()) throw;
      suite.editions.emplace_back();
    }
    for (const runner::SelectedFunction& function : suite.editions.back().functions) {
      function.vectors->open_tensors();
      for (const runner::SelectedCase& selected : function.cases) {
        const CaseOutline& outline = function.vectors->cases()[selected.index];
        if (edition != Edition::kKo && outline.tier != Tier::kSmoke &&
            is_in(Edition::kKo, outline)) {
          continue;
        }
        for (const Mode mode : selected.modes) {
          suite.wanted.push_back({function.vectors.get(), selected.index, &outline.function, mode,
                                  outline.tier, edition});
        }
      }
    }
  }
  if (suite.wanted.empty()) throw runner::NoCaseSelected("no case matches --only");
  return suite;
}

Interpreters::Interpreters() {
  for (const Edition edition : kEditions) of_edition_.push_back(make_reference(edition));
}

Judged Interpreters::judged(const Wanted& wanted) {
  const Case test_case = in_mode(wanted.vectors->read(wanted.index), wanted.mode);
  Backend& backend = *of_edition_[static_cast<std::size_t>(wanted.edition)];
  const protocol::CallResult called =
      protocol::execute(backend, test_case.program, test_case.inputs);
  const auto* answer = std::get_if<compare::Answer>(&called);
  return {runner::result_of(called, test_case, nullptr),
          answer != nullptr && answer->error_kind == error_kind_name(ErrorKind::kOther)};
}

}  // namespace kassay::mutants
