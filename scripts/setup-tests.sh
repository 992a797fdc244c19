#!/bin/sh
# Installs what some tests need beyond Rust, as far as that is possible here: a C compiler that also makes 32-bit programs, a browser
# for the HTML page, and the official schema of SARIF. Without them those tests are skipped with a message.
set -u
cd "$(dirname "$0")/.." || exit 1

sudo=
if [ "$(id -u)" != 0 ]; then
    sudo="sudo -n"
fi
updated=
install() {
    command -v apt-get >/dev/null || return 1
    if [ -z "$updated" ]; then
        $sudo apt-get update -q >/dev/null 2>&1
        updated=yes
    fi
    $sudo apt-get install -qy --no-install-recommends "$@" >/dev/null 2>&1
}

works() {
    echo 'int main(void) { return 0; }' | gcc "$1" -x c -o /dev/null - >/dev/null 2>&1
}
if works -m64 && works -m32; then
    echo "gcc makes 64-bit and 32-bit programs"
elif [ "$(uname -m)" = x86_64 ] && install gcc-multilib && works -m32; then
    echo "installed gcc-multilib"
else
    echo "skipped: gcc-multilib is missing and could not be installed; tests of 32-bit programs will not run"
fi

if command -v chromium || command -v chromium-browser || command -v google-chrome; then
    echo "there is a browser"
elif install chromium; then
    echo "installed chromium"
else
    echo "skipped: chromium is missing and could not be installed; the HTML page is not tested in a browser"
fi

# From OASIS, or from a package of crates.io that brings it along.
schema=target/schemas/sarif-schema-2.1.0.json
whole() { [ -s "$1" ] && grep -q '"partialFingerprints"' "$1"; }
get() { curl -fsSL --max-time 60 -o "$1" "$2" 2>/dev/null; }
mkdir -p target/schemas
if ! whole $schema; then
    get $schema https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json || {
        get target/schemas/serde-sarif.crate https://static.crates.io/crates/serde-sarif/serde-sarif-0.6.5.crate &&
            tar -xzOf target/schemas/serde-sarif.crate serde-sarif-0.6.5/src/schema.json > $schema
    }
fi
if whole $schema; then
    echo "there is the schema of SARIF"
else
    rm -f $schema
    echo "skipped: the schema of SARIF could not be fetched; SARIF is tested against the part in crates/cli/tests/schemas only"
fi
