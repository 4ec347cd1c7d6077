# make play    set up on first use and open the game
# make test    set up on first use and check everything

PYTHON ?= python3
FILE ?=
VENV := .venv
PY := $(VENV)/bin/python
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard tactics/locale/*/LC_MESSAGES/*.po))

.PHONY: play test bench catalogues pictures help style types layers texts data unit
.NOTPARALLEL:

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

play: $(VENV)/.installed $(CATALOGUES)
	@$(PY) -m tactics play $(FILE)

# Every check runs even when an earlier one failed, so one run tells everything; the unit tests close the report.
test:
	@$(MAKE) --no-print-directory --keep-going style types layers texts data unit

style types layers texts data unit: $(VENV)/.installed $(CATALOGUES)

style:
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .

types:
	@$(PY) -m mypy --strict

layers:
	@$(VENV)/bin/lint-imports --no-logo

texts:
	@$(PY) tools/catalogues.py check

data:
	@$(PY) -m tactics check maps scenarios assets

unit:
	@$(PY) -m pytest -n auto

# make bench   print how fast the rulings are, next to other libraries
bench: $(VENV)/.bench
	@$(PY) -m pytest tests/benchmarks

# make catalogues   collect the texts of the program into the message catalogues
catalogues: $(VENV)/.installed
	@$(PY) tools/catalogues.py update

# make pictures   draw the pictures of the documentation again
pictures: $(VENV)/.installed $(CATALOGUES)
	@$(PY) tools/pictures.py

%.mo: %.po | $(VENV)/.installed
	@$(PY) tools/catalogues.py compile

$(VENV)/.installed: pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "There is no '$(PYTHON)' here. Install Python 3.11 or newer." >&2; exit 2; }
	@$(PYTHON) tools/check_python.py
	@test -x $(PY) || $(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(VENV)/.bench: $(VENV)/.installed
	@$(PY) -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	@touch $@
