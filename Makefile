# `make run` opens Sizewise, `make test` runs the tests; each makes its environment first, if there is none.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help run test check lint types imports knowledge quizzes catalog calibrate accuracy screens bench synth fuzz soak docs examples lock sbom audit generators clean

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

run: $(READY) ## open Sizewise
	@$(BIN)/sizewise

test: $(READY) ## run the tests
	@$(BIN)/python -m pytest -n auto

check: $(READY) lint types imports knowledge quizzes ## all that has to hold before a commit beside the tests

lint: $(READY) ## ruff: rules and format
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(READY) ## mypy, strict
	@$(BIN)/mypy

imports: $(READY) ## the arrows between the packages
	@$(BIN)/lint-imports

knowledge: $(READY) ## read the whole base from YAML, check and count it
	@$(BIN)/python -m knowledge

quizzes: $(READY) ## look for faults in the bank of quiz items
	@$(BIN)/sizewise quiz check

catalog: $(READY) ## build the instance catalogue from botocore, moto and the price lists
	@$(BIN)/python -m knowledge.refresh.build

calibrate: $(READY) ## fit sizing to the published measurements
	@$(BIN)/python -m tui.maintenance.calibrate

accuracy: $(READY) ## compare estimates with measurements of models that the fit has not seen
	@$(BIN)/python -m tui.maintenance.accuracy

screens: $(READY) ## take the screens in docs/screens.md and README.md anew
	@$(BIN)/python -m tui.maintenance.screens

docs: $(READY) ## build the documentation in build/docs
	@$(BIN)/python -m sphinx -W --keep-going -n -q -E -a docs build/docs
	@echo "build/docs/index.html"

examples: $(READY) ## take what the documentation shows of commands anew
	@$(BIN)/python -m tui.maintenance.examples

bench: $(READY) ## time the commands people wait for against a reference
	@$(BIN)/python -m tests.bench

synth: $(READY) ## synthesise the CDK texts of the templates with the CDK itself; takes node
	@test -x $(VENV)/cdk/bin/python || $(PYTHON) -m venv $(VENV)/cdk
	@$(VENV)/cdk/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/synth/requirements.txt
	@rm -rf $(VENV)/cdk/apps && $(BIN)/python -m tests.synth $(VENV)/cdk/apps
	@$(VENV)/cdk/bin/python tests/synth/synthesise.py $(VENV)/cdk/apps

TARGET ?= all
MINUTES ?= 10
soak: $(READY) ## run the tests of kills, random events and machines of states for an hour or more; with DEPTH=3, minutes
	@$(if $(DEPTH),SIZEWISE_DEPTH=$(DEPTH),SIZEWISE_LONG=1) $(BIN)/python -m pytest -n auto -o faulthandler_timeout=3000 $$(grep -rlE 'from tests.(depth|machines) import' tests --include='test_*.py')

fuzz: $(READY) ## search what reads files and words for faults: TARGET=intake MINUTES=10
	@test -d $(VENV)/fuzz/atheris || $(BIN)/python -m pip install --quiet --disable-pip-version-check --target $(VENV)/fuzz --requirement tests/fuzz/requirements.txt
	@PYTHONPATH=$(VENV)/fuzz $(BIN)/python -m tests.fuzz $(TARGET) --minutes $(MINUTES)

lock: ## pin the dependencies anew in requirements.txt, from pyproject.toml
	@$(PYTHON) -m venv $(VENV)/lock && $(VENV)/lock/bin/pip install --quiet uv
	@$(VENV)/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --group dev pyproject.toml --output-file requirements.txt

generators: $(READY) ## try the commands of verify plan on locust and AIPerf, against services on this machine
	@for name in locust==2.47.0 aiperf==0.13.0; do \
	  folder=$(VENV)/generators/$${name%%=*}; \
	  test -x $$folder/bin/$${name%%=*} || { $(PYTHON) -m venv $$folder && $$folder/bin/python -m pip install --quiet --disable-pip-version-check $$name; }; \
	done
	@SIZEWISE_LOAD_GENERATORS=$(CURDIR)/$(VENV)/generators/locust/bin:$(CURDIR)/$(VENV)/generators/aiperf/bin $(BIN)/python -m pytest tests/tui/verify/test_load_generators.py

sbom: $(READY) ## write a bill of materials of what is pinned: build/sbom.cdx.json, CycloneDX
	@test -x $(VENV)/sbom/bin/python || $(PYTHON) -m venv $(VENV)/sbom
	@$(VENV)/sbom/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/security/supply/requirements-sbom.txt
	@$(VENV)/sbom/bin/python tests/security/supply/sbom.py "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" build/sbom.cdx.json

audit: ## ask whether a vulnerability is known of what is pinned; takes a network
	@test -x $(VENV)/audit/bin/python || $(PYTHON) -m venv $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/security/supply/requirements-audit.txt
	@$(VENV)/audit/bin/python tests/security/supply/audit.py $(VENV)/audit/bin/pip-audit

clean: ## remove the environment and every cache in this folder
	rm -rf $(VENV) build docs/_made .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Sizewise needs Python 3.11 or newer; this is %d.%d. Try: make PYTHON=python3.12 ..." % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@echo "Making the environment in $(VENV): a minute, once." >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
