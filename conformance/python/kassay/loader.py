"""Finds and checks the module of a backend, as the documents on switching backends describe."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from types import ModuleType

from kassay.errors import CannotLoad, Unsupported, is_unsupported, text_of
from kassay.protocol import DTYPE_NAMES
from kassay.settings import BACKEND_VARIABLE, BackendName

REQUIRED = ("placeholder", "variable", "function")
NAME_ATTRIBUTE = "kassay_name"
DEVICE_ATTRIBUTE = "kassay_device"
DTYPES_ATTRIBUTE = "kassay_dtypes"
THREADS_ATTRIBUTE = "kassay_threads"
# A backend of Keras 3, by the name that KERAS_BACKEND takes.
KERAS_3 = "keras3:"
# The names that the documents have for backends: how Keras prints them, and the modules that contained or contain the backends.
DOCUMENTED = {
    "tensorflow": ("TensorFlow", ("keras.backend.tensorflow_backend", "tf_keras.backend")),
    "theano": ("Theano", ("keras.backend.theano_backend",)),
    "cntk": ("CNTK", ("keras.backend.cntk_backend",)),
}


def load(backend: BackendName) -> ModuleType:
    """Imports the backend and checks that it is one. Raises CannotLoad if anything is wrong, and Unsupported if the module raises it because
    this machine lacks something."""
    folder = os.getcwd()
    if folder not in sys.path:
        sys.path.insert(0, folder)
    if backend.name in DOCUMENTED:
        module = _import_documented(backend)
    elif backend.name.startswith(KERAS_3):
        module = _import_keras_3(backend)
    else:
        module = _import_own(backend)
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


def dtypes_of(module: ModuleType) -> list[str] | None:
    """The dtypes that the module declares; None if it declares none. Raises CannotLoad if they are not names of dtypes."""
    declared = getattr(module, DTYPES_ATTRIBUTE, None)
    if declared is None:
        return None
    names = declared if isinstance(declared, (list, tuple, set, frozenset)) else []
    if not names or any(name not in DTYPE_NAMES for name in names):
        raise CannotLoad(
            f"{DTYPES_ATTRIBUTE} of the module {module.__name__} is {declared!r}; give a list of names from "
            f"{', '.join(DTYPE_NAMES)}, or leave it out if the backend has every dtype"
        )
    return sorted(names, key=DTYPE_NAMES.index)


def has_threads(module: ModuleType) -> bool:
    """Whether the module declares that several threads may call it at the same time. Raises CannotLoad if the attribute is not a bool."""
    declared = getattr(module, THREADS_ATTRIBUTE, False)
    if not isinstance(declared, bool):
        raise CannotLoad(
            f"{THREADS_ATTRIBUTE} of the module {module.__name__} is {declared!r}; give True if several threads may "
            "call its functions at the same time, or leave it out"
        )
    return declared


def _import_documented(backend: BackendName) -> ModuleType:
    printed, modules = DOCUMENTED[backend.name]
    reasons = []
    for name in modules:
        try:
            return importlib.import_module(name)
        except Exception as error:
            reasons.append(f"{name}: {text_of(error)}")
    raise CannotLoad(
        f'"{backend.name}", named by {backend.origin}, is the {printed} backend, which {sys.executable} '
        f"cannot import ({'; '.join(reasons)}); install it there, set $KASSAY_PYTHON to a Python that has it, "
        "or give the dotted name of your own module"
    )


def _import_keras_3(backend: BackendName) -> ModuleType:
    name = os.environ[BACKEND_VARIABLE] = backend.name[len(KERAS_3) :]
    version = _keras_version()
    if not version.split(".")[0].isdigit() or int(version.split(".")[0]) < 3:
        raise CannotLoad(
            f"{backend.name} needs Keras 3, and {sys.executable} has {version}: install it there (python -m pip install keras), "
            "or set $KASSAY_PYTHON to a Python that has it"
        )
    try:
        return importlib.import_module("kassay.keras3")
    except (Exception, SystemExit) as error:
        raise CannotLoad(
            f"Keras {version} cannot import its backend {name}: {text_of(error)}. Install its packages in {sys.executable}, "
            "or set $KASSAY_PYTHON to a Python that has it"
        ) from error


def _keras_version() -> str:
    from importlib import metadata

    for distribution in ("keras", "keras-nightly"):
        try:
            return metadata.version(distribution)
        except metadata.PackageNotFoundError:
            continue
    return "none"


def _import_own(backend: BackendName) -> ModuleType:
    name = backend.name
    if not all(part.isidentifier() for part in name.split(".")) or name.endswith(".py"):
        raise CannotLoad(
            f'"{name}", named by {backend.origin}, is not the name of a module; give the dotted name that '
            "Python imports, such as my_package.my_module"
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
    if sys.version_info < (3, 10):  # from 3.10 on, Python finds the distribution of a package
        return "unknown"
    from importlib import metadata

    distributions = metadata.packages_distributions().get(package, [])
    return metadata.version(distributions[0]) if distributions else "unknown"


def _entries(names: list[str]) -> str:
    return ", ".join(names[:-1]) + " and " + names[-1] if len(names) > 1 else names[0]
