"""The plug-in for pytest, tested with a program that answers from a table."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def program(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    file = pytester.path / "kassay"
    file.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{HERE / "fake_kassay.py"}" "$@"\n')
    file.chmod(0o755)
    monkeypatch.setenv("KASSAY", str(file))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # this package may be installed, too
    monkeypatch.setenv("FAKE_LOG", str(pytester.path / "log"))
    monkeypatch.setenv("PYTHONPATH", str(HERE.parents[1]))


def run(pytester: pytest.Pytester, *options: str) -> pytest.RunResult:
    plugins = ("-p", "kassay.pytest_plugin", "-p", "no:cacheprovider")
    return pytester.runpytest_subprocess(*plugins, "--kassay-backend", "a.b", *options)


def log(pytester: pytest.Pytester) -> list[str]:
    return (pytester.path / "log").read_text().splitlines()


def test_one_test_for_each_function(pytester: pytest.Pytester) -> None:
    result = run(pytester, "-v")
    result.assert_outcomes(passed=2, failed=1, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "kassay::abs PASSED*",
            "kassay::dot SKIPPED*",
            "kassay::exp FAILED*",
            "kassay::square PASSED*",
        ]
    )


def test_failure_shows_what_happened_and_how_to_repeat_it(pytester: pytest.Pytester) -> None:
    run(pytester).stdout.fnmatch_lines(
        [
            "exp: 1 of 2 cases count against a.b",
            "  fail  elementwise/exp/float32/basic,x=5 [[]eager]",
            "      exp: what happened",
            "      * -m kassay explain elementwise/exp/float32/basic,x=5 --backend a.b",
        ]
    )


def test_reason_of_a_skipped_function(pytester: pytest.Pytester) -> None:
    run(pytester, "-rs").stdout.fnmatch_lines(["SKIPPED*dot: what happened"])


def test_function_that_was_not_run_completely_is_skipped(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_OUTCOME", "not-run")
    result = run(pytester, "-rs", "-k", "abs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        ["SKIPPED*1 of 2 cases were not run; the first: abs: what happened"]
    )


def test_verdict_of_the_program(pytester: pytest.Pytester) -> None:
    result = run(pytester)
    result.stdout.fnmatch_lines(["*= kassay =*", "toy on cpu", "Not conformant"])
    result.stdout.no_fnmatch_line("First failures")


def test_program_runs_once_on_the_selected_functions(pytester: pytest.Pytester) -> None:
    run(pytester, "-k", "abs or exp").assert_outcomes(passed=1, failed=1)
    [asked] = log(pytester)
    assert asked.endswith(" abs exp")
    assert asked.startswith("run --backend python:a.b --edition ko --tier core --jobs 1 --out ")
    assert " --overwrite " in asked


def test_program_runs_once_for_all_processes(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    run(pytester, "-p", "xdist", "-n", "2").assert_outcomes(passed=2, failed=1, skipped=1)
    [asked] = log(pytester)
    assert "--jobs 2" in asked and asked.endswith(" --overwrite")


def test_all_functions_are_a_whole_tier(pytester: pytest.Pytester) -> None:
    run(pytester).assert_outcomes(passed=2, failed=1, skipped=1)
    assert log(pytester)[0].endswith(" --overwrite")


def test_options_of_the_program(pytester: pytest.Pytester) -> None:
    options = ("--kassay-waivers=a.yaml", "--kassay-waivers=b.yaml", "--kassay-timeout=5")
    run(pytester, *options, "--kassay-report=page.html")
    folder = pytester.path
    waivers = f"--waivers {folder}/a.yaml --waivers {folder}/b.yaml"
    assert log(pytester)[0].endswith(f"{waivers} --report {folder}/page.html --timeout 5")


def test_function_whose_failures_are_all_waived_fails_as_expected(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_OUTCOME", "waived")
    run(pytester, "-k", "exp").assert_outcomes(xfailed=1)


def test_waived_failure_that_passes_fails(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_OUTCOME", "unexpected-pass")
    result = run(pytester, "-k", "abs")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["  unexpected-pass  elementwise/abs/float32/basic,x=5 *"])


def test_edition_and_tier(pytester: pytest.Pytester) -> None:
    run(pytester, "--kassay-edition", "ja", "--kassay-tier", "smoke", "-k", "abs")
    assert "--edition ja --tier smoke" in log(pytester)[0]


def test_function_of_another_edition_has_no_test(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--collect-only", "-q")
    result.stdout.no_fnmatch_line("kassay::old")
    result.stdout.fnmatch_lines(["kassay::abs"])


def test_profile(pytester: pytest.Pytester) -> None:
    run(pytester, "--kassay-profile", "inference").assert_outcomes(passed=2, skipped=1)
    assert log(pytester)[0].endswith(" --profile inference")


def test_profile_that_does_not_exist(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--kassay-profile", "all")
    result.stderr.fnmatch_lines(["*there is no profile all; the profiles are inference"])
    assert result.ret == pytest.ExitCode.USAGE_ERROR


def test_backend_that_does_not_start(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_STATUS", "3")
    result = run(pytester, "-rs")
    result.assert_outcomes(failed=1, skipped=3)
    result.stdout.fnmatch_lines(
        ["the backend did not start", "*not judged: see the failure of abs"]
    )
    assert len(log(pytester)) == 1


def test_backend_that_does_not_start_fails_once_for_all_processes(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("xdist")
    monkeypatch.setenv("FAKE_STATUS", "3")
    run(pytester, "-p", "xdist", "-n", "2").assert_outcomes(failed=1, skipped=3)


def test_backend_whose_machine_lacks_what_it_needs(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_STATUS", "77")
    run(pytester).assert_outcomes(skipped=4)


def test_results_are_kept(pytester: pytest.Pytester) -> None:
    run(pytester, "--kassay-out", "mine.jsonl")
    assert len((pytester.path / "mine.jsonl").read_text().splitlines()) == 8


def test_without_a_program(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASSAY", str(pytester.path))
    result = run(pytester)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*which is not a program"])


def test_other_tests_are_not_affected(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_own(): pass")
    run(pytester, "-m", "kassay").assert_outcomes(passed=2, failed=1, skipped=1, deselected=1)


def test_nothing_without_a_backend(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_own(): pass")
    result = pytester.runpytest_subprocess("-p", "kassay.pytest_plugin")
    result.assert_outcomes(passed=1)
    assert not (pytester.path / "log").exists()


def test_ids_select_exactly_these_functions(pytester: pytest.Pytester) -> None:
    run(pytester, "kassay::abs").assert_outcomes(passed=1)


def test_ids_come_from_a_file(pytester: pytest.Pytester) -> None:
    (pytester.path / "ids").write_text("kassay::abs\nkassay::square\n")
    run(pytester, "@ids").assert_outcomes(passed=2)


def test_unknown_id_is_refused(pytester: pytest.Pytester) -> None:
    run(pytester, "kassay::ab").stderr.fnmatch_lines(["ERROR: not found: kassay::ab *"])


def test_deselected_id_is_not_the_beginning_of_others(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--deselect", "kassay::exp", "--deselect", "kassay::a")
    result.assert_outcomes(passed=2, skipped=1, deselected=1)
