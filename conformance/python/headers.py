"""Python's headers, of a Debian package: headers.py VERSION --out FOLDER puts them into FOLDER/usr/include.

A machine has the headers of one Python, and the wheel has modules for two: Debian 12 has Python 3.11, and Debian 13 has 3.13. apt
fetches the package with a configuration and lists of its own in FOLDER, and checks Debian's signatures. The sources, lists and
packages of the system stay as they are.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

RELEASES = {"3.11": "bookworm", "3.13": "trixie"}
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MIRROR = "http://deb.debian.org/debian"
_TARGETS = ("--format", "$(REPO_URI)", "Identifier: Packages", "Origin: Debian", "Label: Debian")


class CannotFetch(Exception):
    """The message says why, and what to do."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", choices=sorted(RELEASES))
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    try:
        fetch(arguments.version, arguments.out.absolute())
    except CannotFetch as error:
        package = package_of(arguments.version)
        sys.exit(
            f"no headers of Python {arguments.version}: {error}\n"
            f"Unpack Debian's package {package} ({RELEASES[arguments.version]}) into a folder yourself "
            f"(dpkg-deb -x), and name it with -DKASSAY_PYTHON_HEADERS=FOLDER."
        )


def package_of(version: str) -> str:
    return f"libpython{version}-dev"


def fetch(version: str, out: Path) -> None:
    """Raises CannotFetch."""
    if (out / "usr/include" / f"python{version}" / "Python.h").exists():
        return
    missing = [name for name in ("apt-get", "dpkg-deb") if shutil.which(name) is None]
    missing += [] if KEYS.exists() else [str(KEYS)]
    if missing:
        raise CannotFetch(f"this machine lacks {' and '.join(missing)}")
    apt = out / "apt"
    shutil.rmtree(apt, ignore_errors=True)
    environment = {**os.environ, "APT_CONFIG": str(write_configuration(apt, mirror(), version))}

    def run(*command: str) -> None:
        done = subprocess.run(
            command, cwd=apt, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise CannotFetch(f"`{' '.join(command)}` failed:\n{done.stderr}{done.stdout}".rstrip())

    run("apt-get", "update")
    run("apt-get", "download", package_of(version))
    [package] = apt.glob("*.deb")
    run("dpkg-deb", "-x", str(package), str(out))
    shutil.rmtree(apt)


def mirror() -> str:
    """Debian's mirror among the sources of the system, or else Debian's own."""
    command = ("apt-get", "indextargets", *_TARGETS)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return next(iter(done.stdout.split()), MIRROR)


def write_configuration(apt: Path, mirror: str, version: str) -> Path:
    """The file for $APT_CONFIG: nothing of the system's configuration but how it reaches the network."""
    (apt / "state/lists/partial").mkdir(parents=True)
    (apt / "cache/archives/partial").mkdir(parents=True)
    (apt / "status").touch()
    sources = apt / "sources.list"
    sources.write_text(f"deb [signed-by={KEYS}] {mirror} {RELEASES[version]} main\n")
    settings = {
        "Dir::Etc::main": "/dev/null",
        "Dir::Etc::parts": "/dev/null",
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferences": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State": apt / "state",
        "Dir::State::status": apt / "status",
        "Dir::Cache": apt / "cache",
        "Acquire::Languages": "none",
        "Acquire::AllowInsecureRepositories": "false",
        "APT::Update::Error-Mode": "any",
        # Another user may not read the folder of the one who builds.
        "APT::Sandbox::User": "",
    }
    system = subprocess.run(
        ("apt-config", "dump", "Acquire"), capture_output=True, text=True, check=False
    )
    lines = [f'{name} "{value}";' for name, value in settings.items()]
    file = apt / "apt.conf"
    file.write_text("\n".join([*system.stdout.splitlines(), *lines]) + "\n")
    return file


if __name__ == "__main__":
    main()
