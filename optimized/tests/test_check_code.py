"""check_code.py finds the faults that it looks for."""

from __future__ import annotations

import pytest
from check_code import beyond_baseline, faults_of_level

CODE = """
Disassembly of section {section}:

0000000000000000 <_Z1fi>:
   0:\tpush   %r15
   2:\t{instruction}
"""
HEADERS = """
Idx Name          Size      VMA               LMA               File off  Algn
  0 kassay_avx2   000000f6  0000000000000000  0000000000000000  00000060  2**4
                  CONTENTS, ALLOC, LOAD, RELOC, READONLY, CODE
"""
ENTRY = "00000000000f6410 T kassay_find_kernel_avx2\n"


@pytest.mark.parametrize(
    "instruction",
    [
        "vaddps %ymm0,%ymm1,%ymm2",
        "vmovss (%rax),%xmm1",
        "kmovw  %k1,%eax",
        "popcnt %rax,%rbx",
        "rorx   $0x3,%rax,%rbx",
        "lock movbe %eax,(%rbx)",
        "pshufb %xmm1,%xmm0",
        "roundsd $0x9,%xmm1,%xmm0",
        "haddps %xmm0,%xmm0",
    ],
)
def test_finds_an_instruction_beyond_the_baseline(instruction: str) -> None:
    found = beyond_baseline(CODE.format(section=".text", instruction=instruction))
    assert found == [f".text, _Z1fi: {' '.join(instruction.split())}"]


@pytest.mark.parametrize(
    "instruction",
    ["movups %xmm0,(%rdi)", "lock xadd %eax,(%rbx)", "tzcnt  %rax,%rbx", "cvttsd2si %xmm0,%eax"],
)
def test_takes_an_instruction_of_the_baseline(instruction: str) -> None:
    assert beyond_baseline(CODE.format(section=".text", instruction=instruction)) == []


def test_the_section_of_a_level_may_have_its_instructions() -> None:
    assert beyond_baseline(CODE.format(section="kassay_avx2", instruction="vzeroupper")) == []


def test_the_section_of_the_lowest_level_may_not() -> None:
    assert beyond_baseline(CODE.format(section="kassay_baseline", instruction="vzeroupper")) != []


def test_a_level_with_its_entry_alone_is_right() -> None:
    assert faults_of_level(ENTRY, HEADERS) == []


def test_finds_a_symbol_beside_the_entry() -> None:
    template = "0000000000001040 W _ZNSt6vectorIlSaIlEE17_M_realloc_insert\n"
    assert faults_of_level(ENTRY + template, HEADERS) == [
        "_ZNSt6vectorIlSaIlEE17_M_realloc_insert is visible"
    ]


def test_finds_a_level_without_entry() -> None:
    assert faults_of_level("", HEADERS) == ["it has 0 entries instead of one"]


@pytest.mark.parametrize(
    "section",
    [
        "  1 .init_array   00000008  0000000000000000  0000000000000000  00000160  2**3\n",
        "  1 .text.startup 00000008  0000000000000000  0000000000000000  00000160  2**4\n",
        "  1 .group        0000000c  0000000000000000  0000000000000000  00000040  2**2\n"
        "                  CONTENTS, READONLY, GROUP, LINK_ONCE_DISCARD\n",
    ],
)
def test_finds_a_section_that_a_level_may_not_have(section: str) -> None:
    assert len(faults_of_level(ENTRY, HEADERS + section)) == 1
