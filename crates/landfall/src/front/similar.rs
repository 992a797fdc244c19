//! Names that were meant by misspelt ones.

/// Levenshtein's distance, or something above `limit` if it is larger than that.
pub fn edit_distance(a: &str, b: &str, limit: usize) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// The name closest to a misspelt one, if it is close enough to be meant; of equally close ones the first by spelling.
pub fn similar<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wanted.len() / 3).clamp(1, 3);
    let close = names.map(|name| (edit_distance(wanted, name, limit), name)).filter(|(distance, _)| *distance <= limit);
    close.min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn close_names_are_found() {
        let names = ["timeout", "memory", "engine"];
        assert_eq!(similar("timeoutt", names.into_iter()), Some("timeout"));
        assert_eq!(similar("enigne", names.into_iter()), Some("engine"));
        assert_eq!(similar("colour", names.into_iter()), None);
    }
}
