"""Queueing: how long requests wait, and how many instances carry a load."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.sizing.queueing import queue_wait_ms, required_instances

P99 = 0.01
"""The share of arrivals that wait longer than the 99th percentile."""


@given(st.floats(1, 1000), st.integers(1, 64), st.floats(0.01, 0.98), st.floats(1.001, 1.02))
def test_waiting_grows_with_load(service: float, servers: int, busy: float, more: float) -> None:
    """More arrivals at the same servers never wait less."""
    arrivals = busy * servers * 1e3 / service
    assert queue_wait_ms(arrivals * more, service, servers, P99) >= queue_wait_ms(arrivals, service, servers, P99)


@given(st.floats(1, 1000), st.integers(1, 64), st.floats(1, 5))
def test_nobody_waits_at_idle_servers_and_forever_at_full_ones(service: float, servers: int, load: float) -> None:
    """No arrivals wait for nothing; arrivals as fast as the service, or faster, wait without end."""
    assert queue_wait_ms(0.0, service, servers, P99) == 0
    assert queue_wait_ms(load * servers * (1 + 1e-9) * 1e3 / service, service, servers, P99) == math.inf


@given(st.floats(1, 1000), st.integers(1, 32), st.floats(0.05, 0.95))
def test_more_servers_wait_less(service: float, servers: int, busy: float) -> None:
    """The same arrivals at one server more never wait longer."""
    arrivals = busy * servers * 1e3 / service
    assert queue_wait_ms(arrivals, service, servers + 1, P99) <= queue_wait_ms(arrivals, service, servers, P99)


def test_one_server_waits_as_in_the_textbook() -> None:
    """M/M/1 at 50 %: the 99th percentile of waiting is ln(50) service times over 1 - 0.5; service that hardly varies halves it."""
    assert queue_wait_ms(5, 100, 1, P99) == pytest.approx(math.log(0.5 / 0.01) * 100 / 0.5 / 2, rel=0.01)


@given(st.floats(0.01, 1e4), st.floats(0.01, 1e3), st.floats(0.3, 0.95), st.floats(1, 10))
def test_instances_follow_the_load(peak: float, capacity: float, share: float, factor: float) -> None:
    """Enough for the peak and not one too many; never fewer for a higher peak, nor more for more capacity."""
    count = required_instances(peak, capacity, share)
    assert count * capacity * share >= peak * (1 - 1e-6)
    assert count == 1 or (count - 1) * capacity * share < peak
    assert required_instances(peak * factor, capacity, share) >= count
    assert required_instances(peak, capacity * factor, share) <= count
