//! Reading the units of a project: preprocessed text and symbols, several at a time, from the cache where it has them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use landfall::front::diagnostic::RenderStyle;
use landfall::front::index::{Definition, UnitIndex, index, leave_out};
use landfall::front::preprocess::{self, PreprocessOptions};
use landfall::front::source::SourceMap;
use landfall::front::{FrontOptions, Source};

use super::cache::{Cache, Kept};
use super::database::Unit;
use crate::output::tell;

/// What was read.
pub struct Reader {
    /// By unit.
    pub indexes: Vec<UnitIndex>,
    texts: Vec<Text>,
    cache: Option<&'static Cache>,
}

/// The text of a unit.
enum Text {
    /// The preprocessed text, if the preprocessor ran, and the file.
    Here(Option<Vec<u8>>, Vec<u8>),
    /// In the cache.
    Kept(Kept),
    Unreadable,
}

impl Reader {
    pub fn read(units: &[Unit], front: &FrontOptions, cache: Option<&'static Cache>) -> Reader {
        let next = AtomicUsize::new(0);
        let found: Vec<Mutex<Option<(UnitIndex, Text)>>> = units.iter().map(|_| Mutex::new(None)).collect();
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get()).min(units.len());
        let work = || {
            while let Some((unit, place)) = {
                let number = next.fetch_add(1, Ordering::Relaxed);
                units.get(number).zip(found.get(number))
            } {
                let read = read(unit, &unit.preprocess(&front.preprocess), cache);
                *place.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(read);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        let found = found.into_iter().map(|place| place.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()));
        let (indexes, texts) = found.flatten().unzip();
        if let Some(cache) = cache {
            cache.trim();
        }
        Reader { indexes, texts, cache }
    }

    /// The source of a unit that was read, without the bodies of functions that are not needed: those are not among `needed`.
    pub fn source(&mut self, number: usize, unit: &Unit, needed: &[usize], front: &FrontOptions) -> Source {
        let text = match std::mem::replace(&mut self.texts[number], Text::Unreadable) {
            Text::Here(text, original) => Some((text.unwrap_or_else(|| original.clone()), original)),
            Text::Kept(kept) => self.cache.and_then(|cache| cache.text(&kept)),
            Text::Unreadable => None,
        };
        let Some((mut text, original)) = text else {
            // Somebody has emptied the cache meanwhile.
            return Source::File { path: unit.file.clone(), preprocess: unit.preprocess(&front.preprocess) };
        };
        let definitions = self.indexes[number].definitions.iter().enumerate();
        let others = definitions.filter(|(position, _)| !needed.contains(position)).map(|(_, definition)| definition);
        let others: Vec<&Definition> = others.filter(|definition| definition.body.is_some()).collect();
        leave_out(&mut text, others.iter().filter_map(|definition| definition.body));
        let left_out = others.iter().map(|definition| definition.name.clone()).collect();
        Source::Text { name: unit.file.display().to_string(), text, original, left_out }
    }
}

fn read(unit: &Unit, options: &PreprocessOptions, cache: Option<&Cache>) -> (UnitIndex, Text) {
    let key = cache.and_then(|cache| cache.key(&unit.file, options));
    if let Some((cache, key)) = cache.zip(key.as_ref())
        && let Some((index, kept)) = cache.find(key)
    {
        return (index, Text::Kept(kept));
    }
    let name = unit.file.display().to_string();
    match preprocess::text(&unit.file, options) {
        Ok(read) => {
            read.notes.iter().for_each(|note| tell(&note.render(&SourceMap::new(), RenderStyle::Coloured)));
            let text = read.preprocessed.clone().unwrap_or_else(|| read.original.clone());
            let found = index(&name, text, options.data_model);
            if let Some((cache, key)) = cache.zip(key.as_ref()) {
                cache.keep(key, &unit.file, options, &found, read.preprocessed.as_deref(), &read.original);
            }
            (found, Text::Here(read.preprocessed, read.original))
        }
        Err(error) => {
            let original = std::fs::read(&unit.file).unwrap_or_default();
            let message = error.render(&SourceMap::new(), RenderStyle::Plain);
            (UnitIndex::broken(&name, message, &original), Text::Unreadable)
        }
    }
}
