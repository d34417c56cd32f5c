"""What must not leave the machine is taken out before a text is sent, and put back into the quotes that come back."""

from __future__ import annotations

from typing import Any, Final

from hypothesis import given
from hypothesis import strategies as st

from engine.intake.reader import ReadingTask
from knowledge import Knowledge
from tests.case_tables import for_each
from tests.tui.model_reader.scripted_server import facts
from tui.model_reader.redaction import Redactor
from tui.model_reader.request import make_request, read_answer

SECRETS: Final = {
    "arn:aws:sagemaker:eu-west-1:123456789012:endpoint/fraud-v2": "ARN",
    "arn:aws-cn:s3:::our-bucket/key": "ARN",
    "arn:aws-us-gov:iam::123456789012:role/Admin": "ARN",
    "123456789012": "ACCOUNT",
    "1234-5678-9012": "ACCOUNT",
    "AKIAIOSFODNN7EXAMPLE": "KEY",
    "ASIAIOSFODNN7EXAMPLE": "KEY",
    "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY": "KEY",
    "sk-proj-abcdefghijklmnop1234": "KEY",
    "hf_abcdefghijklmnopqrst": "KEY",
    "ghp_abcdefghijklmnopqrstuvwxyz0123456789": "KEY",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl": "KEY",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----": "KEY",
    "jane.doe+ml@example.co.uk": "MAIL",
    "https://internal.example.com/wiki?page=2": "ADDRESS",
    "s3://customer-data/2024/train.parquet": "ADDRESS",
    "postgres://app:hunter2@db.example.com/prod": "ADDRESS",
    "10.12.0.7": "ADDRESS",
    "10.12.0.0/16": "ADDRESS",
    "2001:0db8:85a3:0000:0000:8a2e:0370:7334": "ADDRESS",
    "fe80::1ff:fe23:4567:890a": "ADDRESS",
    "ip-10-0-0-1.eu-west-1.compute.internal": "ADDRESS",
    "runtime.sagemaker.eu-west-1.amazonaws.com": "ADDRESS",
    "221 Baker Street": "ADDRESS",
    "Hauptstrasse 12": "ADDRESS",
    "+49 151 23456789": "PHONE",
}
LABELLED: Final = {
    "password: hunter2": "hunter2",
    "DB_PASSWORD=correct-horse": "correct-horse",
    'api_key = "abcd1234"': "abcd1234",
    "aws_secret_access_key: wxyz": "wxyz",
    "Authorization: Bearer abcdefgh12345678": "abcdefgh12345678",
}
HARMLESS: Final = (
    "ResNet-50, 50 pictures a second, 99.9 % within 200 ms, $1,500 a month, p3.2xlarge at 12:30:45",
    "Llama 3.1 8B on vLLM 0.11.2, 4,000 tokens in, 250 out, in us-east-1, 1.2 billion rows, 3x2 TB",
    "tokens per second: 40, time to first token 0.5 s, 120000000 rows in 2024-11-28",
    "python 3.11.4, torch 2.4.0+cu121, driver 550.90.07",
)


@for_each("secret, kind", SECRETS.items())
def test_a_secret_is_replaced(secret: str, kind: str) -> None:
    """In a sentence, in brackets, at the end."""
    for text in (f"we use {secret} there", f"({secret})", f"it is\n{secret}"):
        sent = Redactor().redact(text)
        assert secret not in sent.text, sent.text
        assert f"[{kind}-1]" in sent.text
        assert sent.restore(sent.text) == text


@for_each("text, secret", LABELLED.items())
def test_what_is_named_secret_is_replaced_whatever_it_looks_like(text: str, secret: str) -> None:
    """The name stays."""
    sent = Redactor().redact(text)
    assert secret not in sent.text
    assert sent.restore(sent.text) == text


@for_each("text", HARMLESS)
def test_what_a_workload_is_told_by_stays(text: str) -> None:
    """Numbers, versions, names."""
    assert Redactor().redact(text).text == text


def test_the_same_secret_has_the_same_placeholder_and_a_written_one_is_not_taken_for_it() -> None:
    """In all texts of one request."""
    redactor = Redactor()
    sent = redactor.redact("mail a@example.com and b@example.com, not [MAIL-1], but a@example.com")
    assert sent.text == "mail [MAIL-2] and [MAIL-3], not [MAIL-1], but [MAIL-2]"
    assert redactor.redact("ask b@example.com").text == "ask [MAIL-3]"
    assert redactor.redact("").restore("[MAIL-2] [MAIL-1]") == "a@example.com [MAIL-1]"


def test_quotes_come_back_with_what_stood_there(knowledge: Knowledge) -> None:
    """The question is redacted too."""
    text = "the endpoint of jane@example.com answers within 200 ms"
    sent = make_request(ReadingTask(text, "latency_p99_ms", "How fast, jane@example.com?"), knowledge)
    assert "jane@example.com" not in sent.request.text
    assert sent.request.text.count("[MAIL-1]") == 2
    found = read_answer(facts(("latency_p99_ms", "200 ms", "of [MAIL-1] answers within 200 ms")), sent, "latency_p99_ms")
    assert found.facts[0].quote == "of jane@example.com answers within 200 ms"
    assert found.facts[0].quote in text


@given(text=st.text(max_size=300))
def test_any_text_can_be_restored(text: str) -> None:
    """Letter by letter."""
    sent: Any = Redactor().redact(text)
    assert sent.restore(sent.text) == text
