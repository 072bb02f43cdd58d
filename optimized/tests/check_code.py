"""Checks in machine code whether programs run on any x86-64 processor.

check_code.py programs FILE...   only sections of higher levels have instructions that the first x86-64 processors lack
check_code.py levels OBJECT...   a level exports only its entry, and its code runs only when called

The build puts the code of each level into its own section, kassay_<level> (optimized/cpu/level.ld.in).
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

# Sections whose code is called only if the processor supports the level.
CHOSEN = ("kassay_avx2", "kassay_avx512")
ENTRY = "kassay_find_kernel_"
# Instructions beyond SSE2. Those of AVX and later begin with v, and those on the masks of AVX-512 with k. tzcnt is left out: processors
# without it execute it as bsf, and GCC uses it accordingly.
_AVX = r"v\w+|k(?:mov|and|or|xor|xnor|not|test|shift|unpck|add)\w*"
_BIT = r"andn|bextr|blsi|blsr|blsmsk|bzhi|lzcnt|mulx|pdep|pext|popcnt|rorx|sarx|shlx|shrx|ad[co]x|movbe"
_SSE3 = r"addsubp[sd]|fisttp\w*|h(?:add|sub)p[sd]|lddqu|movddup|movs[hl]dup|monitor|mwait"
_SSSE3 = r"pabs[bwd]|palignr|phadd\w+|phsub\w+|pmaddubsw|pmulhrsw|pshufb|psign[bwd]"
_SSE4 = (
    r"blendv?p[sd]|crc32\w*|dpp[sd]|extractps|insertps|movntdqa|mpsadbw|packusdw|pblendvb|pblendw|"
    r"pcmpeqq|pcmpgtq|pcmp[ei]str[im]|pextr[bdq]|phminposuw|pinsr[bdq]|pmaxs[bd]|pmaxu[wd]|"
    r"pmins[bd]|pminu[wd]|pmov[sz]x\w+|pmuldq|pmulld|ptest|round[ps][sd]"
)
_BEYOND = re.compile("|".join((_AVX, _BIT, _SSE3, _SSSE3, _SSE4)))
_PREFIXES = {"lock", "rep", "repz", "repnz", "bnd", "notrack", "data16", "cs", "ds", "es", "addr32"}


def beyond_baseline(disassembly: str) -> list[str]:
    """Section, function and text of each instruction beyond the baseline, in the output of objdump -d."""
    found = []
    for part in disassembly.split("Disassembly of section ")[1:]:
        section, _, code = part.partition(":\n")
        if section in CHOSEN:
            continue
        function = ""
        for line in code.splitlines():
            if line.endswith(">:"):
                function = line.partition("<")[2].removesuffix(">:")
            elif "\t" in line:
                words = line.split("\t", 1)[1].split()
                name = next((word for word in words if word not in _PREFIXES), "")
                if _BEYOND.fullmatch(name):
                    found.append(f"{section}, {function}: {' '.join(words)}")
    return found


def faults_of_level(symbols: str, headers: str) -> list[str]:
    """Everything except its entry that a level exports, and code that runs without a call, in the outputs of nm and objdump -h."""
    names = [line.split()[-1] for line in symbols.splitlines() if line.strip()]
    faults = [f"{name} is visible" for name in names if not name.startswith(ENTRY)]
    if len(names) - len(faults) != 1:
        faults.append(f"it has {len(names) - len(faults)} entries instead of one")
    if "LINK_ONCE" in headers:
        faults.append("a linker may take a section from another object instead")
    sections = re.findall(r"^ +\d+ (\S+) +([0-9a-f]{8,})", headers, re.MULTILINE)
    filled = [name for name, size in sections if int(size, 16) > 0]
    for name in filled:
        if re.match(r"\.(preinit|init|fini|ctors|dtors)", name):
            faults.append(f"{name} runs whether the level is chosen or not")
        if name.startswith(".text"):
            faults.append(f"{name} is not in a section of the level")
    return faults


def _output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def main(kind: str, files: list[str]) -> int:
    faults = []
    for file in files:
        if kind == "levels":
            found = faults_of_level(
                _output("nm", "--defined-only", "--extern-only", file),
                _output("objdump", "-h", file),
            )
        else:
            disassembly = _output("objdump", "-d", "--no-show-raw-insn", "-w", file)
            if "Disassembly of section .text" not in disassembly:
                found = ["it does not contain code"]
            else:
                found = beyond_baseline(disassembly)
        faults += [f"{Path(file).name}: {fault}" for fault in found]
    print("\n".join(faults[:20]))
    if len(faults) > 20:
        print(f"and {len(faults) - 20} more")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("programs", "levels"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
