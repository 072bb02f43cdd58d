"""Replaces the program kassay in tests of the plug-in: it has four functions, and logs its arguments."""

import json
import os
import sys

EDITIONS = ["ko", "zh", "ja"]
FUNCTIONS = {"abs": "pass", "exp": "fail", "dot": "unsupported", "square": "pass-accepted"}
LISTED = {
    "functions": [
        {"name": name, "editions": EDITIONS, "cases": {"smoke": 1, "core": 2, "full": 2}}
        for name in FUNCTIONS
    ]
    + [{"name": "old", "editions": ["ja"], "cases": {"smoke": 1, "core": 1, "full": 1}}],
    "profiles": [{"id": "inference", "functions": ["abs", "dot"], "clauses": ["square.value"]}],
}


def results(name: str) -> list:
    case = {"case": f"elementwise/{name}/float32/basic,x=5", "function": name, "mode": "eager"}
    outcome = os.environ.get("FAKE_OUTCOME") or FUNCTIONS[name]
    first = {**case, "outcome": outcome, "message": f"{name}: what happened"}
    return [first, {**case, "mode": "function", "outcome": "unsupported", "message": "no graphs"}]


def main() -> int:
    words = sys.argv[1:]
    if words[0] == "list":
        json.dump(LISTED[words[1]], sys.stdout)
        return 0
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(" ".join(words) + "\n")
    if os.environ.get("FAKE_STATUS"):
        print("the backend did not start", file=sys.stderr)
        return int(os.environ["FAKE_STATUS"])
    with open(words[words.index("--out") + 1], "w") as out:
        chosen = set(words) & set(FUNCTIONS) or set(FUNCTIONS)
        if "--profile" in words:
            chosen -= {"exp"}  # the profile lacks it
        for name in FUNCTIONS:
            for line in results(name) if name in chosen else []:
                out.write(json.dumps(line) + "\n")
    print("toy on cpu\n\nFirst failures\n\nNot conformant", file=sys.stderr)
    return 1


sys.exit(main())
