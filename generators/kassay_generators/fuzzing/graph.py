from __future__ import annotations


def draw_graph(builder, swarm, stream):
    return None
