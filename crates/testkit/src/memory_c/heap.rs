//! Scenes about allocated memory: arrays, records, growing, singly linked lists.

use super::{Generator, emit};

impl Generator {
    pub(super) fn heap_array(&mut self) {
        let (h, n, k) = (self.fresh("h"), self.fresh("n"), self.fresh("k"));
        let ty = self.random.pick(&["int", "short", "long", "unsigned char"]);
        let constant = self.random.chance(40);
        let size = if constant { (1 + self.random.below(4)).to_string() } else { format!("({} & 3) + 1", self.name()) };
        emit!(self, "int {n} = {size};");
        let call = match self.random.below(3) {
            0 => format!("calloc({n}, sizeof({ty}))"),
            1 if constant => format!("malloc({size} * sizeof *{h})"),
            _ => format!("malloc({n} * sizeof({ty}))"),
        };
        emit!(self, "{ty} *{h} = {call};");
        let bound = if self.defect() { "<=" } else { "<" };
        emit!(self, "for (int {k} = 0; {k} {bound} {n}; {k}++) {h}[{k}] = {k} + {};", self.random.below(9));
        let sum = self.declare_int(&format!("{h}[{n} - 1] + *{h}"));
        self.dispose(&h, &format!("{sum} += {h}[0];"));
    }

    /// Frees memory, sometimes wrongly. `late` is a statement that uses it.
    fn dispose(&mut self, h: &str, late: &str) {
        if self.defect() {
            match self.random.below(4) {
                0 => {
                    emit!(self, "free({h});");
                    emit!(self, "{late}");
                }
                1 => {
                    emit!(self, "if {} free({h});", self.condition());
                    emit!(self, "{late}");
                }
                2 => {
                    emit!(self, "if {} free({h});", self.condition());
                    emit!(self, "free({h});");
                }
                _ => {
                    emit!(self, "{late}");
                    emit!(self, "free({h} + ({} & 1));", self.name());
                }
            }
            return;
        }
        match self.random.below(3) {
            0 => emit!(self, "free({h});"),
            1 => {
                emit!(self, "if {} {{ free({h}); {h} = 0; }}", self.condition());
                emit!(self, "if ({h}) {{ {late} free({h}); }}");
            }
            _ => {
                emit!(self, "{late}");
                emit!(self, "free({h});");
                emit!(self, "{h} = 0;");
                emit!(self, "free({h});");
            }
        }
    }

    pub(super) fn heap_record(&mut self) {
        let (tag, h, other) = (self.fresh("s"), self.fresh("h"), self.fresh("h"));
        self.file.push_str(&format!("struct {tag} {{ char kind; int v[2]; struct {tag} *peer; }};\n"));
        emit!(self, "struct {tag} *{h} = calloc(1, sizeof *{h});");
        emit!(self, "struct {tag} *{other} = malloc(sizeof(struct {tag}));");
        emit!(self, "*{other} = *{h};");
        emit!(self, "{h}->peer = {} ? {other} : {h};", self.condition());
        emit!(self, "{h}->peer->v[1] = {};", self.name());
        emit!(self, "{other}->v[0] = {h}->v[1] + 1;");
        if self.defect() {
            emit!(self, "{other}->peer->kind = 1;");
        }
        let sum = self.declare_int(&format!("{other}->v[0] + {h}->peer->v[1]"));
        if self.random.chance(50) {
            emit!(self, "free({other});");
            self.dispose(&h, &format!("{sum} += {h}->v[0];"));
        } else {
            emit!(self, "if ({h}->peer == {h}) {sum} += 1;");
            emit!(self, "free({h});");
            self.dispose(&other, &format!("{sum} += {other}->kind;"));
        }
    }

    /// `realloc`, in which the memory moves.
    pub(super) fn grow(&mut self) {
        let (h, bigger, k) = (self.fresh("h"), self.fresh("h"), self.fresh("k"));
        let (from, to) = (1 + self.random.below(3), 2 + self.random.below(4));
        emit!(self, "int *{h} = malloc({from} * sizeof(int));");
        emit!(self, "for (int {k} = 0; {k} < {from}; {k}++) {h}[{k}] = {k} * 3 + {};", self.small());
        emit!(self, "int *{bigger} = realloc({h}, {to} * sizeof(int));");
        let end = if self.defect() { to + 1 } else { to };
        if end > from {
            emit!(self, "for (int {k} = {from}; {k} < {end}; {k}++) {bigger}[{k}] = 5;");
        }
        let old = if self.defect() { &h } else { &bigger };
        let sum = self.declare_int(&format!("{bigger}[{}] + {old}[0]", to - 1));
        self.dispose(&bigger, &format!("{sum} += *{bigger};"));
    }

    pub(super) fn list(&mut self) {
        let (tag, head, k) = (self.fresh("node"), self.fresh("l"), self.fresh("k"));
        self.file.push_str(&format!("struct {tag} {{ int v; struct {tag} *next; }};\n"));
        emit!(self, "struct {tag} *{head} = 0;");
        let n = if self.random.chance(50) {
            (1 + self.random.below(3)).to_string()
        } else {
            format!("({} & 3)", self.name())
        };
        emit!(self, "for (int {k} = 0; {k} < {n}; {k}++) {{");
        self.block(|g| {
            emit!(g, "struct {tag} *x = malloc(sizeof *x);");
            emit!(g, "x->v = {k} + {};", g.name());
            emit!(g, "x->next = {head};");
            emit!(g, "{head} = x;");
        });
        emit!(self, "}}");
        let sum = self.declare_int("0");
        match self.random.below(4) {
            0 => {
                emit!(self, "struct {tag} *r{head} = 0;");
                emit!(self, "while ({head}) {{");
                self.block(|g| {
                    emit!(g, "struct {tag} *x = {head}->next;");
                    emit!(g, "{head}->next = r{head};");
                    emit!(g, "r{head} = {head};");
                    emit!(g, "{head} = x;");
                });
                emit!(self, "}}");
                emit!(self, "{head} = r{head};");
            }
            1 => {
                // The second element goes; without the test there may be none.
                let test = if self.defect() { head.clone() } else { format!("{head} && {head}->next") };
                emit!(self, "if ({test}) {{");
                self.block(|g| {
                    emit!(g, "struct {tag} *x = {head}->next;");
                    emit!(g, "{head}->next = x->next;");
                    emit!(g, "free(x);");
                });
                emit!(self, "}}");
            }
            2 if self.defect() => emit!(self, "{sum} = {head}->v;"),
            _ => {}
        }
        emit!(self, "for (struct {tag} *x = {head}; x; x = x->next) {sum} = {sum} * 2 + x->v;");
        if self.defect() {
            emit!(self, "while ({head}) {{ free({head}); {head} = {head}->next; }}");
        } else {
            emit!(self, "while ({head}) {{ struct {tag} *x = {head}->next; free({head}); {head} = x; }}");
        }
    }
}
