// The sources of a clause, in words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spec/lib/specification.h"

namespace kassay {

// The parts of a source, seen from the entry with the heading `own`: "summary, NumPy code",
// "example of set_epsilon" if it is another entry, "section on switching of the introduction".
std::string parts_text(const Source& source, const std::string& own);

// The place of a source on the page of its edition: `heading "softmax": summary, NumPy code`, or
// `introduction, section "keras.json"` with the headings of its sections.
std::string place_text(const Source& source, const DocumentEdition* edition);

using EditionTexts = std::vector<std::pair<std::string, std::string>>;

// Joins editions with the same text: "ko, zh: summary; ja: returns".
std::string by_edition(const EditionTexts& texts);

// All sources of a clause of `function`: "ko: summary, NumPy code; zh, ja: summary".
// Empty without a source.
std::string sources_text(const Clause& clause, const FunctionSpecification& function);

// The parts of one edition that are a source: "summary, NumPy code"; empty if it is not a source.
std::string edition_text(const Clause& clause, const FunctionSpecification& function,
                         const std::string& edition);

// How a clause of the introduction is checked, a sentence for each way, and which part is not checked.
std::vector<std::string> checks_of(const Clause& clause);

// "Korean, early 2019, between Keras 2.2.4 and 2.2.5".
std::string description(const DocumentEdition& edition);

}  // namespace kassay
