#include "conformance/cli/app.h"

#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <iostream>
#include <new>
#include <optional>
#include <string>

#include "conformance/cli/exit_code.h"
#include "conformance/cli/help_formatter.h"
#include "conformance/cli/program_name.h"
#include "conformance/cli/wrong_word.h"
#include "conformance/runner/backend_process.h"
#include "conformance/runner/selection.h"
#include "spec/lib/error.h"

namespace kassay::cli {
namespace {

int fail(const std::string& message, int code) {
  std::cerr << "kassay: " << as_started(message) << '\n';
  return code;
}

// `kassay list clauses | head`: the reader of the pipe has closed it.
bool reader_is_gone() {
  pollfd output = {STDOUT_FILENO, 0, 0};
  return poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

// Output may still be in a buffer: a full disk must not look like success.
int with_all_output(int exit_code) {
  if (std::cout.flush()) return exit_code;
  if (reader_is_gone()) {
    // Ends like other programs do, even if SIGPIPE is ignored.
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return fail("standard output could not be written completely. Send it to a disk with free space.",
              kUsage);
}

}  // namespace

int run_app(const char* description, int argc, char** argv,
            const std::function<void(CLI::App& app, int& exit_code)>& add_commands) {
  CLI::App app(description, program_word());
  app.formatter(help_formatter());
  app.require_subcommand(1);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like a full disk
  int exit_code = kConformant;
  add_commands(app, exit_code);
  try {
    app.parse(argc, argv);
    return with_all_output(exit_code);
  } catch (const CLI::ParseError& error) {
    const bool asks = error.get_exit_code() == 0;  // for help, or for the version
    // A missing word may be present but misspelled, so wrong words are reported first.
    if (const std::optional<std::string> wrong = wrong_word(app, /*only_commands=*/asks)) {
      return fail(*wrong, kUsage);
    }
    if (!asks) return fail(usage_message(app, error), kUsage);
    app.exit(error);  // prints what was asked for
    return with_all_output(kConformant);
  } catch (const runner::NoCaseSelected& error) {
    return fail(error.what(), kNoCase);
  } catch (const runner::BackendAbsent& error) {
    return fail(error.what(), kAbsent);
  } catch (const runner::CannotStart& error) {
    return fail(error.what(), kCannotStart);
  } catch (const FileError& error) {
    return fail(error.what(), kUsage);
  } catch (const std::bad_alloc&) {
    return fail("memory has run out", kCannotStart);
  } catch (const std::exception& error) {
    return fail(error.what(), kUsage);
  }
}

}  // namespace kassay::cli
