#include "reports/command_line.h"

#include "spec/lib/backend.h"
#include "spec/lib/vectors.h"

namespace kassay::reports {

std::string shell_word(const std::string& text) {
  constexpr char kSafe[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,./:@%";
  if (!text.empty() && text.find_first_not_of(kSafe) == std::string::npos) return text;
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string assignments(const std::map<std::string, std::string>& environment) {
  std::string words;
  for (const auto& [name, value] : environment) words += name + "=" + shell_word(value) + " ";
  return words;
}

std::string sandbox_options(const SandboxRecord& sandbox) {
  std::string options = sandbox.mode == kSandboxModes.front() ? " --sandbox off" : "";
  for (const std::string& path : sandbox.writable) options += " --writable " + shell_word(path);
  return options;
}

std::string explain_command(const ResultsHeader& header, const CaseResult& result,
                            const std::string& program) {
  std::string command =
      assignments(header.backend_environment) + program + " explain " + shell_word(result.case_id);
  // Without the option the command takes the first mode of a case: this one, if the case has it.
  const bool first = result.mode == mode_name(Mode::kEager) || result.mode.empty();
  if (!first) command += " --mode " + shell_word(result.mode);
  command += " --backend " + shell_word(header.backend_argument);
  if (header.sandbox) command += sandbox_options(*header.sandbox);
  const bool usual = header.edition == edition_name(Edition::kKo) || header.edition.empty();
  return usual ? command : command + " --edition " + shell_word(header.edition);
}

}  // namespace kassay::reports
