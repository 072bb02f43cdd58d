from __future__ import annotations


def draw_steps(builder, swarm, stream):
    return None
