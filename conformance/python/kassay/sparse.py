"""Converts SciPy's sparse arrays for the interpreters."""

from __future__ import annotations

from typing import Any

import numpy as np


def entries_of(sparse: Any) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], tuple[int, ...]]:
    """Coordinates (entries, 2) and values (entries) in row-major order, without duplicates, and the shape."""
    whole = sparse.tocsr().tocoo()
    whole.sum_duplicates()
    order = np.lexsort((whole.col, whole.row))
    coordinates = np.stack([whole.row[order], whole.col[order]], axis=1).astype("int64")
    return np.ascontiguousarray(coordinates), np.ascontiguousarray(whole.data[order]), whole.shape


def array_of(
    coordinates: np.ndarray[Any, Any], values: np.ndarray[Any, Any], shape: tuple[int, ...]
) -> Any:
    """A COO matrix; a dense array if SciPy is not installed or the rank is not 2."""
    if len(shape) == 2:
        try:
            from scipy.sparse import coo_matrix
        except ImportError:
            pass
        else:
            return coo_matrix((values, (coordinates[:, 0], coordinates[:, 1])), shape)
    dense = np.zeros(shape, values.dtype)
    dense[tuple(coordinates.T)] = values
    return dense
