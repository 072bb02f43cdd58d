"""Golden test vectors of the Keras backend API, with the limit of each expected element.

    from kassay_vectors import Archive, judge

    archive = Archive()
    tensors = archive.tensors("softmax")
    for case in archive.cases("softmax"):
        ...

README.md of the archive describes the cases. Only `tensors` and `judge` need NumPy.
"""

from __future__ import annotations

from kassay_vectors.archive import Archive
from kassay_vectors.judging import Judgement, Refusal, judge

__all__ = ["Archive", "Judgement", "Refusal", "judge"]
