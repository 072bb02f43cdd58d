#include "conformance/cli/run_help.h"

#include "conformance/cli/gate_options.h"

namespace kassay::cli {
namespace {

constexpr char kBegin[] =
    R"(CASES are names of functions, ids of cases, or globs on ids (`*` also matches `/`).
Results are JSON Lines, in the order in which cases end. Without --out they go to standard
output; progress and the summary go to standard error.

The run ends with a verdict (docs/verdicts.md): what is right, complete and wrong, in all and
for each profile. Unsupported results are not wrong, but prevent the claim to a profile.

Exit code: 0 nothing is wrong; 1 something is wrong or was not run, nothing was judged, a
profile of --profile is not fully supported, or a gate failed; 2 wrong usage or an unusable
file; 3 the backend did not start; 4 no case was selected; 77 the backend is not available on
this machine, or nothing was judged (--skip-unsupported).

)";

constexpr char kEnd[] = R"(
Every gate except --min-cases replaces conformance as the condition for exit code 0.

See docs/running.md for --repeat, --threads and --keep-outputs, docs/isolation.md for
--sandbox and the limits, docs/waivers_and_gates.md for --waivers and gates.

Examples:
  kassay run --backend optimized --out optimized.jsonl --report optimized.html
  kassay run --backend optimized --profile inference --out inference.jsonl
  kassay run --backend 'exec:python3 my_backend.py' softmax 'convolution/*float32*'
  kassay run --backend 'exec:./my-backend' --waivers known-failures.yaml
  kassay run --backend optimized --out optimized.jsonl --keep-outputs optimized-outputs
  kassay run --backend optimized --filter-failed optimized.jsonl --out again.jsonl
  kassay run --backend optimized --out optimized.jsonl --overwrite
  kassay run --backend 'exec:./my-backend' --fail-on crash,timeout --min-cases 40000
  kassay run --backend 'exec:./my-backend' --no-worse-than last-week.jsonl --out now.jsonl
  kassay run --backend optimized --history history.jsonl --out optimized.jsonl
  kassay run --backend reference --tier full --shard 2/8 --jobs 4 --out shard-2.jsonl
  kassay run --backend optimized --scheduler tcp://10.0.0.1:8786 --out optimized.jsonl)";

}  // namespace

std::string run_help() { return kBegin + std::string(kGatesHelp) + kEnd; }

}  // namespace kassay::cli
