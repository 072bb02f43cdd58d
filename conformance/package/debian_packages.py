"""Debian packages unpacked into a folder: of another architecture, or of another release than this machine has.

debian_packages.py PACKAGE... --out FOLDER unpacks the packages and what they depend on, or with --alone the packages only. apt fetches them with its own configuration and
lists in FOLDER, and checks Debian's signatures. The sources, lists, architectures and packages of the system stay as they are.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MIRROR = "http://deb.debian.org/debian"
_TARGETS = ("--format", "$(REPO_URI)", "Identifier: Packages", "Origin: Debian", "Label: Debian")


class CannotFetch(Exception):
    """The message says why."""


@dataclass(frozen=True)
class Source:
    mirror: str
    release: str  # such as bookworm
    architecture: str  # such as arm64


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="+", metavar="PACKAGE")
    parser.add_argument("--architecture", help="arm64, ... (without it: this machine's)")
    parser.add_argument("--release", help="bookworm, trixie, ... (without it: this machine's)")
    parser.add_argument("--alone", action="store_true")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    release = arguments.release or platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    source = Source(mirror(), release, arguments.architecture or own_architecture())
    try:
        unpack(arguments.packages, source, arguments.out.absolute(), arguments.alone)
    except CannotFetch as error:
        sys.exit(
            f"cannot fetch {' '.join(arguments.packages)} of Debian {source.release} for {source.architecture}: {error}\n"
            f"Or unpack it into {arguments.out} yourself: dpkg-deb -x PACKAGE.deb {arguments.out}"
        )


def own_architecture() -> str:
    command = ("dpkg", "--print-architecture")
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except FileNotFoundError:
        return ""


def unpack(packages: Sequence[str], source: Source, out: Path, alone: bool = False) -> None:
    """Does nothing where FOLDER has them already. Raises CannotFetch."""
    done = out / "packages.txt"
    wanted = "".join(f"{word}\n" for word in (source.release, source.architecture, *packages))
    if done.exists() and done.read_text() == wanted:
        return
    missing = [name for name in ("apt-get", "dpkg-deb") if shutil.which(name) is None]
    missing += [] if KEYS.exists() else [str(KEYS)]
    if missing:
        raise CannotFetch(f"this machine lacks {' and '.join(missing)}")
    if done.exists():
        shutil.rmtree(out)  # what it has is of other packages
    apt = out / "apt"
    shutil.rmtree(apt, ignore_errors=True)
    environment = {**os.environ, "APT_CONFIG": str(write_configuration(apt, source))}

    def run(*command: str) -> None:
        ended = subprocess.run(
            command, cwd=apt, env=environment, capture_output=True, text=True, check=False
        )
        if ended.returncode != 0:
            text = f"{ended.stderr}{ended.stdout}".rstrip()
            raise CannotFetch(f"`{' '.join(command)}` failed:\n{text}")

    run("apt-get", "update")
    if alone:
        run("apt-get", "download", *packages)
    else:
        run("apt-get", "install", "--yes", "--download-only", "--no-install-recommends", *packages)
    for package in sorted(apt.rglob("*.deb")):
        run("dpkg-deb", "--extract", str(package), str(out))
    shutil.rmtree(apt)
    mend_links(out)
    done.write_text(wanted)


def mend_links(out: Path) -> None:
    """Links lead to files of the folder, and not to those of the system."""
    # It belongs to a package that nothing depends on. Before Debian 13, packages have files there.
    if not (out / "lib").exists():
        (out / "lib").symlink_to("usr/lib")
    for file in out.rglob("*"):
        if file.is_symlink() and (target := file.readlink()).is_absolute():
            file.unlink()
            file.symlink_to(os.path.relpath(out / target.relative_to("/"), file.parent))


def mirror() -> str:
    """Debian's mirror among the sources of the system, or else Debian's own."""
    command = ("apt-get", "indextargets", *_TARGETS)
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    except FileNotFoundError:
        found = ""
    return next(iter(found.split()), MIRROR)


def write_configuration(apt: Path, source: Source) -> Path:
    """The file for $APT_CONFIG: nothing of the system's configuration but how it reaches the network."""
    (apt / "state/lists/partial").mkdir(parents=True)
    (apt / "cache/archives/partial").mkdir(parents=True)
    (apt / "status").touch()  # no package is installed
    sources = apt / "sources.list"
    sources.write_text(f"deb [signed-by={KEYS}] {source.mirror} {source.release} main\n")
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
        "APT::Architecture": source.architecture,
        "APT::Architectures": source.architecture,
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
