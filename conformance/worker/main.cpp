// The program `kassay-worker` runs an interpreter or a native plug-in behind the worker protocol, in a
// process that may crash. No other program loads plug-ins.
//
//   kassay-worker --backend reference --edition ko      speaks the protocol on its standard streams
#include <getopt.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "conformance/plugin/plugin.h"
#include "conformance/runner/backend_argument.h"
#include "conformance/runner/backend_kinds.h"
#include "conformance/worker/interpreters.h"
#include "conformance/worker/serve.h"

namespace kassay::worker {
namespace {

constexpr int kUsage = 2;
constexpr char kHelp[] =
    "Runs an interpreter or a plug-in behind the worker protocol (conformance/PROTOCOL.md).\n"
    "Usage: kassay-worker --backend BACKEND [--edition EDITION]\n"
    "\n"
    "  --backend BACKEND   reference, optimized, optimized:cuda or plugin:<file.so>\n"
    "  --edition EDITION   the only edition to serve: ko, zh or ja (default: any)\n"
    "  --help              print this and exit\n";

struct Options {
  std::string backend;
  std::optional<Edition> edition;
  bool help = false;
};

// None after an invalid option; its message has been printed.
std::optional<Options> parse(int argc, char** argv) {
  static const option kOptions[] = {{"backend", required_argument, nullptr, 'b'},
                                    {"edition", required_argument, nullptr, 'e'},
                                    {"help", no_argument, nullptr, 'h'},
                                    {}};
  Options options;
  for (int found; (found = getopt_long(argc, argv, "h", kOptions, nullptr)) != -1;) {
    if (found == 'b') {
      options.backend = optarg;
    } else if (found == 'e' && (options.edition = parse_edition(optarg))) {
    } else if (found == 'h') {
      options.help = true;
    } else {
      if (found == 'e') std::fprintf(stderr, "kassay-worker: unknown edition %s\n", optarg);
      return std::nullopt;
    }
  }
  if (optind < argc) {
    std::fprintf(stderr, "kassay-worker: unexpected %s\n", argv[optind]);
    return std::nullopt;
  }
  if (!options.help && options.backend.empty()) {
    std::fprintf(stderr, "kassay-worker: --backend is missing\n");
    return std::nullopt;
  }
  return options;
}

std::unique_ptr<Backend> make_backend(const std::string& argument, Edition edition) {
  const std::optional<std::string> path = runner::plugin_path(argument);
  return path ? plugin::make_backend(plugin::load(*path), edition)
              : make_interpreter(argument, edition);
}

int serve_backend(const Options& options) {
  ProtocolStreams streams = take_standard_streams();
  end_with_runner(streams.input);
  return serve(
      [&](Edition wanted) {
        if (options.edition && *options.edition != wanted) {
          throw std::runtime_error("this worker was started for edition " +
                                   std::string(edition_name(*options.edition)) + ", not " +
                                   std::string(edition_name(wanted)));
        }
        return make_backend(options.backend, wanted);
      },
      streams);
}

int run(int argc, char** argv) {
  const std::optional<Options> options = parse(argc, argv);
  if (!options) {
    std::fputs(kHelp, stderr);
    return kUsage;
  }
  if (options->help) return std::fputs(kHelp, stdout) < 0 ? kUsage : 0;
  return serve_backend(*options);
}

}  // namespace
}  // namespace kassay::worker

int main(int argc, char** argv) { return kassay::worker::run(argc, argv); }
