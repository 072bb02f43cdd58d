"""The pages of Keras, followed with the wheel and not with what is built; see docs/tests/test_pages.py."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BESIDE, PYTHON, ROOT, fresh, version_of

sys.path.append(str(ROOT / "docs/tests"))

from test_pages import BUILD, FOLLOWED, follow, project  # noqa: F401

pytestmark = pytest.mark.skipif(
    int(version_of(PYTHON).partition(".")[2]) >= 13, reason="this Python lacks the NumPy of Keras 2"
)
# Each page with one version of Keras. The longest one takes a minute: it is followed with the version that what is built is not.
PAGES = {page: version for version, page in FOLLOWED} | {"docs/write_a_backend.md": "2.3.1"}


@pytest.fixture(scope="module")
def with_keras(
    wheel: Path, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Path:
    [keras] = (BUILD / "keras" / request.param).glob("lib/python*/site-packages")
    folder = fresh(wheel, tmp_path_factory.mktemp("keras"), keras, BESIDE)
    script = folder / "bin" / "pytest"
    script.write_text(
        f"#!{folder}/bin/python\nimport pytest\nraise SystemExit(pytest.console_main())\n"
    )
    script.chmod(0o755)
    return folder


@pytest.mark.parametrize(("page", "with_keras"), PAGES.items(), indirect=["with_keras"])
def test_a_page_is_followed(page: str, with_keras: Path, project: Path) -> None:  # noqa: F811
    variables = {"PATH": f"{with_keras}/bin:/usr/bin:/bin", "HOME": str(project)}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=project, env=variables, capture_output=True, text=True, check=False
        )

    wrong = follow((ROOT / page).read_text("utf-8"), project, run)
    assert not wrong, "\n\n".join(wrong)
