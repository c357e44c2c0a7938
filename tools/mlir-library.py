"""Makes a table of which attributes of a compiler's ops are properties, by asking the compiler's own library.

    PYTHONPATH=wheel python3 tools/mlir-library.py --release "TensorFlow 2.21" --library wheel/tensorflow/libtensorflow_framework.so.2 \\
      --library wheel/tensorflow/libtensorflow_cc.so.2 --dialect TF=tf --dialect TFL=tfl --dialect mhlo=mhlo --out tensorflow-2.21.json

An op's class has a function `getInherentAttr(context, properties, name)` that says whether it has a property of that name. It
is asked for every name in the libraries' strings that may be one (with --names FILE, also for those that stand there, one a
line). `--dialect NAMESPACE=dialect` says which dialect the classes of a C++ namespace are. An op's name is the string
`dialect.name` whose letters are those of the class; `--op Class=name` says it where there is none. Classes without a name are
named on standard error. How a record lays properties out cannot be asked for: such a table is for bytecode before version 5.
Needs nm, strings, and a C compiler.
"""
import argparse, ctypes, json, re, subprocess, sys, tempfile

PROBE = r"""
#include <setjmp.h>
#include <signal.h>
#include <string.h>
typedef struct { void *attribute; unsigned char is; } Found; /* std::optional<mlir::Attribute> */
typedef Found (*Ask)(void *, void *, const char *, size_t);
static char properties[1 << 16];
static sigjmp_buf back;
static void fault(int signal_) { siglongjmp(back, 1); }
/* is[i]: whether the op has a property names[i]. One that is made with the context, which there is none of, faults: it has it. */
void ask(Ask function, const char **names, int count, unsigned char *is) {
  signal(SIGSEGV, fault); signal(SIGBUS, fault); signal(SIGABRT, fault);
  for (volatile int i = 0; i < count; i++)
    is[i] = sigsetjmp(back, 1) ? 1 : function(0, properties, names[i], strlen(names[i])).is;
}
"""
SEGMENTS = {"operandSegmentSizes": "@2", "resultSegmentSizes": "%2"}
#: Segment sizes are also known by older names.
OLD_SEGMENTS = {"operand_segment_sizes", "result_segment_sizes"}
NAME = re.compile(r"[A-Za-z]|[a-z_][a-z0-9_]{1,35}|[A-Z][a-z]{1,20}|[a-z]+([A-Z][a-z]+)+")
SYMBOL = re.compile(r"_ZN4mlir(\d+)(\w+)15getInherentAttr\w*")


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=True).stdout


def letters(name):
    return re.sub(r"[._-]", "", name).lower()


def classes(libraries):
    """Every op class: symbol, namespace, class."""
    for library in libraries:
        for symbol in output("nm", "-D", "--defined-only", library).split():
            symbol = symbol.split("@")[0]
            found = SYMBOL.fullmatch(symbol)
            if not found:
                continue
            size = int(found[1])
            namespace, rest = found[2][:size], re.fullmatch(r"(\d+)(\w+)", found[2][size:])
            if rest and len(rest[2]) == int(rest[1]):
                yield symbol, namespace, rest[2]


def main():
    parser = argparse.ArgumentParser()
    for option in ("library", "dialect", "op", "names"):
        parser.add_argument(f"--{option}", action="append", default=[])
    parser.add_argument("--release", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    dialects = dict(pair.split("=") for pair in options.dialect)
    given = dict(pair.split("=") for pair in options.op)
    words = {word.strip() for library in options.library for word in output("strings", "-n", "1", library).split("\n")}
    words |= {line.strip() for file in options.names for line in open(file)}
    names = sorted({word for word in words if NAME.fullmatch(word)} - OLD_SEGMENTS | set(SEGMENTS))
    ops = {}
    for word in words:
        if re.fullmatch(r"[a-z_]+\.[A-Za-z_][\w.-]*", word):
            ops.setdefault((word.split(".")[0], letters(word.split(".", 1)[1])), []).append(word.split(".", 1)[1])
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/probe.c", "w").write(PROBE)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", f"{folder}/probe.so", f"{folder}/probe.c"], check=True)
        ask = ctypes.CDLL(f"{folder}/probe.so").ask
    loaded = [ctypes.CDLL(library, ctypes.RTLD_GLOBAL) for library in options.library]
    array = (ctypes.c_char_p * len(names))(*[name.encode() for name in names])
    lines = {}
    for symbol, namespace, name in classes(options.library):
        dialect = dialects.get(namespace)
        if dialect is None:
            continue
        plain = name.removesuffix("Op")
        fitting = ops.get((dialect, letters(plain)), []) or ops.get((dialect, letters(name)), [])
        op = given.get(f"{namespace}::{name}") or (plain if plain in fitting else fitting[0] if fitting else None)
        if op is None:
            print(f"{namespace}::{name} has no name", file=sys.stderr)
            continue
        function = next(getattr(library, symbol) for library in loaded if hasattr(library, symbol))
        answers = (ctypes.c_ubyte * len(names))()
        ask(ctypes.cast(function, ctypes.c_void_p), array, len(names), answers)
        found = [known for known, answer in zip(names, answers) if answer]
        properties = [f"{known}?" for known in sorted(found) if known not in SEGMENTS]
        lines.setdefault(dialect, set()).add(" ".join([op, *properties, *[SEGMENTS[known] for known in found if known in SEGMENTS]]))
    table = {"release": options.release, "defaults": [], "enums": []}
    table["dialects"] = {dialect: "\n".join(sorted(of)) for dialect, of in sorted(lines.items())}
    with open(options.out, "w") as out:
        out.write(json.dumps(table, indent=1) + "\n")


main()
