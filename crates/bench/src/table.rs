//! Tables, as plain text and as HTML.

/// A cell: its text, and what it links to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Cell {
    pub text: String,
    pub link: Option<String>,
    /// A class of the style sheet, such as `good` or `bad`.
    pub class: Option<&'static str>,
}

impl<T: ToString> From<T> for Cell {
    fn from(value: T) -> Cell {
        Cell { text: value.to_string(), ..Cell::default() }
    }
}

impl Cell {
    pub fn seconds(seconds: f64) -> Cell {
        Cell::from(format!("{seconds:.2}"))
    }

    pub fn class(mut self, class: &'static str) -> Cell {
        self.class = Some(class);
        self
    }
}

/// A table with a name that tests and readers can find it by.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub id: &'static str,
    pub title: String,
    /// What the columns mean, where that is not plain.
    pub note: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
    /// Columns of words, which are set to the left; the others hold numbers.
    pub words: usize,
}

impl Table {
    pub fn new(id: &'static str, title: &str, columns: &[&str], words: usize) -> Table {
        let columns = columns.iter().map(|column| (*column).to_string()).collect();
        Table { id, title: title.to_string(), note: String::new(), columns, rows: Vec::new(), words }
    }

    pub fn to_text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.text.chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |texts: Vec<&str>| {
            let padded = texts.iter().enumerate().map(|(column, text)| {
                let gap = " ".repeat(widths[column].saturating_sub(text.chars().count()));
                if column < self.words { format!("{text}{gap}") } else { format!("{gap}{text}") }
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        };
        let mut text = format!("{}\n", self.title);
        text += &line(self.columns.iter().map(String::as_str).collect());
        for row in &self.rows {
            text += &line(row.iter().map(|cell| cell.text.as_str()).collect());
        }
        if !self.note.is_empty() {
            text += &format!("  {}\n", self.note);
        }
        text
    }

    pub fn to_html(&self) -> String {
        let mut html = format!("<h2>{}</h2>\n", escape(&self.title));
        if !self.note.is_empty() {
            html += &format!("<p class=\"note\">{}</p>\n", escape(&self.note));
        }
        html += &format!("<div class=\"wide\"><table id=\"{}\"><thead><tr>", self.id);
        for (column, name) in self.columns.iter().enumerate() {
            let class = if column < self.words { " class=\"word\"" } else { "" };
            html += &format!("<th{class} scope=\"col\">{}</th>", escape(name));
        }
        html += "</tr></thead><tbody>\n";
        for row in &self.rows {
            html += "<tr>";
            for (column, cell) in row.iter().enumerate() {
                html += &cell_html(cell, column < self.words);
            }
            html += "</tr>\n";
        }
        html + "</tbody></table></div>\n"
    }
}

fn cell_html(cell: &Cell, word: bool) -> String {
    let classes: Vec<&str> = cell.class.into_iter().chain(word.then_some("word")).collect();
    let class = if classes.is_empty() { String::new() } else { format!(" class=\"{}\"", classes.join(" ")) };
    let text = escape(&cell.text);
    match &cell.link {
        Some(link) => format!("<td{class}><a href=\"{}\">{text}</a></td>", escape(link)),
        None => format!("<td{class}>{text}</td>"),
    }
}

/// Text that HTML shows as it is.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_to_the_left_and_numbers_to_the_right() {
        let mut table = Table::new("x", "Title", &["name", "n"], 1);
        table.rows.push(vec![Cell::from("a<b"), Cell::from(7)]);
        table.rows.push(vec![Cell::from("long name"), Cell::from(123)]);
        assert_eq!(table.to_text(), "Title\nname         n\na<b          7\nlong name  123\n");
        assert!(table.to_html().contains("<td class=\"word\">a&lt;b</td><td>7</td>"));
    }
}
