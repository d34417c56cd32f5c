"""What load generators run that take a script: the same for every advice, since all that differs comes from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LOCUST: Final = '''\
"""Sends one real request again and again, at RATE a second over all users. Names the endpoint, or the address:

    ENDPOINT_NAME  a SageMaker endpoint (needs boto3 and credentials), or
    ENDPOINT_URL   the address of any other service
    PAYLOAD_FILE   the body of one request        CONTENT_TYPE  its content type
    WARM_UP        seconds at the start that do not count
"""

import os
import time
from pathlib import Path

import gevent
from locust import FastHttpUser, User, constant_throughput, events, task

BODY = Path(os.environ["PAYLOAD_FILE"]).read_bytes()
CONTENT_TYPE = os.environ.get("CONTENT_TYPE", "application/json")
RATE = float(os.environ.get("RATE", "0"))
WARM_UP = float(os.environ.get("WARM_UP", "0"))
USERS = 1


@events.test_start.add_listener
def share_the_rate(environment, **_):
    global USERS
    USERS = max(environment.parsed_options.num_users or 1, 1)


@events.test_start.add_listener
def leave_out_the_warm_up(environment, **_):
    if WARM_UP:
        gevent.spawn_later(WARM_UP, environment.stats.reset_all)


def pace(user):
    """Each user's share of RATE; without one, one request follows the other."""
    return constant_throughput(RATE / USERS)(user) if RATE else 0


class SageMakerUser(User):
    abstract = "ENDPOINT_NAME" not in os.environ
    wait_time = pace

    def on_start(self):
        import boto3

        self.runtime = boto3.client("sagemaker-runtime")

    @task
    def invoke(self):
        name, begin, problem = os.environ["ENDPOINT_NAME"], time.perf_counter(), None
        answer = b""
        try:
            response = self.runtime.invoke_endpoint(EndpointName=name, Body=BODY, ContentType=CONTENT_TYPE)
            answer = response["Body"].read()
        except Exception as error:
            problem = error
        taken = (time.perf_counter() - begin) * 1000
        events.request.fire(
            request_type="InvokeEndpoint", name=name, response_time=taken, response_length=len(answer), exception=problem, context={}
        )


class WebUser(FastHttpUser):
    abstract = "ENDPOINT_URL" not in os.environ or "ENDPOINT_NAME" in os.environ
    host = os.environ.get("ENDPOINT_URL", "")
    wait_time = pace

    @task
    def ask(self):
        self.client.post("", data=BODY, headers={"Content-Type": CONTENT_TYPE}, name="ask")
'''

K6: Final = """\
// Sends one real request at RATE a second, whatever the answers take; without RATE, one after the other.
//   ENDPOINT_URL, PAYLOAD_FILE, CONTENT_TYPE, RATE, SECONDS, AT_ONCE
import http from 'k6/http';

const body = open(__ENV.PAYLOAD_FILE, 'b');
const rate = Number(__ENV.RATE || 0);
const seconds = `${__ENV.SECONDS || 300}s`;
const users = Number(__ENV.AT_ONCE || 1);
const unit = 1000;

export const options = {
  scenarios: {
    load: rate > 0
      ? {
          executor: 'constant-arrival-rate',
          rate: Math.max(Math.round(rate * unit), 1),
          timeUnit: `${unit}s`,
          duration: seconds,
          preAllocatedVUs: users,
          maxVUs: users * 4,
        }
      : { executor: 'constant-vus', vus: 1, duration: seconds },
  },
};

export default function () {
  http.post(__ENV.ENDPOINT_URL, body, { headers: { 'Content-Type': __ENV.CONTENT_TYPE || 'application/json' } });
}
"""

SCRIPTS: Final[Mapping[str, tuple[str, str]]] = {"locust": ("locustfile.py", LOCUST), "k6": ("load.js", K6)}
"""Tool -> the name of its script, and the script."""
