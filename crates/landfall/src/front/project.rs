//! Which units of a project make a program: those that define what its entry function needs, as far as they do.
//!
//! The unit of a definition is followed from name to name through the symbols of units ([`UnitIndex`]): a name that the unit itself
//! defines is meant there, any other where some unit defines it for all. Constructors and destructors run whenever their unit
//! is used; a unit with one that may change what the program uses is used as well.

use std::collections::{BTreeMap, BTreeSet};

use super::index::{Definition, Kind, UnitIndex};
use super::needed::replaces_library;

/// The units of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// By number; that of the entry function is the first.
    pub units: Vec<usize>,
    /// The definitions that are needed: unit, and number there.
    pub needed: BTreeSet<(usize, usize)>,
    /// Names that no unit defines, with the definitions that mention them.
    pub missing: BTreeMap<String, BTreeSet<String>>,
}

/// Why there is no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// No unit defines the entry function.
    NoEntry,
    /// Several units define a name: their numbers, with file and line.
    Ambiguous { name: String, places: Vec<(usize, String, u32)> },
    /// A unit that seems to define a name cannot be used.
    Broken { name: String, unit: usize },
}

/// Chooses the units that define what the function `entry` needs. Those of `given` belong to the program, and what they define counts.
pub fn choose(units: &[UnitIndex], given: &[usize], entry: &str) -> Result<Chosen, Problem> {
    if let Some(unit) = given.iter().find(|unit| units[**unit].error.is_some()) {
        return Err(Problem::Broken { name: entry.to_string(), unit: *unit });
    }
    let symbols = Symbols::new(units, given);
    let first = symbols.entry(entry)?;
    let mut search = Search {
        symbols: &symbols,
        used: vec![false; units.len()],
        order: Vec::new(),
        needed: BTreeSet::new(),
        work: Vec::new(),
        missing: BTreeMap::new(),
    };
    search.need(first)?;
    for unit in given {
        search.take(*unit)?;
    }
    loop {
        search.close()?;
        if !search.add_constructors()? {
            break;
        }
    }
    Ok(Chosen { units: search.order, needed: search.needed, missing: search.missing })
}

/// A definition: its unit and its number there.
type Place = (usize, usize);

struct Symbols<'a> {
    units: &'a [UnitIndex],
    given: &'a [usize],
    /// By unit, the definitions by name.
    local: Vec<BTreeMap<&'a str, usize>>,
    /// The definitions that other units may name.
    external: BTreeMap<&'a str, Vec<Place>>,
}

impl<'a> Symbols<'a> {
    fn new(units: &'a [UnitIndex], given: &'a [usize]) -> Symbols<'a> {
        let mut external: BTreeMap<&str, Vec<Place>> = BTreeMap::new();
        let mut local = Vec::with_capacity(units.len());
        for (number, unit) in units.iter().enumerate() {
            let mut names = BTreeMap::new();
            for (position, definition) in unit.definitions.iter().enumerate() {
                names.insert(definition.name.as_str(), position);
                if definition.external {
                    external.entry(&definition.name).or_default().push((number, position));
                }
            }
            local.push(names);
        }
        Symbols { units, given, local, external }
    }

    fn definition(&self, place: Place) -> &'a Definition {
        &self.units[place.0].definitions[place.1]
    }

    fn is_broken(&self, place: &Place) -> bool {
        self.units[place.0].error.is_some()
    }

    /// The entry function: in a given unit, else one that all may name, else one that only its file may name.
    fn entry(&self, name: &str) -> Result<Place, Problem> {
        let is_function = |place: &Place| self.definition(*place).kind == Kind::Function;
        let in_given = self.given.iter().find_map(|unit| Some((*unit, *self.local[*unit].get(name)?)));
        if let Some(place) = in_given.filter(is_function) {
            return Ok(place);
        }
        let mut all = self.external.get(name).cloned().unwrap_or_default();
        if all.is_empty() {
            all = self.local.iter().enumerate().filter_map(|(unit, names)| Some((unit, *names.get(name)?))).collect();
        }
        all.retain(is_function);
        self.one_of(name, &all, &[])?.ok_or(Problem::NoEntry)
    }

    /// The definition of a name that a unit mentions.
    fn resolve(&self, unit: usize, name: &str, used: &[bool]) -> Result<Option<Place>, Problem> {
        if let Some(position) = self.local[unit].get(name) {
            let definition = self.definition((unit, *position));
            if !definition.external || !definition.weak && definition.kind != Kind::Tentative {
                return Ok(Some((unit, *position)));
            }
        }
        self.one_of(name, self.external.get(name).map_or(&[], Vec::as_slice), used)
    }

    /// The definition that counts. A definition of a header is the same wherever it is included; where units are as good as each
    /// other, one that is used already is taken.
    fn one_of(&self, name: &str, places: &[Place], used: &[bool]) -> Result<Option<Place>, Problem> {
        let given = |place: &&Place| self.given.contains(&place.0);
        let strong = |place: &&Place| !self.definition(**place).weak;
        let initialised = |place: &&Place| self.definition(**place).kind != Kind::Tentative;
        let mut left: Vec<Place> = places.iter().filter(|place| !self.is_broken(place)).copied().collect();
        for better in [&given as &dyn Fn(&&Place) -> bool, &strong, &initialised] {
            if left.iter().any(|place| better(&place)) {
                left.retain(|place| better(&place));
            }
        }
        let Some(first) = left.first() else {
            return match places.first() {
                Some(broken) => Err(Problem::Broken { name: name.to_string(), unit: broken.0 }),
                None => Ok(None),
            };
        };
        let at = |place: &Place| (&self.definition(*place).file, self.definition(*place).line);
        if left.iter().all(|place| at(place) == at(first) && self.in_header(place)) || left.len() == 1 {
            let known = left.iter().find(|place| used.get(place.0).is_some_and(|used| *used));
            return Ok(Some(*known.unwrap_or(first)));
        }
        let places = left.iter().map(|place| (place.0, at(place).0.clone(), at(place).1)).collect();
        Err(Problem::Ambiguous { name: name.to_string(), places })
    }

    /// Whether a definition stands in a file that the unit includes.
    fn in_header(&self, place: &Place) -> bool {
        self.definition(*place).file != self.units[place.0].file
    }
}

struct Search<'a> {
    symbols: &'a Symbols<'a>,
    /// By unit.
    used: Vec<bool>,
    order: Vec<usize>,
    needed: BTreeSet<Place>,
    work: Vec<Place>,
    missing: BTreeMap<String, BTreeSet<String>>,
}

impl Search<'_> {
    /// Adds a unit, with what runs by itself there, or from inside of the C library.
    fn take(&mut self, unit: usize) -> Result<(), Problem> {
        if std::mem::replace(&mut self.used[unit], true) {
            return Ok(());
        }
        self.order.push(unit);
        let index = &self.symbols.units[unit];
        for (position, definition) in index.definitions.iter().enumerate() {
            let replaces =
                definition.external && definition.kind == Kind::Function && replaces_library(&definition.name);
            if definition.by_itself || replaces {
                self.need((unit, position))?;
            }
        }
        self.names(unit, &index.always, &index.file)
    }

    fn need(&mut self, place: Place) -> Result<(), Problem> {
        if self.needed.insert(place) {
            self.take(place.0)?;
            self.work.push(place);
        }
        Ok(())
    }

    /// Follows what needed definitions mention.
    fn close(&mut self) -> Result<(), Problem> {
        while let Some(place) = self.work.pop() {
            let definition = self.symbols.definition(place);
            self.names(place.0, &definition.uses, &definition.name)?;
        }
        Ok(())
    }

    fn names(&mut self, unit: usize, numbers: &[u32], by: &str) -> Result<(), Problem> {
        let index = &self.symbols.units[unit];
        for name in numbers.iter().filter_map(|number| index.names.get(*number as usize)) {
            match self.symbols.resolve(unit, name, &self.used)? {
                Some(found) => self.need(found)?,
                None => _ = self.missing.entry(name.clone()).or_default().insert(by.to_string()),
            }
        }
        Ok(())
    }

    /// Adds units whose constructors or destructors may change objects that are needed. Says whether there were any.
    fn add_constructors(&mut self) -> Result<bool, Problem> {
        let mut found = false;
        for (unit, index) in self.symbols.units.iter().enumerate() {
            let first = index.definitions.iter().enumerate().filter(|(_, definition)| definition.by_itself);
            let first: Vec<Place> = first.map(|(position, _)| (unit, position)).collect();
            if !self.used[unit] && index.error.is_none() && self.reaches_needed(first) {
                self.take(unit)?;
                found = true;
            }
        }
        Ok(found)
    }

    /// Whether definitions mention, directly or not, an object that is needed.
    fn reaches_needed(&self, mut work: Vec<Place>) -> bool {
        let mut seen = BTreeSet::new();
        while let Some(place) = work.pop() {
            if !seen.insert(place) {
                continue;
            }
            let definition = self.symbols.definition(place);
            if self.needed.contains(&place) && definition.kind != Kind::Function {
                return true;
            }
            let names = definition.uses.iter().filter_map(|n| self.symbols.units[place.0].names.get(*n as usize));
            // What is not clear here concerns another program.
            work.extend(names.filter_map(|name| self.symbols.resolve(place.0, name, &self.used).ok().flatten()));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::DataModel;
    use crate::front::index::index;

    fn choose_of(texts: &[&str], given: &[usize], entry: &str) -> Result<Chosen, Problem> {
        let name = |number: usize| format!("{number}.c");
        let units =
            texts.iter().enumerate().map(|(n, text)| index(&name(n), text.as_bytes().to_vec(), DataModel::Lp64));
        choose(&units.collect::<Vec<_>>(), given, entry)
    }

    #[test]
    fn units_that_are_needed() {
        let texts = [
            "int g(int); int f(int x) { return g(x); }",
            "int k(void); static int f(void) { return k(); } int other(void) { return f(); }",
            "extern int v; int missing(int); int unused(void); int g(int x) { return missing(x) + v; } int h(void) { return unused(); }",
            "int v = 3;",
            "int unused(void) { return 1; }",
        ];
        let chosen = choose_of(&texts, &[], "f").expect("is one program");
        assert_eq!(chosen.units, [0, 2, 3]);
        let missing: Vec<(&str, Vec<&str>)> =
            chosen.missing.iter().map(|(n, by)| (n.as_str(), by.iter().map(String::as_str).collect())).collect();
        assert_eq!(missing, [("missing", vec!["g"])]);
        // A function that only its file may name.
        assert_eq!(choose_of(&texts, &[1], "f").expect("is one program").units, [1]);
        assert_eq!(choose_of(&texts, &[], "nothing"), Err(Problem::NoEntry));
    }

    #[test]
    fn two_programs_of_one_project() {
        let texts = [
            "int work(void); int main(void) { return work(); }",
            "int work(void); int main(void) { return !work(); }",
            "int work(void) { return 0; }",
        ];
        let places = vec![(0, "0.c".to_string(), 1), (1, "1.c".to_string(), 1)];
        assert_eq!(choose_of(&texts, &[], "main"), Err(Problem::Ambiguous { name: "main".into(), places }));
        assert_eq!(choose_of(&texts, &[1], "main").expect("is one program").units, [1, 2]);
    }

    #[test]
    fn definitions_that_give_way() {
        let texts = [
            "int f(void); int x; int main(void) { return f() + x; }",
            "__attribute__((weak)) int f(void) { return 0; }",
            "int f(void) { return 1; }",
            "int x = 7;",
        ];
        assert_eq!(choose_of(&texts, &[], "main").expect("is one program").units, [0, 2, 3]);
    }

    #[test]
    fn headers_define_alike() {
        let text = |own: &str| format!("# 1 \"h.h\"\ninline int twice(int x) {{ return 2 * x; }}\n# 1 \"{own}\"\n");
        let texts =
            [text("0.c") + "int f(int x) { return twice(x); }", text("1.c") + "int g(int x) { return twice(x); }"];
        assert_eq!(choose_of(&[&texts[0], &texts[1]], &[], "f").expect("is one program").units, [0]);
        assert_eq!(choose_of(&[&texts[0], &texts[1]], &[], "twice").expect("is one program").units, [0]);
    }

    #[test]
    fn broken_units_matter_where_they_are_needed() {
        let texts =
            ["int g(void); int main(void) { return g(); }", "int h(void) { return +; }", "int g(void) { return *; }"];
        assert_eq!(choose_of(&texts, &[], "main"), Err(Problem::Broken { name: "g".into(), unit: 2 }));
        assert_eq!(choose_of(&texts[..2], &[], "main").expect("is one program").units, [0]);
    }

    #[test]
    fn constructors_that_change_what_is_used() {
        let texts = [
            "int mode; int main(void) { return mode; }",
            "extern int mode; static void set(void) { mode = 1; } __attribute__((constructor)) void init(void) { set(); }",
            "int own; __attribute__((constructor)) void other(void) { own = 1; }",
        ];
        assert_eq!(choose_of(&texts, &[], "main").expect("is one program").units, [0, 1]);
    }
}
