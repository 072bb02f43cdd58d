"""Oracle for get_uid."""

from __future__ import annotations

from typing import Any

from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError


def oracle(prefix: Any, machine: Machine) -> int:
    if not isinstance(prefix, str):
        raise ApiError("any")
    uids = machine.settings.uids
    uids[prefix] = uids.get(prefix, 0) + 1
    return uids[prefix]


confirmation = oracle

READINGS = {
    "from-zero": lambda prefix, machine: oracle(prefix, machine) - 1,
    "one-count": lambda prefix, machine: oracle("", machine),
    "not-counted": lambda prefix, machine: 1,
    "as-string": lambda prefix, machine: f"{prefix}{oracle(prefix, machine)}",
    "by-twos": lambda prefix, machine: 2 * oracle(prefix, machine) - 1,
    "first-letter": lambda prefix, machine: oracle(prefix[:1], machine),
    "as-float": lambda prefix, machine: float(oracle(prefix, machine)),
}
