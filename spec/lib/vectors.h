// Golden test vectors, read from a vectors directory (spec/vectors.md describes the files).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "spec/lib/case_changes.h"
#include "spec/lib/program.h"
#include "spec/lib/sample.h"

namespace kassay {

enum class Tier { kSmoke, kCore, kFull };
std::string_view tier_name(Tier tier);
std::optional<Tier> parse_tier(std::string_view name);

// How the runner wraps the program of a case (spec/vectors.md, Modes; spec/lib/modes.h).
enum class Mode { kEager, kFunction, kDynamic, kGradient, kSecondGradient, kProgram };
inline constexpr Mode kModes[] = {Mode::kEager,    Mode::kFunction,       Mode::kDynamic,
                                  Mode::kGradient, Mode::kSecondGradient, Mode::kProgram};
std::string_view mode_name(Mode mode);  // "eager", ..., "gradient", "second-gradient", "program"
std::optional<Mode> parse_mode(std::string_view name);

struct Accuracy {
  double ulps = 0;
  double terms = 0;
  double atol = 0;
};

struct ExpectedTensor {
  DType dtype;
  Shape shape;
  Tensor value;                     // float64 for floating dtypes, otherwise of `dtype`
  std::optional<Tensor> magnitude;  // float64
  // float64: the limit of each element, instead of the accuracy's; infinite where nothing
  // is judged. For programs whose calls each have a limit.
  std::optional<Tensor> limit = {};
  bool is_array = false;  // already an array, which does not go through `eval`
};
using ExpectedOutput = std::variant<ExpectedTensor, Value, ExpectedSample>;

// The expected outputs, or those under some reading: values, or an error of one of these kinds
// ("any" allows each).
struct Expectation {
  std::vector<ExpectedOutput> outputs;
  std::vector<std::string> error_kinds;  // not empty: an error is expected
};

struct CaseReading {
  std::string id;
  bool accepted = false;
  Expectation expectation;
};

// The expected result of `gradients` of the sum of the outputs, each times its weights. With directions,
// one for each of `wrt`, it is the second gradient: the loss is the sum of
// (output * output + output) * weights over the outputs, and the expected values are the gradients of
// the sum of its gradients, each times its direction.
struct ExpectedGradient {
  std::vector<std::string> wrt;  // inputs
  std::vector<Tensor> weights;   // one per output of the program
  std::vector<Tensor> directions;
  Expectation expectation;  // one output for each of `wrt`
  Accuracy accuracy;
};

struct Case {
  std::string id;
  std::string function;
  Tier tier = Tier::kCore;
  std::string dtype;
  std::vector<std::string> editions;
  std::vector<std::string> clauses;
  std::vector<Mode> modes;  // how it is run; not empty
  Inputs inputs;
  Program program;
  Expectation expectation;
  Accuracy accuracy;
  bool sign_of_zero = false;
  std::vector<CaseReading> readings;
  std::optional<ExpectedGradient> gradient;         // present if kGradient is one of the modes
  std::optional<ExpectedGradient> second_gradient;  // if kSecondGradient is
};

struct CaseCounts {
  int smoke = 0, core = 0, full = 0;  // each includes the lower tiers
};

struct ManifestFunction {
  std::string category;
  CaseCounts counts;
  std::map<std::string, std::string> files;  // SHA-256 by file name
};

struct Manifest {
  std::string hash;                // SHA-256 of manifest.json: names the whole set
  std::string specification_hash;  // SHA-256 of specification.json
  // The version of the specification; empty in vectors from before versions were recorded, and for
  // random programs.
  std::string version = {};
  std::vector<CaseChange> changes = {};  // of every version
  std::map<std::string, ManifestFunction> functions;
};

// The highest tier whose cases are present: those that tier full adds are generated on demand.
Tier generated_tier(const Manifest& manifest, const std::string& function);

// All throw FileError: a missing file names the command that makes it; an altered one names both
// hashes.
Manifest read_manifest(const std::string& directory);

}  // namespace kassay
