//! Templates: a stored response is the letter of a template and the values of its placeholders, one in a line.
//!
//! A value that the row has in other columns, or that comes twice, is stored once; a usual value is an empty line. A response
//! that fits no template is stored whole.

use super::template_texts::{TEMPLATES, USUAL};

/// Letter in front of a response that is stored whole.
const WHOLE: char = '0';
/// Begins a placeholder in a template.
const HOLE: char = '$';
/// Separates values. No value contains it, because JSON escapes it in texts.
const SEPARATOR: char = '\n';

/// Values of placeholders, by their names.
#[derive(Clone, Debug)]
pub(super) struct Values<'v>(Vec<(char, &'v str)>);

impl<'v> Values<'v> {
    /// Returns the values that a response's row has in other columns; `instant` is the row's time, as responses format it.
    pub(super) fn from_row(tenant: &'v str, result_id: Option<&'v str>, instant: &'v str) -> Self {
        let (website, mode) = tenant.split_once(':').unwrap_or((tenant, ""));
        let result = result_id.unwrap_or_default();
        Self(vec![
            ('W', website),
            ('M', mode),
            ('R', result),
            ('T', instant),
        ])
    }

    fn get(&self, name: char) -> Option<&'v str> {
        let (_, value) = self.0.iter().find(|(hole, _)| *hole == name)?;
        Some(*value)
    }

    fn usual(&self, name: char) -> Option<&'v str> {
        let (_, usual) = USUAL.iter().find(|(hole, _)| *hole == name)?;
        match usual.strip_prefix(HOLE) {
            Some(other) => self.get(other.chars().next()?),
            None => Some(*usual),
        }
    }

    fn add(&mut self, name: char, value: &'v str) {
        self.0.push((name, value));
    }
}

/// Shortens the text of a response to its stored form.
pub(super) fn shorten(text: &str, row: &Values<'_>) -> String {
    let fitting = TEMPLATES.iter().find_map(|(letter, template)| {
        let values = values_of(text, template, row.clone())?;
        Some((*letter, values.join("\n")))
    });
    match fitting {
        // The reader takes absent lines at the end as usual values.
        Some((letter, values)) => format!("{letter}{}", values.trim_end_matches(SEPARATOR)),
        None => format!("{WHOLE}{text}"),
    }
}

/// Restores the text of a response; none if a newer version has stored it by a template that this version does not have.
pub(super) fn expand(stored: &str, row: &Values<'_>) -> Option<String> {
    let mut letters = stored.chars();
    let letter = letters.next()?;
    let retained = letters.as_str();
    if letter == WHOLE {
        return Some(retained.to_owned());
    }
    let (_, template) = TEMPLATES.iter().find(|(of, _)| *of == letter)?;
    let mut values = row.clone();
    let mut lines = retained.split(SEPARATOR);
    let mut text = front(template).to_owned();
    for (name, behind) in holes(template) {
        let value = if let Some(value) = values.get(name) {
            value
        } else {
            let line = lines.next().unwrap_or_default();
            let usual = values.usual(name).filter(|_| line.is_empty());
            let value = usual.unwrap_or(line);
            values.add(name, value);
            value
        };
        text.push_str(value);
        text.push_str(behind);
    }
    lines.next().is_none().then_some(text)
}

/// Returns the placeholders' values that must be stored, in order; none if the text does not fit the template.
fn values_of<'t>(
    text: &'t str,
    template: &'static str,
    mut values: Values<'t>,
) -> Option<Vec<&'t str>> {
    let mut stored = Vec::new();
    let mut rest = text.strip_prefix(front(template))?;
    for (name, behind) in holes(template) {
        if let Some(value) = values.get(name) {
            rest = rest.strip_prefix(value)?.strip_prefix(behind)?;
            continue;
        }
        let (value, after) = rest.split_once(behind)?;
        let usual = values.usual(name);
        // The reader could not distinguish an empty line from the usual value.
        if value.contains(SEPARATOR) || (value.is_empty() && usual.is_some()) {
            return None;
        }
        stored.push(if usual == Some(value) { "" } else { value });
        values.add(name, value);
        rest = after;
    }
    rest.is_empty().then_some(stored)
}

/// Returns the text in front of the first placeholder.
fn front(template: &'static str) -> &'static str {
    template.split(HOLE).next().unwrap_or_default()
}

/// Returns the names of the placeholders, each with the text behind it.
fn holes(template: &'static str) -> impl Iterator<Item = (char, &'static str)> {
    template.split(HOLE).skip(1).filter_map(|piece| {
        let mut letters = piece.chars();
        Some((letters.next()?, letters.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use foundation::secret::digest;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    use super::super::golden::{GOLDEN, INSTANT, TENANT, TRANSACTION};
    use super::*;

    fn answer(body: &str) -> String {
        let kind = if body.starts_with(r#"{"type""#) {
            "application/problem+json"
        } else {
            "application/json"
        };
        format!("[[\"content-type\",\"{kind}\"]]\n{body}")
    }

    fn row(result_id: Option<&str>) -> Values<'_> {
        Values::from_row(TENANT, result_id, INSTANT)
    }

    #[test]
    fn responses_are_stored_as_by_the_first_version() {
        for (result_id, stored, body) in GOLDEN {
            assert_eq!(shorten(&answer(body), &row(result_id)), stored);
        }
    }

    /// The server would replay other bytes if the text of a template had changed since a response was stored.
    #[test]
    fn template_texts_never_change() {
        let first = (&TEMPLATES[..4], &USUAL[..31]);
        let texts = first.0.iter().chain(first.1);
        let lines: Vec<String> = texts
            .map(|(name, text)| format!("{name}{text}\n"))
            .collect();
        let digest = digest("templates", &lines.concat());
        assert_eq!(digest, "lX8UryIDvr72Wv4_0_naiyIXYlJS_ITaSXUCgs-JVI8");
    }

    #[test]
    fn templates_can_be_read_back() {
        for (letter, template) in TEMPLATES {
            let of_letter = TEMPLATES.iter().filter(|(other, _)| other == letter);
            assert_eq!(of_letter.count(), 1, "{letter}");
            assert_ne!(*letter, WHOLE);
            assert!(
                holes(template).all(|(_, behind)| !behind.is_empty()),
                "each value has an end: {letter}"
            );
            let retained = holes(template).filter(|(name, _)| !"WMRT".contains(*name));
            assert_ne!(retained.count(), 0, "{letter}");
        }
        for (name, _) in USUAL {
            let of_name = USUAL.iter().filter(|(other, _)| other == name);
            assert_eq!(of_name.count(), 1, "{name}");
        }
    }

    #[test]
    fn unreadable_stored_response_is_absent() {
        let (_, stored, _) = GOLDEN[0];
        let too_long = format!("{stored}{}", "\n0".repeat(9));
        for unread in ["", "z", "\u{e4}", too_long.as_str()] {
            assert_eq!(expand(unread, &row(None)), None, "{unread:?}");
        }
        assert_eq!(expand("0", &row(None)), Some(String::new()));
    }

    #[test]
    fn odd_names_fit_the_template() {
        let (_, _, body) = GOLDEN[0];
        for name in [
            "",
            "$a",
            "\\\"",
            "\\n",
            "\\\"},\\\"reverses\\\":",
            "\u{e4}\u{1f600}",
            "{}",
        ] {
            let text = answer(&body.replace("Pictures", name));
            let stored = shorten(&text, &row(Some(TRANSACTION)));
            assert!(stored.starts_with('s'), "{name}: {stored}");
            assert_eq!(expand(&stored, &row(Some(TRANSACTION))), Some(text));
        }
    }

    proptest! {
        /// Responses with other texts at some positions, in rows that they fit and in others.
        #[test]
        fn every_text_round_trips(
            golden in 0..GOLDEN.len(),
            changes in vec((any::<Index>(), 0..40_usize, ".{0,9}|[$\n\",:{}0a]{0,4}"), 0..4),
            tenant in "(web_0192f0c4a1b27c3d8e9f001122334455:live)|.{0,9}",
            instant in "(2026-11-26T07:41:25.123Z)|.{0,9}",
            other in proptest::option::of(".{0,9}"),
        ) {
            let (result_id, _, body) = GOLDEN[golden];
            let mut text = answer(body);
            for (from, length, new) in &changes {
                let letters: Vec<char> = text.chars().collect();
                let from = from.index(letters.len() + 1);
                let to = letters.len().min(from + length);
                let (front, back) = (&letters[..from], &letters[to..]);
                text = front.iter().copied().chain(new.chars()).chain(back.iter().copied()).collect();
            }
            let result_id = other.as_deref().or(result_id);
            let row = Values::from_row(&tenant, result_id, &instant);
            let stored = shorten(&text, &row);
            prop_assert_eq!(expand(&stored, &row), Some(text));
        }
    }
}
