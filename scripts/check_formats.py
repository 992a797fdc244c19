"""Checks witnesses and SARIF on many programs; scripts/check-formats.sh prepares what this needs and says how to call it."""
import argparse, collections, json, os, re, subprocess, sys, tempfile

import jsonschema, yaml

parser = argparse.ArgumentParser()
parser.add_argument("--root", required=True)
parser.add_argument("--sarif", required=True)
parser.add_argument("--bin", default=None)
parser.add_argument("--limit", type=int, default=1000, help="programs")
parser.add_argument("--broken", type=int, default=40, help="broken witnesses")
parser.add_argument("--timeout", default="5")
parser.add_argument("operands", nargs="*")
args = parser.parse_args()
landfall = os.path.abspath(args.bin) if args.bin else os.path.join(args.root, "target/release/landfall")
operands = args.operands or [os.path.join(args.root, "tests/corpus")]
witness_schema = json.load(open(os.path.join(args.root, "crates/cli/tests/schemas/witness-2.0.json")))
sarif_schema = json.load(open(args.sarif))


def programs():
    """Task definitions where a folder has some, else its C files."""
    for operand in operands:
        if not os.path.isdir(operand):
            yield operand
            continue
        found = sorted(os.path.join(folder, name) for folder, _, names in os.walk(operand) for name in names)
        tasks = [f for f in found if f.endswith(".yml") and "input_files" in open(f).read()]
        yield from tasks or [f for f in found if f.endswith(".c")]


def headers(path):
    """The options that a program of the corpus asks for."""
    text = open(path, errors="replace").read()
    found = []
    for line in re.findall(r"^// (\S+: .*)$", text, re.M):
        key, value = line.split(": ", 1)
        if key == "options":
            found += value.split()
        elif key == "data-model":
            found += ["--data-model", value]
        elif key == "property":
            return None
    return found


def run(*words):
    done = subprocess.run([landfall, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    lines = done.stdout.strip().splitlines()
    return done.returncode, lines[-1] if lines else "", done.stdout


class Loader(yaml.SafeLoader):
    """Times stay text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in pairs if tag != "tag:yaml.org,2002:timestamp"]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

# What makes a witness wrong: of a violation, of a proof, of both.
BREAKS = [
    ("both", "hash", lambda t: re.sub(r"(\.[ci]: )[0-9a-f]{64}", r"\1" + "0" * 64, t)),
    ("both", "version", lambda t: t.replace('format_version: "2.0"', 'format_version: "9.0"')),
    ("both", "language", lambda t: t.replace("language: C", "language: Java")),
    ("violation", "target elsewhere", lambda t: re.sub(r"(type: target\n(?:.*\n)*?\s+line: )\d+", r"\g<1>1", t)),
    ("violation", "no target", lambda t: t.replace("type: target", "type: function_enter")),
    ("violation", "values", lambda t: re.sub(r"(\\result == )-?\d+", r"\g<1>123456789123", t)),
    ("proof", "false invariant", lambda t: re.sub(r"(?m)^(\s+value: ).*$", r'\1"1 == 2"', t)),
    ("proof", "no expression", lambda t: re.sub(r"(?m)^(\s+value: ).*$", r'\1"x ==="', t)),
    ("proof", "no such line", lambda t: re.sub(r"(?m)^(\s+line: )\d+", r"\g<1>99999", t)),
]

count = collections.Counter()
problems = []
folder = tempfile.mkdtemp()
witness = os.path.join(folder, "witness.yml")
for path in programs():
    if count["witnesses"] >= args.limit:
        break
    options = headers(path) if path.endswith(".c") else []
    if options is None:
        continue
    if os.path.exists(witness):
        os.remove(witness)
    status, last, _ = run("check", "--timeout", args.timeout, "--witness", witness, *options, path)
    if status not in (0, 1) or not os.path.exists(witness):
        count["no witness"] += 1
        continue
    text = open(witness).read()
    kind = "violation" if status == 1 else "proof"
    count["witnesses"] += 1
    count[kind] += 1
    errors = list(jsonschema.Draft7Validator(witness_schema).iter_errors(yaml.load(text, Loader)))
    count["follow the schema"] += not errors
    problems += [f"{path}: schema: {error.message}" for error in errors[:1]]
    _, said, _ = run("validate", "--timeout", "20", *options, path, witness)
    count[said] += 1
    if said != "confirmed":
        problems.append(f"{path}: our {kind} is {said}")
    for which, name, wrong in BREAKS:
        broken = wrong(text)
        if which in ("both", kind) and broken != text and count["broken"] < args.broken:
            other = os.path.join(folder, "broken.yml")
            open(other, "w").write(broken)
            _, said, _ = run("validate", "--timeout", "20", *options, path, other)
            count["broken"] += 1
            count["broken and " + said] += 1
            if said != "refuted":
                problems.append(f"{path}: {name}: the broken witness is {said}")
    if count["witnesses"] <= 50:
        _, _, document = run("check", "--timeout", args.timeout, "--format", "sarif", *options, path)
        errors = list(jsonschema.Draft7Validator(sarif_schema).iter_errors(json.loads(document)))
        count["SARIF documents"] += 1
        count["SARIF documents that follow the schema"] += not errors
        problems += [f"{path}: SARIF: {error.message}" for error in errors[:1]]
print("\n".join(problems))
for name, number in count.items():
    print(f"{number:5} {name}")
sys.exit(bool(problems))
