"""Sessions: each thread has one, and computes without Python's lock."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import numpy as np


def _in_a_thread(act: object) -> object:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(act).result()  # type: ignore[arg-type]


def test_settings_belong_to_a_thread(K: ModuleType) -> None:
    K.set_floatx("float64")
    assert _in_a_thread(K.floatx) == "float32"
    assert K.floatx() == "float64"


def test_a_reset_forgets_settings_and_counters(K: ModuleType) -> None:
    K.set_floatx("float16")
    K.get_uid("dense")
    K.kassay_reset()
    assert K.floatx() == "float32"
    assert K.get_uid("dense") == 1


def test_each_interpreter_has_its_own_session() -> None:
    import kassay.optimized as optimized
    import kassay.reference as reference

    reference.kassay_reset()
    optimized.kassay_reset()
    reference.set_epsilon(0.5)
    assert optimized.epsilon() == 1e-7


def test_a_tensor_may_go_to_another_thread(K: ModuleType) -> None:
    variable = K.variable([1.0, 2.0])
    np.testing.assert_array_equal(_in_a_thread(lambda: K.eval(variable * 2.0)), [2, 4])  # type: ignore[arg-type]


def test_one_function_called_by_many_threads(K: ModuleType) -> None:
    x = K.placeholder(shape=(None,))
    f = K.function([x], [K.cumsum(x)])

    def work(size: int) -> bool:
        given = np.ones(size, "float32")
        return all(np.array_equal(f([given])[0], np.arange(1, size + 1)) for _ in range(50))

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(1, 17)))


def test_steps_of_python_called_by_many_threads(K: ModuleType) -> None:
    """Each call takes the session's lock, then Python's. A thread that waits in the other order would deadlock."""
    x = K.placeholder(ndim=3)
    last, _, _ = K.rnn(lambda i, s: (i + s[0], [i + s[0]]), x, [K.zeros_like(x[:, 0])])
    f = K.function([x], [last])
    done = threading.Event()

    def work(times: int) -> None:
        given = np.ones((1, times, 2), "float32")
        assert (f([given])[0] == times).all()

    def run() -> None:
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(work, [*range(1, 9), *range(1, 9)]))
        done.set()

    threading.Thread(target=run, daemon=True).start()
    assert done.wait(60)


def test_python_runs_while_a_function_computes(K: ModuleType) -> None:
    """Another thread counts during a computation of some tenths of a second."""
    x = K.placeholder(shape=(None, None))
    product = x
    for _ in range(3):
        product = K.dot(product, x)
    f = K.function([x], [product])
    given = np.zeros((150, 150) if K.__name__.endswith("reference") else (1200, 1200), "float32")
    f([given])
    beats: list[float] = []
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            beats.append(time.perf_counter())
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    begin = time.perf_counter()
    f([given])
    end = time.perf_counter()
    stop.set()
    counter.join()
    assert sum(begin < beat < end for beat in beats) >= 2


def test_a_function_works_after_its_thread_has_ended(K: ModuleType) -> None:
    made = _in_a_thread(lambda: K.function([], [K.constant([3.0])]))
    assert made([]) == [[3]]  # type: ignore[operator]
