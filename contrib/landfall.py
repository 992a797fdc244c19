"""BenchExec's tool-info module for landfall: put it where Python finds it and name it `<tool module>` in a benchmark definition."""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task
from benchexec.tools.template import UnsupportedFeatureException


class Tool(benchexec.tools.template.BaseTool2):
    """landfall, a software model checker for C."""

    REQUIRED_PATHS = ["landfall", "lib"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("landfall", subdir="bin")

    def name(self):
        return "landfall"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="landfall")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options]
        data_model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if data_model and "--data-model" not in options:
            command += ["--data-model", data_model]
        if task.property_file:
            command += ["--property", task.property_file]
        if rlimits.walltime and "--timeout" not in options:
            command += ["--timeout", str(rlimits.walltime)]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(rlimits.memory // 1_000_000)]
        if len(list(task.input_files)) != 1:
            raise UnsupportedFeatureException("landfall checks one file at a time")
        return [*command, "--", *task.input_files]

    def determine_result(self, run):
        last = run.output[-1].strip() if run.output else ""
        if last == "true":
            return result.RESULT_TRUE_PROP
        if last.startswith("false("):
            known = {
                "unreach-call": result.RESULT_FALSE_REACH,
                "no-overflow": result.RESULT_FALSE_OVERFLOW,
            }
            return known.get(last[len("false(") : -1], result.RESULT_FALSE_PROP)
        if last.startswith("unknown("):
            # The reason goes to the column `status` only if it is a limit that BenchExec knows.
            reason = last[len("unknown(") : -1]
            return {"timeout": "TIMEOUT", "memory": "OUT OF MEMORY"}.get(reason, result.RESULT_UNKNOWN)
        return result.RESULT_ERROR

    def get_value_from_output(self, output, identifier):
        for line in output:
            found = re.match(r"\s*([0-9.]+)(?: s| MB)?\s+(.*)", line)
            if found and found.group(2).strip() == identifier:
                return found.group(1)
        return None
