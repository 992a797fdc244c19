//! Expressions: text with its precedence, so that parentheses can be left out wherever C allows it.

use super::{Effect, Function, Generator, INPUTS, Variable};

/// An expression's text and how tightly its outermost operator binds (1 comma … 16 primary).
pub(super) struct Text {
    text: String,
    binds: u8,
    constant: bool,
}

fn primary(text: String) -> Text {
    Text { text, binds: 16, constant: false }
}

const COMMA: u8 = 1;
const ASSIGNMENT: u8 = 2;
const CONDITIONAL: u8 = 3;
const OR: u8 = 4;
const UNARY: u8 = 14;
const POSTFIX: u8 = 15;

/// Operators from `||` on, with their precedence.
const BINARY: [(&str, u8); 22] = [
    ("||", OR),
    ("&&", 5),
    ("|", 6),
    ("^", 7),
    ("&", 8),
    ("==", 9),
    ("!=", 9),
    ("<", 10),
    ("<=", 10),
    (">", 10),
    (">=", 10),
    ("<<", 11),
    (">>", 11),
    ("+", 12),
    ("-", 12),
    ("+", 12),
    ("-", 12),
    ("*", 13),
    ("*", 13),
    ("/", 13),
    ("%", 13),
    ("+", 12),
];

impl Generator {
    /// An expression that may have one side effect, at least as tight as an assignment's operand.
    pub(super) fn effectful(&mut self, without: Option<&str>) -> String {
        self.effect = self.random_effect(without);
        self.taboo = self.effect.clone();
        let e = self.expression(3);
        self.effect = Effect::None;
        self.taboo = Effect::None;
        self.at_least(e, ASSIGNMENT)
    }

    /// An expression without side effects.
    pub(super) fn pure(&mut self) -> String {
        let effect = std::mem::replace(&mut self.effect, Effect::None);
        let e = self.expression(3);
        self.effect = effect;
        self.at_least(e, ASSIGNMENT)
    }

    /// A condition that keeps both outcomes likely.
    pub(super) fn condition(&mut self) -> String {
        let e = self.effectful(None);
        match self.random.below(4) {
            0 => format!("({e}) & 1"),
            1 => format!("({e}) > {}", self.random.below(10)),
            2 => format!("!({e})"),
            _ => e,
        }
    }

    fn random_effect(&mut self, without: Option<&str>) -> Effect {
        match self.random.below(10) {
            0 | 1 => {
                let locals: Vec<Variable> =
                    self.variables.iter().filter(|v| !v.global && Some(&v.name[..]) != without).cloned().collect();
                if locals.is_empty() { Effect::None } else { Effect::Change(self.random.pick(&locals).name) }
            }
            2 | 3 if !self.functions.is_empty() => Effect::Call,
            4 => Effect::Input,
            _ => Effect::None,
        }
    }

    /// With parentheses if it binds less than `binds`, and sometimes anyway.
    fn at_least(&mut self, e: Text, binds: u8) -> String {
        if e.binds < binds || self.random.chance(8) { format!("({})", e.text) } else { e.text }
    }

    fn expression(&mut self, depth: usize) -> Text {
        if self.effect != Effect::None && self.random.chance(35) {
            return self.spend_effect();
        }
        if depth == 0 || self.random.chance(15) {
            return self.leaf();
        }
        match self.random.below(20) {
            0 | 1 => self.unary(depth),
            2 | 3 => {
                let ty = self.ty();
                let e = self.expression(depth - 1);
                Text { text: format!("({ty}){}", self.at_least(e, UNARY)), binds: UNARY, constant: false }
            }
            4 => self.conditional(depth),
            5 => {
                // Compilers do not evaluate a value without effect that is thrown away, and would not see that it is undefined.
                let a = if self.effect == Effect::None { self.leaf() } else { self.spend_effect() };
                let b = self.expression(depth - 1);
                let (a, b) = (self.at_least(a, ASSIGNMENT), self.at_least(b, ASSIGNMENT));
                Text { text: format!("{a}, {b}"), binds: COMMA, constant: false }
            }
            6 => self.statement_expression(depth),
            _ => self.binary(depth),
        }
    }

    fn leaf(&mut self) -> Text {
        if self.random.chance(30) {
            let text = self.literal();
            return Text { text, binds: 16, constant: true };
        }
        if self.random.chance(3) {
            let ty = self.ty();
            return Text { text: format!("sizeof({ty})"), binds: UNARY, constant: true };
        }
        let allowed: Vec<Variable> = self.variables.iter().filter(|v| self.may_mention(v)).cloned().collect();
        if allowed.is_empty() {
            let text = self.literal();
            return Text { text, binds: 16, constant: true };
        }
        primary(self.random.pick(&allowed).name)
    }

    fn may_mention(&self, variable: &Variable) -> bool {
        match &self.taboo {
            Effect::Change(name) => *name != variable.name,
            Effect::Call => !variable.global,
            Effect::None | Effect::Input => true,
        }
    }

    pub(super) fn literal(&mut self) -> String {
        const EDGES: [&str; 22] = [
            "127",
            "128",
            "255",
            "256",
            "32767",
            "32768",
            "65535",
            "65536",
            "2147483647",
            "2147483648",
            "4294967295",
            "4294967296",
            "0x7fffffff",
            "0x80000000",
            "0xffffffff",
            "9223372036854775807",
            "0xffffffffffffffff",
            "0x8000000000000000",
            "017777777777",
            "040000000000",
            "0b1011",
            "0Xfe",
        ];
        const CHARS: [&str; 10] =
            ["'a'", "'\\n'", "'\\0'", "'\\377'", "'\\x7f'", "'\\x80'", "'\\\\'", "'\\''", "'Z'", "'\\12'"];
        if !self.constants.is_empty() && self.random.chance(15) {
            let constants = self.constants.clone();
            return self.random.pick(&constants);
        }
        match self.random.below(12) {
            0 => self.random.pick(&EDGES).to_owned(),
            1 => self.random.pick(&CHARS).to_owned(),
            2 => {
                let suffix = self.random.pick(&["u", "U", "l", "L", "ul", "UL", "lu", "ll", "LL", "ull", "ULL", "llu"]);
                format!("{}{suffix}", self.random.below(100))
            }
            3 => format!("0x{:x}", self.random.below(1 << 16)),
            4 => format!("0{:o}", self.random.below(600)),
            _ => self.random.below(12).to_string(),
        }
    }

    fn unary(&mut self, depth: usize) -> Text {
        let e = self.expression(depth - 1);
        let constant = e.constant;
        let text = match self.random.below(9) {
            0 | 1 => format!("- {}", self.at_least(e, UNARY)),
            2 => format!("+ {}", self.at_least(e, UNARY)),
            3 | 4 => format!("~{}", self.at_least(e, UNARY)),
            5 => format!("!!{}", self.at_least(e, UNARY)),
            6 => format!("sizeof {}", self.parenthesised(e)),
            _ => format!("!{}", self.at_least(e, UNARY)),
        };
        Text { text, binds: UNARY, constant }
    }

    fn parenthesised(&mut self, e: Text) -> String {
        format!("({})", e.text)
    }

    fn conditional(&mut self, depth: usize) -> Text {
        let c = self.expression(depth - 1);
        let c = self.at_least(c, OR);
        let b = self.expression(depth - 1);
        let b = self.at_least(b, CONDITIONAL);
        let text = if self.random.chance(20) {
            format!("{c} ?: {b}")
        } else {
            let a = self.expression(depth - 1);
            format!("{c} ? {} : {b}", a.text)
        };
        Text { text, binds: CONDITIONAL, constant: false }
    }

    fn statement_expression(&mut self, depth: usize) -> Text {
        let (ty, name) = (self.ty(), self.fresh("s"));
        let value = self.expression(depth - 1);
        let value = self.at_least(value, ASSIGNMENT);
        let op = self.random.pick(&["+", "^", "&"]);
        let other = self.leaf();
        primary(format!("({{ {ty} {name} = {value}; {name} {op} (short){}; }})", self.parenthesised(other)))
    }

    fn binary(&mut self, depth: usize) -> Text {
        let (op, binds) = self.random.pick(&BINARY);
        let mut a = self.expression(depth - 1);
        let mut b = self.expression(depth - 1);
        if a.constant && b.constant {
            // The compiler folds these, and then it does not look for overflow.
            b = self.leaf_variable(b);
        }
        match op {
            "<<" | ">>" if self.random.chance(92) => b = self.cut(b, 15),
            "/" | "%" if self.random.chance(92) => {
                let text = format!("({} | 1)", self.at_least(b, 7));
                b = primary(text);
            }
            "+" | "-" if self.random.chance(55) => {
                a = self.small(a);
                b = self.small(b);
            }
            "*" if self.random.chance(90) => {
                a = self.small(a);
                b = self.small(b);
            }
            _ => {}
        }
        let text = format!("{} {op} {}", self.at_least(a, binds), self.at_least(b, binds + 1));
        Text { text, binds, constant: false }
    }

    /// A variable in place of `e`, where one may be mentioned.
    fn leaf_variable(&mut self, e: Text) -> Text {
        let allowed: Vec<Variable> = self.variables.iter().filter(|v| self.may_mention(v)).cloned().collect();
        if allowed.is_empty() { self.cut(e, 127) } else { primary(self.random.pick(&allowed).name) }
    }

    fn cut(&mut self, e: Text, mask: u32) -> Text {
        let inner = self.at_least(e, 8);
        primary(format!("({inner} & {mask})"))
    }

    /// The same made small, or unsigned, so that arithmetic on it hardly overflows.
    fn small(&mut self, e: Text) -> Text {
        let text = match self.random.below(6) {
            0 => return self.cut(e, 1023),
            1 => format!("(signed char){}", self.at_least(e, UNARY)),
            2 => format!("(short){}", self.at_least(e, UNARY)),
            3 => format!("(unsigned){}", self.at_least(e, UNARY)),
            4 => format!("(unsigned long long){}", self.at_least(e, UNARY)),
            _ => {
                let text = format!("{} % {}", self.at_least(e, 13), 2 + self.random.below(1000));
                return Text { text, binds: 13, constant: false };
            }
        };
        Text { text, binds: UNARY, constant: false }
    }

    /// Puts the side effect here.
    fn spend_effect(&mut self) -> Text {
        match std::mem::replace(&mut self.effect, Effect::None) {
            Effect::Change(name) => self.change(&name),
            Effect::Call => {
                let functions = self.functions.clone();
                let function = self.random.pick(&functions);
                match function.result {
                    Some(_) => primary(self.call(&function)),
                    None => {
                        let (call, value) = (self.call(&function), self.leaf());
                        primary(format!("({call}, {})", value.text))
                    }
                }
            }
            Effect::Input => primary(format!("{}()", self.random.pick(&INPUTS).0)),
            Effect::None => self.leaf(),
        }
    }

    fn change(&mut self, name: &str) -> Text {
        match self.random.below(6) {
            0 => Text { text: format!("{name}++"), binds: POSTFIX, constant: false },
            1 => Text { text: format!("{name}--"), binds: POSTFIX, constant: false },
            2 => Text { text: format!("++{name}"), binds: UNARY, constant: false },
            3 => Text { text: format!("--{name}"), binds: UNARY, constant: false },
            4 => {
                let value = self.leaf();
                let op = self.random.pick(&["+=", "-=", "^=", "|=", "&=", "*="]);
                let value = self.small(value);
                Text { text: format!("{name} {op} {}", value.text), binds: ASSIGNMENT, constant: false }
            }
            _ => {
                let value = self.expression(1);
                let value = self.at_least(value, ASSIGNMENT);
                Text { text: format!("{name} = {value}"), binds: ASSIGNMENT, constant: false }
            }
        }
    }

    /// A call with arguments that have no side effects.
    pub(super) fn call(&mut self, function: &Function) -> String {
        let mut args = Vec::new();
        for (i, ty) in function.params.iter().enumerate() {
            let is_count = i == 0 && ty == "int";
            let e = self.pure();
            // The cast serves definitions without a prototype, which take arguments as they are.
            args.push(if is_count { format!("(int)(({e}) & 3)") } else { format!("({ty})({e})") });
        }
        format!("{}({})", function.name, args.join(", "))
    }

    /// A constant expression that is defined.
    pub(super) fn constant_expression(&mut self) -> String {
        let literal = self.literal();
        let small = self.random.below(100);
        match self.random.below(10) {
            0 => format!("-{small}"),
            1 => format!("({}){literal}", self.ty()),
            2 => format!("{small} * 3 - {}", self.random.below(50)),
            3 => format!("1u << {}", self.random.below(31)),
            4 => format!("{small} > 50 ? {literal} : ~{small}"),
            5 => format!("sizeof({}) + {small}", self.ty()),
            6 => format!("({small} & 12) | ({} ^ 5)", self.random.below(64)),
            7 => format!("!{small} || {literal}"),
            _ => literal,
        }
    }
}
