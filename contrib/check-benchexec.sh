#!/bin/sh
# Checks the tool-info module with the real BenchExec from PyPI: its own test, and ten small tasks whose verdicts must all be right.
# Usage: contrib/check-benchexec.sh [FOLDER WITH THE COMMAND landfall]        (needs python3 with venv and network to PyPI once)
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
bin=$(cd "${1:-$root/target/release}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" -q install benchexec
export PATH="$bin:$PATH" PYTHONPATH="$root"
cd "$work"
"$work/venv/bin/python" -m benchexec.test_tool_info --no-container contrib.landfall

echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' > unreach-call.prp
for n in 1 2 3 4 5 6 7 8 9 10; do
    if [ $((n % 2)) = 0 ]; then limit=$n verdict=true; else limit=$((n + 1)) verdict=false; fi
    cat > "task$n.c" <<PROGRAM
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int i = 0, n = __VERIFIER_nondet_int();
    while (i < n && i < $limit) i++;
    if (i > $n) reach_error();
    return 0;
}
PROGRAM
    cat > "task$n.yml" <<TASK
format_version: '2.0'
input_files: 'task$n.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: $verdict
options:
  language: C
  data_model: LP64
TASK
done
cat > benchmark.xml <<BENCHMARK
<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<benchmark tool="contrib.landfall" timelimit="60s">
  <rundefinition name="check"/>
  <propertyfile>unreach-call.prp</propertyfile>
  <tasks name="small"><include>task*.yml</include></tasks>
</benchmark>
BENCHMARK
"$work/venv/bin/benchexec" benchmark.xml --no-container -o out/ | tee log
grep -q 'correct: *10$' log || { echo "check-benchexec: not all ten verdicts are right" >&2; exit 1; }
echo "check-benchexec: all ten verdicts are right"
