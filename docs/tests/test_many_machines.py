"""The files of docs/many_machines.md work as they are: each ends with the results of one machine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay_generators.fuzzing import campaign, on_machines

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("KASSAY_BUILD", ROOT / "build")).resolve()
VECTORS = os.environ.get("KASSAY_VECTORS", str(BUILD / "vectors"))
FILES = ROOT / "conformance" / "examples" / "many_machines"
# What the files run: tier core takes a minute.
KASSAY = f"""#!/bin/sh
if [ "$1" = run ]; then shift; set -- run --tier smoke 's*' "$@"; fi
exec {BUILD}/bin/kassay "$@"
"""


@pytest.fixture
def variables(tmp_path: Path) -> dict[str, str]:
    program = tmp_path / "bin" / "kassay"
    program.parent.mkdir()
    program.write_text(KASSAY)
    program.chmod(0o755)
    return {**os.environ, "PATH": f"{program.parent}:/usr/bin:/bin", "KASSAY_VECTORS": VECTORS}


@pytest.fixture(scope="module")
def on_one(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    out = tmp_path_factory.mktemp("one") / "results.jsonl"
    words = ["run", "--backend", "optimized", "--tier", "smoke", "s*"]
    words += ["--vectors", VECTORS, "--out", out]
    subprocess.run([BUILD / "bin" / "kassay", *words], check=True, capture_output=True)
    return lines_of(out)


def lines_of(file: Path) -> list[Any]:
    """The file, but for the times."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        line.pop("seconds", None)
    del lines[0]["header"]["started"], lines[-1]["footer"]["seconds"]
    return lines


def act(words: list[str], folder: Path, variables: dict[str, str], code: int = 0) -> None:
    done = subprocess.run(
        words, cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stdout + done.stderr


def test_gnu_parallel(tmp_path: Path, variables: dict[str, str], on_one: list[Any]) -> None:
    act(["sh", str(FILES / "parallel.sh"), "--jobs", "2"], tmp_path, variables)
    assert lines_of(tmp_path / "results" / "results.jsonl") == on_one
    assert len(list((tmp_path / "results").glob("shard-*.jsonl"))) == 8


def test_a_shard_that_cannot_run_fails(tmp_path: Path, variables: dict[str, str]) -> None:
    variables |= {"BACKEND": "exec:/no/such/program", "SHARDS": "1"}
    act(["sh", str(FILES / "parallel.sh")], tmp_path, variables, code=1)
    variables |= {"SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "1"}
    act(["sh", str(FILES / "slurm.sbatch")], tmp_path, variables, code=3)


def comments(file: Path) -> list[str]:
    """The commands that the head of a file names."""
    lines = file.read_text().splitlines()
    return [line[1:].strip() for line in lines if line.startswith("#   ")]


def test_a_slurm_array(tmp_path: Path, variables: dict[str, str], on_one: list[Any]) -> None:
    for i in range(1, 4):
        variables |= {"SLURM_ARRAY_TASK_ID": str(i), "SLURM_ARRAY_TASK_COUNT": "3"}
        act(["sh", str(FILES / "slurm.sbatch")], tmp_path, variables)
    [wrapped] = [c for c in comments(FILES / "slurm.sbatch") if "--wrap" in c]
    act(["sh", "-c", wrapped.split("'")[1]], tmp_path, variables)
    assert lines_of(tmp_path / "results" / "results.jsonl") == on_one


def test_an_indexed_job(tmp_path: Path, variables: dict[str, str], on_one: list[Any]) -> None:
    claim, job, merge = yaml.safe_load_all((FILES / "kubernetes.yaml").read_text())
    assert [one["kind"] for one in (claim, job, merge)] == ["PersistentVolumeClaim", "Job", "Job"]
    for one in (job, merge):
        [volume] = one["spec"]["template"]["spec"]["volumes"]
        assert volume["persistentVolumeClaim"]["claimName"] == claim["metadata"]["name"]
    [container] = job["spec"]["template"]["spec"]["containers"]
    own = {entry["name"]: entry["value"] for entry in container["env"]}
    assert own["RESULTS"] == container["volumeMounts"][0]["mountPath"]
    assert job["spec"]["completionMode"] == "Indexed"
    assert str(job["spec"]["completions"]) == own["SHARDS"]
    # As the pods of the job, but for the path of the volume.
    variables |= {**own, "RESULTS": str(tmp_path)}
    for index in range(job["spec"]["completions"]):
        variables["JOB_COMPLETION_INDEX"] = str(index)
        act([*container["command"], *container["args"]], tmp_path, variables)
    [container] = merge["spec"]["template"]["spec"]["containers"]
    act([*container["command"], *container["args"]], tmp_path, variables)
    assert lines_of(tmp_path / "results.jsonl") == on_one


PAGE = (ROOT / "docs" / "many_machines.md").read_text("utf-8")
# Options of programs that are not kassay's: Dask, Slurm, GNU parallel.
OTHERS = {"--host", "--nworkers", "--nthreads", "--array", "--sshlogin"}


def test_every_option_is_there() -> None:
    said = (ROOT / "run").read_text() + (
        ROOT / "conformance/trials/strength/mutants/__main__.py"
    ).read_text()
    for command in ("run", "fuzz", "merge"):
        words = [BUILD / "bin" / "kassay", command, "--help"]
        said += subprocess.run(words, capture_output=True, text=True, check=True).stdout
    words = [sys.executable, "-m", "kassay_generators", "vectors", "--help"]
    generators = ROOT / "generators"
    said += subprocess.run(words, cwd=generators, capture_output=True, text=True, check=True).stdout
    named = set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", PAGE))
    there = set(re.findall(r"--[a-z]+(?:-[a-z]+)*", said)) | OTHERS
    assert "--scheduler" in named and named <= there, named - there


def test_the_sizes_of_batches_are_those_of_the_code() -> None:
    cases = (ROOT / "conformance/python/kassay_distributed/__main__.py").read_text()
    mutants = (ROOT / "conformance/trials/strength/mutants/on_machines.py").read_text()
    [least] = re.findall(r"^_LEAST_CASES = (\d+)$", cases, re.MULTILINE)
    assert f"of up to about {least} cases" in PAGE
    assert f"{campaign.BATCH * on_machines._TOGETHER} programs, or more" in PAGE
    assert on_machines._TOGETHER * on_machines._THREADS_FOR_ONE_MORE == 1000
    assert "more than a thousand threads" in PAGE
    [together] = re.findall(r"^TOGETHER = (\d+)$", mutants, re.MULTILINE)
    assert f"{together} mutants" in PAGE
