//! Pure expressions over the integers in scope. Divisions and shifts are guarded, unless a defect is planted.

use super::{Generator, INPUT, Variable};

const TYPES: [&str; 12] = [
    "int",
    "int",
    "int",
    "int",
    "unsigned",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "long",
    "unsigned long",
    "__int128",
];

impl Generator {
    pub(super) fn ty(&mut self) -> &'static str {
        self.random.pick(&TYPES)
    }

    pub(super) fn readable(&mut self) -> Option<Variable> {
        let inputs: Vec<Variable> = self.variables.iter().filter(|v| v.name.starts_with(INPUT)).cloned().collect();
        if !inputs.is_empty() && self.random.chance(25) {
            return Some(self.random.pick(&inputs));
        }
        (!self.variables.is_empty()).then(|| {
            // The latest are the most interesting.
            let count = self.variables.len();
            let from = if self.random.chance(50) { count.saturating_sub(4) } else { 0 };
            let variables = self.variables[from..].to_vec();
            self.random.pick(&variables)
        })
    }

    /// The name of a variable of any integer type, or a constant.
    pub(super) fn atom(&mut self) -> String {
        if self.random.chance(80)
            && let Some(variable) = self.readable()
        {
            return variable.name;
        }
        self.constant()
    }

    pub(super) fn constant(&mut self) -> String {
        match self.random.below(10) {
            0 => "2147483647".to_owned(),
            1 => format!("(-{})", 1 + self.random.below(100)),
            2 => "65535".to_owned(),
            3 => format!("{}u", self.random.below(9)),
            _ => self.random.below(12).to_string(),
        }
    }

    /// A variable that may be written.
    pub(super) fn target(&mut self) -> Variable {
        let writable: Vec<Variable> = self.variables.iter().filter(|v| v.writable).cloned().collect();
        if writable.is_empty() {
            let name = self.declare();
            return self.variables.iter().find(|v| v.name == name).cloned().expect("it was just declared");
        }
        self.random.pick(&writable)
    }

    /// A name of a variable, never a constant, so that the compiler has nothing to compute beforehand.
    pub(super) fn name(&mut self) -> String {
        match self.readable() {
            Some(variable) => variable.name,
            None => self.declare(),
        }
    }

    /// Any value.
    pub(super) fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.atom();
        }
        let left = self.expr(depth - 1);
        match self.random.below(14) {
            0..=3 => {
                let (op, right) = (self.random.pick(&["+", "-"]), self.name());
                self.exact(&format!("{left} {op} {right}"))
            }
            4 => {
                let (left, right) = (self.name(), self.small_factor());
                self.exact(&format!("{left} * {right}"))
            }
            5 => self.division(&left),
            6 => self.shift(&left),
            7 => {
                let (op, right) = (self.random.pick(&["&", "|", "^"]), self.atom());
                format!("({left} {op} {right})")
            }
            8 => format!("({} ? {left} : {})", self.condition(), self.atom()),
            9 => format!("(({}){})", self.ty(), self.name()),
            10 => format!("({} {left})", self.random.pick(&["~", "!"])),
            11 => self.exact(&format!("-{left}")),
            12 => self.condition(),
            _ => left,
        }
    }

    /// A variable of the very type of an operation that may overflow, with its value. Compilers simplify and narrow operations
    /// before they look for overflow; they do not look beyond a statement.
    fn exact(&mut self, operation: &str) -> String {
        let name = self.fresh("x");
        self.line(&format!("__typeof__({operation}) {name} = {operation};"));
        name
    }

    fn small_factor(&mut self) -> String {
        if self.random.chance(60) { (2 + self.random.below(6)).to_string() } else { self.name() }
    }

    fn division(&mut self, left: &str) -> String {
        let (op, right) = (self.random.pick(&["/", "%"]), self.name());
        if self.defect() { format!("({left} {op} {right})") } else { format!("({left} {op} (({right} & 7) + 1))") }
    }

    fn shift(&mut self, left: &str) -> String {
        let right = self.name();
        match self.random.below(3) {
            _ if self.defect() => format!("({left} << {right})"),
            0 => format!("((unsigned){left} << ({right} & 15))"),
            1 => format!("((unsigned long){left} >> ({right} & 31))"),
            _ => format!("({left} >> ({right} & 7))"),
        }
    }

    pub(super) fn condition(&mut self) -> String {
        let (left, right) = (self.name(), self.atom());
        let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let one = format!("({left} {op} {right})");
        match self.random.below(6) {
            0 => format!("({one} && {})", self.name()),
            1 => format!("({one} || !{})", self.name()),
            _ => one,
        }
    }

    /// A value from 0 to 255 of some variable. Nothing is computed under the mask: compilers look for overflow only after they
    /// have narrowed such operations.
    pub(super) fn small(&mut self) -> String {
        let (name, mask) = (self.name(), self.random.pick(&[1, 3, 7, 15, 127, 255]));
        match self.random.below(3) {
            0 => format!("({name} & {mask})"),
            1 => format!("({name} & {mask}) + {}", self.random.below(4)),
            _ => format!("({name} & 7) * {} + ({} & 3)", 1 + self.random.below(5), self.name()),
        }
    }

    /// An `int` from 0 up to, but not including, `n`; with a defect up to and including it.
    pub(super) fn index(&mut self, n: usize, defect: bool) -> String {
        let (name, i) = (self.name(), self.fresh("i"));
        self.line(&format!("int {i} = (int)((unsigned){name} % {}u);", if defect { n + 1 } else { n }));
        self.variables.push(Variable { name: i.clone(), ty: "int", writable: false });
        i
    }

    /// As [`Generator::index`], with a defect sometimes also one below; for arrays that are accessed by their name.
    pub(super) fn index_of_array(&mut self, n: usize, defect: bool) -> String {
        let i = self.index(n, defect);
        if defect && self.random.chance(30) { format!("{i} - 1") } else { i }
    }
}
