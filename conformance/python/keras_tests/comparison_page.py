"""The page of `./run keras-compare`: plots of the losses, and the times of epochs. Also the frame of such pages."""

from __future__ import annotations

import html
import io
import math
import statistics
from dataclasses import dataclass

import matplotlib

matplotlib.use("svg")
from matplotlib import pyplot

# Placeholders for colours of the style sheet, which has light and dark ones.
COLOURS = {
    "#010101": "var(--ink)",
    "#020202": "var(--line-strong)",
    "#030303": "var(--warn-line)",
    "#040404": "var(--accent)",
    "#050505": "var(--fail)",
}
INK, FRAME, THEIRS, OURS, REFERENCE = COLOURS
_COLUMNS = 5
_WIDTH, _HEIGHT = 2.6, 1.9  # of one plot, in inches

_FRAME = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{styles}
@media (prefers-color-scheme: dark) {{ {dark} }}
body {{ margin: 2rem auto; max-width: 80rem; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans); }}
svg {{ width: 100%; height: auto; }}
table {{ border-collapse: collapse; }}
:is(th, td) {{ padding: 0.2rem 1rem 0.2rem 0; text-align: left; border-bottom: 1px solid var(--line); }}
td {{ font-variant-numeric: tabular-nums; }}
</style>
<h1>{title}</h1>
{body}
</html>
"""
_BODY = """<h2>Losses of {steps} steps</h2>
<p>Each network starts from the same weights and sees the same batches; dropout is left out, because each library draws other random
numbers. Broad line: tf_keras. Narrow line: Keras on kassay, optimized. Dotted line: Keras on kassay, reference.</p>
{picture}
<table>
<thead><tr><th>Network<th>Largest relative difference: optimized<th>reference</thead>
{differences}
</table>
{epochs}"""


@dataclass(frozen=True)
class Epochs:
    """Seconds of each round."""

    ours: list[float]
    theirs: list[float]

    def ratio(self) -> float:
        """How many times as fast Keras on kassay is."""
        return statistics.median(self.theirs) / statistics.median(self.ours)


def picture(curves: dict[str, dict[str, list[float]]]) -> str:
    """The curves of each network, as SVG."""
    names = list(curves["tf_keras"])
    rows = math.ceil(len(names) / _COLUMNS)
    texts = ("text.color", "axes.labelcolor", "xtick.color", "ytick.color")
    style = {**dict.fromkeys(texts, INK), "axes.edgecolor": FRAME, "svg.fonttype": "none"}
    with pyplot.rc_context({**style, "svg.hashsalt": "kassay", "font.size": 7}):
        figure, axes = pyplot.subplots(
            rows, _COLUMNS, figsize=(_COLUMNS * _WIDTH, rows * _HEIGHT), layout="constrained"
        )
        for place, name in zip(axes.flat, names, strict=False):
            place.plot(curves["tf_keras"][name], color=THEIRS, linewidth=4)
            place.plot(curves["optimized"][name], color=OURS, linewidth=1.2)
            place.plot(curves["reference"][name], color=REFERENCE, linewidth=1.2, linestyle=":")
            place.set_title(name)
            place.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(integer=True))
        for place in axes.flat[len(names) :]:
            place.set_axis_off()
        written = io.StringIO()
        figure.savefig(written, transparent=True, metadata={"Date": None})
        pyplot.close(figure)
    svg = written.getvalue()
    for colour, variable in COLOURS.items():
        svg = svg.replace(colour, variable)
    return svg[svg.index("<svg") :]


def _seconds(times: list[float]) -> str:
    return f"{statistics.median(times):.1f} s ({min(times):.1f} to {max(times):.1f})"


def _epochs(epochs: dict[str, Epochs]) -> str:
    if not epochs:
        return ""
    rows = "".join(
        f"<tr><th>{html.escape(name)}<td>{_seconds(times.ours)}<td>{_seconds(times.theirs)}<td>{times.ratio():.2f}"
        for name, times in epochs.items()
    )
    return (
        "<h2>Time of an epoch</h2><p>Keras examples with random data of the same shapes: the median of several rounds, with the minimum and the "
        "maximum. The libraries take turns. If the ratio is above 1, Keras on kassay is faster.</p><table><thead><tr><th>Example<th>kassay, optimized<th>tf_keras<th>Ratio</thead>"
        f"{rows}</table>"
    )


def frame(title: str, body: str, styles: str) -> str:
    """A page. `styles`: the style sheet with the colours."""
    dark = styles[styles.index("{", styles.index('data-theme="dark"')) :]
    return _FRAME.format(title=title, body=body, styles=styles, dark=f":root {dark}")


def page(
    curves: dict[str, dict[str, list[float]]],
    apart: dict[str, dict[str, float]],
    epochs: dict[str, Epochs],
    styles: str,
) -> str:
    """`apart`: the largest relative difference to tf_keras, by engine and network."""
    names = curves["tf_keras"]
    body = _BODY.format(
        steps=max(map(len, names.values())),
        picture=picture(curves),
        differences="".join(
            f"<tr><th>{html.escape(name)}<td>{apart['optimized'][name]:.1e}<td>{apart['reference'][name]:.1e}"
            for name in names
        ),
        epochs=_epochs(epochs),
    )
    return frame("Keras on kassay, compared with TensorFlow's Keras", body, styles)
