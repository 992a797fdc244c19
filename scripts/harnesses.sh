#!/usr/bin/env bash
# Checks functions of real libraries with harnesses of tests/harnesses: memory, for all inputs of up to so many bytes, and with planted bugs.
#
#   scripts/harnesses.sh [NAME...]      all harnesses, or these
#
# LANDFALL names the command (target/release/landfall), LIMIT the seconds of each run (60), SIZES the lengths of the inputs ("2 4 8").
# The sources come from crates, which `cargo vendor` fetches once into the folder SOURCES (target/harnesses).
set -u
cd "$(dirname "$0")/.."
landfall=${LANDFALL:-target/release/landfall}
limit=${LIMIT:-60}
sizes=${SIZES:-2 4 8}
sources=${SOURCES:-target/harnesses}

fetch() {
    mkdir -p "$sources/src"
    echo 'fn main() {}' >"$sources/src/main.rs"
    cat >"$sources/Cargo.toml" <<'END'
[package]
name = "harness-sources"
version = "0.0.0"
edition = "2021"

[workspace]

[dependencies]
libz-sys = "=1.1.20"
lua-src = "=547.0.0"
lz4-sys = "=1.11.1"
jsmn-rs = "=0.2.0"
END
    (cd "$sources" && cargo vendor --quiet vendor >/dev/null)
}
[ -d "$sources/vendor" ] || fetch || exit 1

field() { sed -n "s|^// $1: *||p" "$2"; }

# One run: harness, bug, size.
check() {
    local folder files=() start end verdict
    folder=$sources/vendor/$(field crate "$1")
    for file in $(field files "$1"); do files+=("$folder/$file"); done
    start=$(date +%s.%N)
    verdict=$("$landfall" check --check memory --timeout "$limit" -I "$folder" -D "BUG=$2" -D "SIZE=$3" "$1" "${files[@]}" 2>&1 | tail -1)
    end=$(date +%s.%N)
    printf '%-10s %-4s %-26s %-24s %6.1f s\n' "$(basename "$1" .c)" "$3" "${4:-none}" "$verdict" "$(echo "$end - $start" | bc)"
}

printf '%-10s %-4s %-26s %-24s %8s\n' harness size bug verdict time
for harness in tests/harnesses/*.c; do
    name=$(basename "$harness" .c)
    [ $# -gt 0 ] && [[ " $* " != *" $name "* ]] && continue
    for size in $sizes; do check "$harness" 0 "$size"; done
    IFS=',' read -ra bugs <<<"$(field bugs "$harness")"
    for bug in "${bugs[@]}"; do
        read -r number words <<<"$bug"
        check "$harness" "$number" "${sizes##* }" "$words"
    done
done
