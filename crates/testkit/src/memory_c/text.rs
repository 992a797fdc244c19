//! Scenes about strings and the functions of `string.h`.

use super::{Generator, emit};

const WORDS: [&str; 8] = ["", "a", "ab", "abc", "b", "ba", "cab", "abca"];

impl Generator {
    /// A word and its length.
    fn word(&mut self) -> (&'static str, usize) {
        let word = self.random.pick(&WORDS);
        (word, word.len())
    }

    pub(super) fn string_functions(&mut self) {
        let buffer = self.fresh("t");
        let ((one, first), (two, second)) = (self.word(), self.word());
        let p = self.fresh("q");
        // The longer of two words is chosen by a condition, so that the room may be too small for it alone.
        let room = first.max(second) + 1;
        let append = self.random.chance(50);
        let (more, third) = if append { self.word() } else { ("", 0) };
        let room = room + third;
        let room = if self.defect() && room > 1 { room - 1 } else { room + self.random.below(2) };
        emit!(self, "char {buffer}[{room}];");
        emit!(self, "const char *{p} = {} ? \"{one}\" : \"{two}\";", self.condition());
        match self.random.below(3) {
            0 => emit!(self, "strcpy({buffer}, {p});"),
            1 => emit!(self, "memcpy({buffer}, {p}, strlen({p}) + 1);"),
            _ => {
                emit!(self, "strncpy({buffer}, {p}, {room});");
                emit!(self, "{buffer}[{}] = 0;", room - 1);
            }
        }
        if append {
            if self.random.chance(50) {
                emit!(self, "strcat({buffer}, \"{more}\");");
            } else {
                emit!(self, "strncat({buffer}, \"{more}\", {});", self.random.below(4));
            }
        }
        let (other, _) = self.word();
        let value = match self.random.below(7) {
            0 => format!("(int)strlen({buffer})"),
            1 => format!("strcmp({buffer}, \"{other}\") < 0"),
            2 => format!("strncmp({buffer}, \"{other}\", {}) == 0", self.random.below(4)),
            3 => format!("strchr({buffer}, 'b') != 0"),
            4 => {
                let found = self.fresh("q");
                emit!(self, "char *{found} = strchr({buffer}, 'a');");
                let guard = if self.defect() { "1".to_owned() } else { format!("{found} != 0") };
                format!("{guard} ? *{found} + (int)({found} - {buffer}) : -1")
            }
            5 => format!("strstr({buffer}, \"b\") != 0"),
            _ => format!("{buffer}[0] == 'a' || strrchr({buffer}, 'c') == {buffer}"),
        };
        self.declare_int(&value);
    }

    /// A loop over the characters of a string.
    pub(super) fn string_walk(&mut self) {
        let (t, p, (word, length)) = (self.fresh("t"), self.fresh("q"), self.word());
        if self.scope.literals && self.defect() {
            emit!(self, "char *{t} = \"{word}\";");
            emit!(self, "if {} {t}[0] = 'x';", self.condition());
        } else if self.defect() && length > 0 {
            // Without room for the null character.
            emit!(self, "char {t}[{length}] = \"{word}\";");
        } else {
            emit!(self, "char {t}[] = \"{word}\";");
            let i = self.index(length + 1, false);
            emit!(self, "{t}[{i}] = {} ? 'b' : 0;", self.condition());
            emit!(self, "{t}[{length}] = 0;");
        }
        let count = self.declare_int("0");
        match self.random.below(2) {
            0 => emit!(self, "for (char *{p} = {t}; *{p}; {p}++) {count} += *{p} == 'b' ? 5 : 1;"),
            _ => {
                emit!(self, "char *{p} = {t};");
                emit!(self, "while (*{p}) {{ {count} = {count} * 3 + (*{p} - 'a'); {p}++; }}");
                emit!(self, "{count} += (int)({p} - {t});");
            }
        }
    }

    pub(super) fn memory_functions(&mut self) {
        let (a, b, n) = (self.fresh("a"), self.fresh("a"), 2 + self.random.below(3));
        let ty = self.random.pick(&["int", "short", "unsigned char"]);
        emit!(self, "{ty} {a}[{n}] = {{ {}, 2 }};", self.name());
        emit!(self, "{ty} {b}[{n}];");
        let defect = self.defect();
        let count = if defect { n + 1 } else { n };
        match self.random.below(4) {
            0 => emit!(self, "memset({b}, {}, {count} * sizeof({ty}));", self.random.pick(&["0", "1", "255"])),
            1 => emit!(self, "memcpy({b}, {a}, {count} * sizeof *{a});"),
            2 => {
                emit!(self, "memcpy({b}, {a}, sizeof {b});");
                let count = if defect { n } else { n - 1 };
                emit!(self, "memmove({b} + 1, {b}, {count} * sizeof({ty}));");
            }
            _ => {
                emit!(self, "memset({b}, 0, sizeof({b}));");
                let i = self.index(n, defect);
                emit!(self, "memcpy({b}, {a}, ({i}) * sizeof({ty}) + sizeof({ty}));");
            }
        }
        let i = self.index(n, false);
        match self.random.below(3) {
            0 => self.read_into("int", &format!("memcmp({a}, {b}, {n} * sizeof({ty})) == 0")),
            _ => self.read_into("int", &format!("{b}[{i}] - {a}[0]")),
        }
    }
}
