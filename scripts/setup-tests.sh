#!/bin/sh
# Installs what some tests need beyond Rust: a C compiler that also makes 32-bit programs. Without it those tests are skipped.
set -u
works() {
    echo 'int main(void) { return 0; }' | gcc "$1" -x c -o /dev/null - >/dev/null 2>&1
}
if works -m64 && works -m32; then
    echo "gcc makes 64-bit and 32-bit programs"
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "skipped: install gcc and its 32-bit libraries (gcc-multilib) to run all tests"
    exit 0
fi
sudo=
if [ "$(id -u)" != 0 ]; then
    sudo="sudo -n"
fi
if $sudo apt-get install -y gcc-multilib >/dev/null 2>&1 && works -m32; then
    echo "installed gcc-multilib"
else
    echo "skipped: gcc-multilib could not be installed; tests of 32-bit programs will not run"
fi
