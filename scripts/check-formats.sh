#!/bin/sh
# Checks what landfall writes for other tools, on many programs: witnesses against the schema in crates/cli/tests/schemas and with
# `landfall validate`, which has to confirm them and to refute broken ones; SARIF against the official schema of version 2.1.0.
# Usage: scripts/check-formats.sh [--limit N] [--timeout S] [--bin landfall] [FILE OR FOLDER...]
# Without files, the programs of tests/corpus. Needs python3 with venv, and network to PyPI and crates.io once.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install jsonschema pyyaml rfc3339-validator
# The crate serde-sarif carries the schema as OASIS published it.
mkdir "$work/sarif" && cd "$work/sarif"
printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "lib.rs"\n[dependencies]\nserde-sarif = "=0.8.0"\n' > Cargo.toml
: > lib.rs
manifest=$(cargo metadata --format-version 1 | "$work/venv/bin/python" -c 'import json, sys
print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "serde-sarif"))')
cd "$OLDPWD"
exec "$work/venv/bin/python" "$root/scripts/check_formats.py" --root "$root" --sarif "$(dirname "$manifest")/src/schema.json" "$@"
