"""Restores what Keras 2.2.4 and 2.3.1 expect from Python, NumPy, h5py and PyYAML and later versions of these have changed."""

from __future__ import annotations

import collections
import collections.abc
import inspect
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np

_ABSTRACT = ("Iterable", "Mapping", "MutableMapping", "Sequence", "Callable")
_NUMPY = {"bool": bool, "int": int, "float": float, "object": object}
_ArgSpec = namedtuple("_ArgSpec", "args varargs keywords defaults")


class _Text(str):
    """A string with the method `decode` of bytes: h5py once returned attributes as bytes."""

    def decode(self, *_: Any) -> str:
        return str(self)


def _getargspec(function: Callable[..., Any]) -> _ArgSpec:
    found = inspect.getfullargspec(function)
    return _ArgSpec(found.args, found.varargs, found.varkw, found.defaults)


def _decodable(value: Any) -> Any:
    if isinstance(value, str):
        return _Text(value)
    if isinstance(value, np.ndarray) and value.dtype == object and value.size > 0:
        return np.char.encode(value.astype(str), "utf8")
    return value


def _make_attributes_decodable() -> None:
    try:
        from h5py import AttributeManager
    except ImportError:
        return  # Keras works without h5py, but cannot save models
    if getattr(AttributeManager, "kassay_decodable", False):
        return
    original = AttributeManager.__getitem__
    AttributeManager.__getitem__ = lambda self, name: _decodable(original(self, name))
    AttributeManager.kassay_decodable = True


def _let_yaml_load_alone() -> None:
    try:
        import yaml
    except ImportError:
        return
    parameters = inspect.signature(yaml.load).parameters
    if parameters["Loader"].default is inspect.Parameter.empty:
        original = yaml.load
        yaml.load = lambda stream, Loader=yaml.FullLoader: original(stream, Loader)


def install() -> None:
    """Restores the names that these versions of Keras use. Existing names stay as they are."""
    for name in _ABSTRACT:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = _getargspec  # type: ignore[attr-defined]
    for name, kind in _NUMPY.items():
        if name not in np.__dict__:
            setattr(np, name, kind)
    _make_attributes_decodable()
    _let_yaml_load_alone()
