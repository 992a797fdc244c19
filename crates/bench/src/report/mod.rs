//! `bench report`: tables and plots of results, as plain text and as one HTML page that needs nothing else.

pub mod page;
pub mod plots;
mod run_page;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::campaign::Folder;
use crate::results::{Results, Row};
use crate::table::Table;
use crate::{Console, Outcome, record, say, statistics};

/// Tables and plots of a campaign: as text here, and as one HTML page.
///
/// Several results are shown side by side: campaigns, score sheets (.csv) and BenchExec's results (.xml, .xml.bz2).
#[derive(Args, Debug)]
pub struct Options {
    /// Folders of campaigns, .csv sheets, BenchExec's .xml or .xml.bz2.
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,

    /// Where to write the page. [default: report.html in the first campaign's folder]
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// The engines to show, in this order; all by default. The first is the one that the others are compared with.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    engines: Vec<String>,
}

pub fn command(options: &Options, console: &mut Console<'_>) -> Result<Outcome, String> {
    let mut results = Results::read_all(&options.results)?;
    choose(&mut results, &options.engines)?;
    if results.rows.is_empty() {
        return Err("there are no results yet".to_string());
    }
    let target = options
        .html
        .clone()
        .or_else(|| options.results.iter().find(|path| path.is_dir()).map(|folder| folder.join("report.html")));
    let mut text = String::new();
    for (name, value) in &results.facts {
        text += &format!("{name}: {value}\n");
    }
    for table in tables(&results) {
        text += &format!("\n{}", table.to_text());
    }
    if let Some(target) = target {
        for campaign in options.results.iter().filter(|path| path.is_dir()) {
            run_page::write_all(&Folder::new(campaign))?;
        }
        let folder = target.parent().unwrap_or(Path::new(""));
        let page = page::page(&results, &tables(&results), &|row| link(row, folder))?;
        record::write_whole(&target, page.as_bytes())?;
        text += &format!("\npage: {}\n", target.display());
    }
    say(console.out, &text);
    Ok(Outcome::Done)
}

fn choose(results: &mut Results, engines: &[String]) -> Result<(), String> {
    if let Some(missing) = engines.iter().find(|engine| !results.engines.contains(engine)) {
        return Err(format!("there are no results of {missing}; there are of {}", results.engines.join(", ")));
    }
    if !engines.is_empty() {
        results.engines = engines.to_vec();
        results.rows.retain(|row| engines.contains(&row.engine));
    }
    Ok(())
}

/// All tables but the one of the tasks.
pub fn tables(results: &Results) -> Vec<Table> {
    let optional = [
        statistics::by_set(results),
        statistics::failures(results),
        statistics::ablations(results),
        statistics::cross_comparison(results),
        statistics::metrics(results),
    ];
    [statistics::summary(results)].into_iter().chain(optional.into_iter().flatten()).collect()
}

/// What a run's cell links to: its own report, or else what it printed, relative to the page.
fn link(row: &Row, folder: &Path) -> Option<String> {
    let output = row.output.as_ref()?;
    let report = output.with_extension("html");
    let file = if report.exists() { &report } else { output };
    let folder = std::path::absolute(folder).ok()?;
    Some(file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().into_owned())
}
