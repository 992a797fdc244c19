//! The HTML page: style, tables, plots and a filter for the tasks, all in one file.

use super::plots;
use crate::results::{Results, Row};
use crate::statistics;
use crate::table::{Table, escape};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
/// More scatter plots than this are no help.
const SCATTER_PLOTS: usize = 6;

pub fn page(results: &Results, tables: &[Table], link: &dyn Fn(&Row) -> Option<String>) -> Result<String, String> {
    let mut body = format!("<h1>Campaign</h1>\n<dl>\n{}", list(&results.facts));
    for engine in &results.engines {
        if let Some(words) = results.options.get(engine) {
            body += &format!("<dt>{}</dt><dd><code>{}</code></dd>\n", escape(engine), escape(&words.join(" ")));
        }
    }
    body += "</dl>\n";
    body += &tables.iter().map(Table::to_html).collect::<String>();
    body += "<h2>Plots</h2>\n";
    body += &figure("quantile", "Processor seconds within which so many tasks are solved", &plots::quantile(results)?);
    if results.engines.len() > 1 {
        body += &figure("upset", "Tasks by the engines that solve them", &plots::upset(results)?);
        body += "<div class=\"plots\">\n";
        for second in 1..results.engines.len().min(SCATTER_PLOTS + 1) {
            let caption = format!("{} against {}, processor seconds", results.engines[second], results.engines[0]);
            body += &figure("scatter", &caption, &plots::scatter(results, 0, second)?);
        }
        body += "</div>\n";
    }
    body +=
        "<p><label>Show tasks with <input id=\"filter\" type=\"search\" placeholder=\"e.g. timeout\"></label></p>\n";
    body += &statistics::tasks(results, link).to_html();
    Ok(whole(&format!("Campaign: {}", results.engines.join(", ")), &body))
}

/// A page of tables alone.
pub fn tables_page(title: &str, facts: &[(String, String)], tables: &[Table]) -> String {
    let tables: String = tables.iter().map(Table::to_html).collect();
    whole(title, &format!("<h1>{}</h1>\n<dl>\n{}</dl>\n{tables}", escape(title), list(facts)))
}

fn list(facts: &[(String, String)]) -> String {
    facts.iter().map(|(name, value)| format!("<dt>{}</dt><dd>{}</dd>\n", escape(name), escape(value))).collect()
}

fn whole(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escape(title)
    )
}

fn figure(class: &str, caption: &str, svg: &str) -> String {
    format!("<figure class=\"{class}\">{svg}<figcaption>{}</figcaption></figure>\n", escape(caption))
}
