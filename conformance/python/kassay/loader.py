"""Finds and checks the module that is a backend, as the documents on switching backends say."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from types import ModuleType

from kassay.errors import CannotLoad, Unsupported, is_unsupported, text_of
from kassay.settings import BackendName

REQUIRED = ("placeholder", "variable", "function")
NAME_ATTRIBUTE = "kassay_name"
DEVICE_ATTRIBUTE = "kassay_device"
# The names of the documents: how Keras prints them, and the modules that were and are these backends.
DOCUMENTED = {
    "tensorflow": ("TensorFlow", ("keras.backend.tensorflow_backend", "tf_keras.backend")),
    "theano": ("Theano", ("keras.backend.theano_backend",)),
    "cntk": ("CNTK", ("keras.backend.cntk_backend",)),
}


def load(backend: BackendName) -> ModuleType:
    """Imports the backend and checks that it is one; raises CannotLoad if anything is wrong, and Unsupported if the backend's own module
    says so of this machine."""
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = _import_documented(backend) if backend.name in DOCUMENTED else _import_own(backend)
    missing = [entry for entry in REQUIRED if not callable(getattr(module, entry, None))]
    if missing:
        raise CannotLoad(
            f"the module {module.__name__}, named by {backend.origin}, is not a backend: "
            f"missing {_entries(missing)}; a backend has functions with these names: {', '.join(REQUIRED)}"
        )
    return module


def printed_name(backend: BackendName) -> str:
    """The name as Keras prints it when it loads a backend."""
    return DOCUMENTED[backend.name][0] if backend.name in DOCUMENTED else backend.name


def version_of(module: ModuleType) -> str:
    """The version of the module, of the packages around it, or of its distribution."""
    name = module.__name__
    while name:
        version = getattr(sys.modules.get(name), "__version__", None)
        if isinstance(version, str):
            return version
        name = name.rpartition(".")[0]
    return _distribution_version(module.__name__.partition(".")[0])


def name_of(module: ModuleType) -> str:
    return str(getattr(module, NAME_ATTRIBUTE, module.__name__))


def device_of(module: ModuleType) -> str:
    return str(getattr(module, DEVICE_ATTRIBUTE, "cpu"))


def _import_documented(backend: BackendName) -> ModuleType:
    printed, modules = DOCUMENTED[backend.name]
    reasons = []
    for name in modules:
        try:
            return importlib.import_module(name)
        except Exception as error:
            reasons.append(f"{name}: {text_of(error)}")
    raise CannotLoad(
        f'"{backend.name}", named by {backend.origin}, is the {printed} backend, and {sys.executable} '
        f"has none ({'; '.join(reasons)}); install one there, set $KASSAY_PYTHON to a Python that has one, "
        "or give the dotted name of your own module"
    )


def _import_own(backend: BackendName) -> ModuleType:
    name = backend.name
    if not all(part.isidentifier() for part in name.split(".")) or name.endswith(".py"):
        raise CannotLoad(
            f'"{name}", named by {backend.origin}, is not the name of a module; give the dotted name by which '
            "Python imports it, such as my_package.my_module"
        )
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise _failed(backend, error) from error
        raise CannotLoad(
            f"there is no module {name}, named by {backend.origin} ({error}); {sys.executable} looked in "
            f"the working folder {os.getcwd()}, $PYTHONPATH and its packages. To use another Python, set "
            "$KASSAY_PYTHON"
        ) from error
    except (Exception, SystemExit) as error:
        if is_unsupported(error):
            raise Unsupported(str(error)) from error
        raise _failed(backend, error) from error


def _failed(backend: BackendName, error: BaseException) -> CannotLoad:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{last.filename}:{last.lineno}"
    if isinstance(error, SyntaxError):
        place = f"{error.filename}:{error.lineno}"
    return CannotLoad(
        f"the module {backend.name}, named by {backend.origin}, cannot be imported: "
        f"{text_of(error)} (raised at {place})"
    )


def _distribution_version(package: str) -> str:
    if sys.version_info < (3, 10):  # before 3.10 a package does not know its distribution
        return "unknown"
    from importlib import metadata

    distributions = metadata.packages_distributions().get(package, [])
    return metadata.version(distributions[0]) if distributions else "unknown"


def _entries(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
