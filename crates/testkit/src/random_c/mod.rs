//! Random C programs over integers, structures, unions, arrays and pointers, for comparing the interpreter with a C compiler.
//!
//! A program is deterministic given its inputs: no two side effects of one expression are unsequenced or touch what the rest of it
//! reads, every object has an initial value, and a global `fuel` bounds loops, jumps and calls. It may run into undefined
//! behaviour (overflow, division, shifts); operands are kept small often enough that many runs do not.
//!
//! What a run computes is folded into the global `digest`; a run is compared by it, also one that ended early.

mod expr;
mod stmt;

use std::fmt::Write;

use crate::random::Random;

/// One program. All its file-scope names begin with its prefix, so that several fit into one file.
#[derive(Clone, Debug)]
pub struct CProgram {
    pub prefix: String,
    /// Without the input functions' declarations and without `main`; the entry is `{prefix}entry`.
    pub text: String,
}

impl CProgram {
    pub fn digest(&self) -> String {
        format!("{}digest", self.prefix)
    }

    /// The program as a file of its own.
    pub fn standalone(&self) -> String {
        let mut file = declarations();
        file.push_str(&self.text);
        let _ = writeln!(file, "int main(void) {{ {}entry(); return 0; }}", self.prefix);
        file
    }
}

/// The input functions, with the type that each returns.
pub const INPUTS: [(&str, &str); 11] = [
    ("__VERIFIER_nondet_bool", "_Bool"),
    ("__VERIFIER_nondet_char", "char"),
    ("__VERIFIER_nondet_uchar", "unsigned char"),
    ("__VERIFIER_nondet_short", "short"),
    ("__VERIFIER_nondet_ushort", "unsigned short"),
    ("__VERIFIER_nondet_int", "int"),
    ("__VERIFIER_nondet_uint", "unsigned int"),
    ("__VERIFIER_nondet_long", "long"),
    ("__VERIFIER_nondet_ulong", "unsigned long"),
    ("__VERIFIER_nondet_longlong", "long long"),
    ("__VERIFIER_nondet_ulonglong", "unsigned long long"),
];

/// Declarations of the input functions.
pub fn declarations() -> String {
    INPUTS.iter().map(|(name, ty)| format!("extern {ty} {name}(void);\n")).collect()
}

const TYPES: [&str; 16] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "int",
    "int",
    "unsigned int",
    "unsigned",
    "long",
    "unsigned long int",
    "long long",
    "unsigned long long",
    "long unsigned",
];

#[derive(Clone, Debug)]
struct Variable {
    /// Any lvalue; one that may share memory with another is `global`.
    name: String,
    ty: String,
    /// Lives outside the function, so that calls may change it.
    global: bool,
}

#[derive(Clone, Debug)]
struct Function {
    name: String,
    result: Option<String>,
    params: Vec<String>,
}

/// The one side effect that the expression being made may have.
#[derive(Clone, PartialEq, Debug)]
enum Effect {
    None,
    /// Changes this variable, which nothing else in the expression may mention.
    Change(String),
    /// Calls a function; nothing else in the expression may mention a global.
    Call,
    Input,
}

struct Generator {
    random: Random,
    prefix: String,
    /// 128-bit types may be used.
    wide: bool,
    types: Vec<String>,
    constants: Vec<String>,
    functions: Vec<Function>,
    /// What is in scope, innermost last.
    variables: Vec<Variable>,
    effect: Effect,
    /// The variable or the globals of this may not be mentioned in the current expression.
    taboo: Effect,
    text: String,
    indent: usize,
    loops: usize,
    in_switch: bool,
    labels: usize,
    placed_labels: usize,
    names: usize,
    result: Option<String>,
    recursive: Option<Function>,
    /// There are structures, arrays and pointers.
    has_memory: bool,
}

/// The program of a seed. `wide` allows 128-bit types, which 32-bit targets do not have.
pub fn program(seed: u64, prefix: &str, wide: bool) -> CProgram {
    let mut generator = Generator {
        random: Random::new(seed, 1),
        prefix: prefix.to_owned(),
        wide,
        types: TYPES.map(str::to_owned).to_vec(),
        constants: Vec::new(),
        functions: Vec::new(),
        variables: Vec::new(),
        effect: Effect::None,
        taboo: Effect::None,
        text: String::new(),
        indent: 0,
        loops: 0,
        in_switch: false,
        labels: 0,
        placed_labels: 0,
        names: 0,
        result: None,
        recursive: None,
        has_memory: false,
    };
    generator.file();
    CProgram { prefix: prefix.to_owned(), text: generator.text }
}

impl Generator {
    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    fn ty(&mut self) -> String {
        if self.wide && self.random.chance(3) {
            return self.random.pick(&["__int128", "unsigned __int128"]).to_owned();
        }
        let types = self.types.clone();
        self.random.pick(&types)
    }

    fn file(&mut self) {
        let p = self.prefix.clone();
        self.line(&format!("static unsigned long long {p}digest = 0;"));
        self.line(&format!("static unsigned {p}fuel = 300;"));
        self.line(&format!("static void {p}see(unsigned long long v) {{ {p}digest = {p}digest * 31u + v; }}"));
        self.typedefs();
        for _ in 0..1 + self.random.below(4) {
            let (name, ty) = (self.fresh(&format!("{p}g")), self.ty());
            let storage = self.random.pick(&["static ", "static ", "", "static volatile ", "static const "]);
            let initial =
                if self.random.chance(80) { format!(" = {}", self.constant_expression()) } else { String::new() };
            self.line(&format!("{storage}{ty} {name}{initial};"));
            if storage != "static const " {
                self.variables.push(Variable { name, ty, global: true });
            }
        }
        if self.random.chance(60) {
            self.memory();
        }
        let globals = self.variables.len();
        for _ in 0..self.random.below(4) {
            self.function(globals);
        }
        self.entry(globals);
    }

    /// A structure, arrays (one of them large) and pointers into them. Their parts are variables like others.
    fn memory(&mut self) {
        let p = self.prefix.clone();
        let (element, member) = (self.ty(), self.ty());
        self.line(&format!(
            "struct {p}s {{ {member} a; short b[3]; unsigned c : 5; int d : 7; union {{ int u; unsigned char w[4]; }} e; }};"
        ));
        self.line(&format!("static struct {p}s {p}s0 = {{ 1, {{ 2, 3 }}, 4, -5, {{ 6 }} }}, {p}s1;"));
        self.line(&format!("static struct {p}s *{p}q = &{p}s1;"));
        self.line(&format!("static {element} {p}m[8] = {{ 1, 2, [5] = 3 }};"));
        self.line(&format!("static {element} *{p}r = &{p}m[1];"));
        self.line(&format!("static int {p}large[600];"));
        let index = |bound: &str| format!("(unsigned){p}fuel {bound}");
        let parts = [
            (format!("{p}s0.a"), member.clone()),
            (format!("{p}s0.b[1]"), "short".to_owned()),
            (format!("{p}s0.b[{}]", index("% 3u")), "short".to_owned()),
            (format!("{p}s0.e.u"), "int".to_owned()),
            (format!("{p}s0.e.w[{}]", index("& 3u")), "unsigned char".to_owned()),
            (format!("{p}q->a"), member),
            (format!("{p}q->e.u"), "int".to_owned()),
            (format!("{p}m[2]"), element.clone()),
            (format!("{p}m[{}]", index("& 7u")), element.clone()),
            (format!("(*{p}r)"), element),
            (format!("{p}large[{}]", index("* 7u % 600u")), "int".to_owned()),
            (format!("{p}large[17]"), "int".to_owned()),
        ];
        for (name, ty) in parts {
            if self.random.chance(50) {
                self.variables.push(Variable { name, ty, global: true });
            }
        }
        self.has_memory = true;
    }

    /// A typedef or two and an enumeration.
    fn typedefs(&mut self) {
        let p = self.prefix.clone();
        if self.random.chance(40) {
            let (name, ty) = (self.fresh(&format!("{p}t")), self.ty());
            self.line(&format!("typedef {ty} {name};"));
            self.types.push(name);
        }
        if self.random.chance(40) {
            let [a, b, c] = std::array::from_fn(|_| self.fresh(&format!("{p}E")));
            let value = self.random.below(400) as i64 - 200;
            let name = self.fresh(&format!("{p}e"));
            self.line(&format!("enum {name} {{ {a}, {b} = {value}, {c} }};"));
            self.types.push(format!("enum {name}"));
            self.constants.extend([a, b, c]);
        }
    }

    fn function(&mut self, globals: usize) {
        let name = self.fresh(&format!("{}f", self.prefix));
        let result = if self.random.chance(85) { Some(self.ty()) } else { None };
        // The first parameter of a function that calls itself counts down.
        let recursive = self.random.chance(30);
        let mut params: Vec<String> = (0..self.random.below(4)).map(|_| self.ty()).collect();
        if recursive {
            params.insert(0, "int".to_owned());
        }
        let this = Function { name: name.clone(), result: result.clone(), params: params.clone() };
        let names: Vec<String> = params.iter().map(|_| self.fresh("a")).collect();
        let head = result.clone().unwrap_or_else(|| "void".to_owned());
        let declared: Vec<String> = params.iter().zip(&names).map(|(t, n)| format!("{t} {n}")).collect();
        let storage = self.random.pick(&["static ", "", "static inline "]);
        if self.random.chance(12) && !params.is_empty() {
            let old: String = declared.iter().map(|d| format!(" {d};")).collect();
            self.line(&format!("static {head} {name}({}){old}", names.join(", ")));
        } else {
            let list = if declared.is_empty() { "void".to_owned() } else { declared.join(", ") };
            if storage == "static " && self.random.chance(30) {
                self.line(&format!("static {head} {name}({});", self.parameter_types(&params)));
            }
            self.line(&format!("{}{head} {name}({list})", if storage.is_empty() { "" } else { storage }));
        }
        for (ty, name) in params.iter().zip(names) {
            self.variables.push(Variable { name, ty: ty.clone(), global: false });
        }
        self.recursive = recursive.then(|| this.clone());
        self.body(result, globals);
        self.recursive = None;
        self.variables.truncate(globals);
        self.functions.push(this);
    }

    fn parameter_types(&self, params: &[String]) -> String {
        if params.is_empty() { "void".to_owned() } else { params.join(", ") }
    }

    fn entry(&mut self, globals: usize) {
        self.line(&format!("void {}entry(void)", self.prefix));
        self.body(None, globals);
        self.variables.truncate(globals);
    }

    /// The body of a function, whose parameters are in scope.
    fn body(&mut self, result: Option<String>, globals: usize) {
        let p = self.prefix.clone();
        self.result = result;
        self.line("{");
        self.indent += 1;
        for _ in 0..2 + self.random.below(4) {
            let (name, ty) = (self.fresh("v"), self.ty());
            let is_static = self.random.chance(10);
            let value = if is_static { self.constant_expression() } else { self.pure() };
            let storage = if is_static { "static " } else { "" };
            self.line(&format!("{storage}{ty} {name} = {value};"));
            self.variables.push(Variable { name, ty, global: is_static });
        }
        let leave = self.leave();
        self.line(&format!("if ({p}fuel == 0) {leave}"));
        self.line(&format!("{p}fuel--;"));
        self.labels = if self.random.chance(30) { 1 + self.random.below(2) } else { 0 };
        self.placed_labels = 0;
        for _ in 0..2 + self.random.below(5) {
            self.statement(3);
        }
        for label in self.placed_labels..self.labels {
            self.line(&format!("out{label}: ;"));
        }
        let from = self.random.below(globals.max(1));
        let seen: Vec<Variable> = self.variables[from.min(self.variables.len())..].to_vec();
        for variable in &seen {
            self.see(&variable.name, &variable.ty);
        }
        self.labels = 0;
        let leave = self.leave();
        self.line(&leave);
        self.indent -= 1;
        self.line("}");
    }

    fn see(&mut self, name: &str, ty: &str) {
        let p = self.prefix.clone();
        self.line(&format!("{p}see({name});"));
        if ty.contains("128") {
            self.line(&format!("{p}see((unsigned long long)({name} >> 64));"));
        }
    }

    /// A return statement.
    fn leave(&mut self) -> String {
        match self.result {
            Some(_) => format!("return {};", self.pure()),
            None => "return;".to_owned(),
        }
    }
}
