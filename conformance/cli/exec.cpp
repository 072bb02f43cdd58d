// `kassay exec`: runs one program, or one case, on a backend and prints its outputs.
#include "conformance/cli/exec.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "conformance/cli/case_choice.h"
#include "conformance/cli/exit_code.h"
#include "conformance/cli/options.h"
#include "conformance/cli/tensor_text.h"
#include "conformance/cli/vectors_directory.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/find_case.h"
#include "conformance/runner/run_case.h"
#include "conformance/runner/selection.h"
#include "spec/lib/error.h"
#include "spec/lib/json_text.h"
#include "spec/lib/json_value.h"
#include "spec/lib/modes.h"
#include "spec/lib/printable.h"
#include "spec/lib/program_file.h"

namespace kassay::cli {
namespace {

using Json = nlohmann::json;

struct ExecOptions {
  std::string program, case_id, backend;
  std::optional<Mode> mode;
  runner::BackendOptions backend_options;
  bool edition_given = false;
  std::string vectors = default_vectors_directory();
  double timeout = 60;
  bool json = false;
  bool plan = false;
};

// The file where the optimized interpreter describes how it computed each compiled function; deleted with this object.
class PlanFile {
 public:
  PlanFile() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kassay-plan-XXXXXX").string();
    const int file = mkstemp(pattern.data());
    if (file < 0)
      throw FileError(pattern, "", "cannot be created: " + std::string(strerror(errno)),
                      "name another folder in TMPDIR");
    close(file);
    path_ = pattern;
    const char* const before = std::getenv(kVariable);
    const std::string words = before == nullptr ? "" : std::string(before) + ",";
    setenv(kVariable, (words + "time=" + path_).c_str(), 1);
  }
  ~PlanFile() { std::filesystem::remove(path_); }
  PlanFile(const PlanFile&) = delete;
  PlanFile& operator=(const PlanFile&) = delete;

  const std::string& path() const { return path_; }
  std::string text() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

 private:
  static constexpr const char* kVariable = "KASSAY_ENGINE";
  std::string path_;
};

// `file`: the program; empty for a case.
protocol::CallResult run(const ExecOptions& options, const std::optional<ProgramFile>& file) {
  if (!file) {
    Case test_case = runner::find_case(options.vectors, options.case_id);
    runner::BackendOptions backend_options = options.backend_options;
    backend_options.edition =
        choose_edition(test_case, backend_options.edition, options.edition_given);
    std::unique_ptr<runner::Connection> backend = open_backend(options.backend, backend_options);
    return run_case(*backend, in_mode(test_case, choose_mode(test_case, options.mode)),
                    options.timeout);
  }
  runner::BackendOptions backend_options = options.backend_options;
  backend_options.user_settings = true;
  std::unique_ptr<runner::Connection> backend = open_backend(options.backend, backend_options);
  return backend->run(file->program, file->inputs, options.timeout);
}

// Suggestions for a call of a function that the specification does not have.
std::string unknown_function_note(const ExecOptions& options,
                                  const std::optional<ProgramFile>& file) {
  if (!file) return "";
  std::vector<std::string> names;
  try {
    for (const auto& [name, entry] : read_manifest(options.vectors).functions) {
      names.push_back(name);
    }
  } catch (const FileError&) {
    return "";  // a program also runs without vectors
  }
  std::string note;
  for (const std::string& function : functions_called(file->program)) {
    if (std::ranges::find(names, function) != names.end()) continue;
    note += "\nThe vectors have no function \"" + function + "\"";
    const std::vector<std::string> closest = runner::closest_names(function, names, 3);
    for (std::size_t i = 0; i < closest.size(); ++i) {
      note += (i == 0 ? "; the closest are " : ", ") + closest[i];
    }
    note += ".";
  }
  return note;
}

Json value_json(const Value& value) {
  if (const auto* tensor = value.get_if<Tensor>()) return input_to_json(*tensor);
  if (const auto* list = value.get_if<List>()) {
    Json items = Json::array();
    for (const Value& item : *list) items.push_back(value_json(item));
    return items;
  }
  return to_json(value);
}

int print_outputs(const std::vector<Value>& outputs, bool json) {
  if (json) {
    Json items = Json::array();
    for (const Value& output : outputs) items.push_back(value_json(output));
    std::cout << dump_json({{"outputs", items}}) << '\n';
  } else {
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      std::cout << "output " << i << ": " << value_text(outputs[i]) << '\n';
    }
  }
  return kConformant;
}

int print_failure(const std::string& kind, const std::string& message, bool json) {
  if (json) {
    std::cout << dump_json({{"error", {{"kind", kind}, {"message", message}}}}) << '\n';
  } else {
    std::cerr << kind << ": " << printable(message) << '\n';
  }
  return kNotConformant;
}

// On standard error, because programs may read the outputs.
void print_plan(const std::string& text) {
  std::cerr << (text.empty() ? "No function was compiled: the program calls no function that "
                               "`function` made, and --mode function makes one.\n\n"
                             : text);
}

int exec(ExecOptions options) {
  if (options.program.empty() == options.case_id.empty()) {
    throw CLI::ValidationError("exec", "needs either a program or --case ID");
  }
  if (options.plan && options.backend != "optimized" && options.backend != "optimized:cuda") {
    throw CLI::ValidationError("--plan",
                               "only the optimized interpreter compiles functions: --backend "
                               "optimized, or optimized:cuda");
  }
  std::optional<PlanFile> plan;
  if (options.plan) {
    plan.emplace();
    options.backend_options.sandbox.writable.push_back(plan->path());
  }
  // Once: it may be a pipe.
  std::optional<ProgramFile> file;
  if (!options.program.empty()) file = read_program_file(options.program);
  protocol::CallResult result = run(options, file);
  if (plan) print_plan(plan->text());
  if (const auto* end = std::get_if<protocol::AbnormalEnd>(&result)) {
    std::string message = end->message;
    if (end->outcome == Outcome::kUnsupported) message += unknown_function_note(options, file);
    return print_failure(std::string(outcome_name(end->outcome)), message, options.json);
  }
  const auto& answer = std::get<compare::Answer>(result);
  if (!answer.error_kind.empty()) {
    std::string kind = options.json ? answer.error_kind : answer.error_kind + " error";
    return print_failure(kind, answer.error_message, options.json);
  }
  return print_outputs(answer.outputs, options.json);
}

}  // namespace

void add_exec(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ExecOptions>();
  CLI::App* command = app.add_subcommand("exec", "Run one program and print its outputs");
  command->footer(
      "A program is a JSON file with inputs, calls and what to return. Its calls are made exactly\n"
      "as written. With --case it runs the program of a case of the vectors, wrapped as in a run\n"
      "in one of the modes of the case: the first, or that of --mode.\n"
      "The outputs are not judged: `kassay explain` does that.\n\n"
      "--plan prints each step of each compiled function with its mean time, the types and shapes\n"
      "of its results, and at the end the memory that results take.\n\n"
      "Exit code: 0 the program returned values; 1 it raised an error or gave no answer; "
      "otherwise\n"
      "as for `kassay run`.\n\n"
      "Examples:\n"
      "  echo '{\"inputs\": {\"x\": {\"dtype\": \"float32\", \"shape\": [2], \"data\": [1, 2]}},\n"
      "         \"calls\": [{\"let\": [\"c\"], \"call\": \"constant\", \"args\": [{\"input\": "
      "\"x\"}]},\n"
      "                   {\"let\": [\"y\"], \"call\": \"exp\", \"args\": [{\"ref\": \"c\"}]},\n"
      "                   {\"let\": [\"v\"], \"call\": \"eval\", \"args\": [{\"ref\": \"y\"}]}],\n"
      "         \"return\": [\"v\"]}' > exp.json\n"
      "  kassay exec exp.json --backend reference\n"
      "  kassay exec exp.json --backend 'exec:python3 my_backend.py' --json\n"
      "  kassay exec --case activation/softmax/float32/value,x=3x7,axis=-1 --backend reference");
  command->add_option("PROGRAM", options->program, "The program, a JSON file");
  command
      ->add_option("--case", options->case_id,
                   "The id of a case to run instead, or a glob that matches one")
      ->type_name("ID");
  add_mode_option(*command, options->mode);
  add_backend_option(*command, options->backend, /*required=*/true);
  add_edition_option(*command, options->backend_options.edition);
  add_timeout_option(*command, options->timeout, "Seconds that the program may take");
  add_start_timeout_option(*command, options->backend_options.start_timeout);
  add_sandbox_options(*command, options->backend_options.sandbox);
  command->add_flag("--json", options->json, "Print JSON");
  command->add_flag(
      "--plan", options->plan,
      "Print on standard error how compiled functions compute: with --backend optimized, or "
      "optimized:cuda");
  add_vectors_option(*command, options->vectors);
  command->callback([options, command, &exit_code] {
    options->edition_given = command->get_option("--edition")->count() > 0;
    exit_code = exec(*options);
  });
}

}  // namespace kassay::cli
