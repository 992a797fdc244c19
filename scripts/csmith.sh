#!/bin/sh
# Compares `landfall run` with gcc on programs that csmith generates.
#
#   scripts/csmith.sh [FIRST [LAST]]      seeds, 1 to 500 by default
#
# Needs csmith, its headers, gcc and a built `landfall` (LANDFALL names it; the default is the one of the debug build). Each program
# is compiled by gcc and run; then its final checksum is built into the program as an assertion that fails if landfall's
# interpreter computes the same, so that "violated" is agreement. Local variables that csmith leaves uninitialised are zero. The results of
# csmith's programs do not depend on the order of evaluation, though its calls may write what other operands read.
set -eu

first=${1:-1}
last=${2:-500}
landfall=${LANDFALL:-target/debug/landfall}
include=${CSMITH_INCLUDE:-/usr/include/csmith}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk 'BEGIN { for (i = 0; i < 200000; i++) print 0 }' > "$work/zeros"
same=0 different=0 skipped=0 slow=0 unsupported=0

seed=$first
while [ "$seed" -le "$last" ]; do
    csmith --seed "$seed" > "$work/p.c"
    gcc -w -I "$include" "$work/p.c" -o "$work/p"
    sum=$(timeout 10 "$work/p" | sed -n 's/^checksum = //p') || true
    if [ -z "$sum" ]; then
        skipped=$((skipped + 1))
    else
        gcc -E -P -w -I "$include" "$work/p.c" |
            sed -e "/^platform_main_end(uint32_t crc, int flag)/,/^{/ s/^{/{ if (crc == 0x${sum}U) __VERIFIER_assert(0); return;/" \
                -e '1i void __VERIFIER_assert(int);' > "$work/p.i"
        status=0
        timeout 10 "$landfall" run --volatile memory --order written --inputs "@$work/zeros" "$work/p.i" > "$work/out" 2>&1 || status=$?
        case $status in
            1) same=$((same + 1)) ;;
            2) unsupported=$((unsupported + 1)); echo "seed $seed: $(grep -m 1 unsupported: "$work/out" || true)" ;;
            124) slow=$((slow + 1)) ;;
            *) different=$((different + 1)); echo "seed $seed: a difference (status $status)" ;;
        esac
    fi
    seed=$((seed + 1))
done
echo "same $same, different $different, not supported $unsupported, over 10 s $slow, gcc's program over 10 s $skipped"
[ "$different" -eq 0 ]
