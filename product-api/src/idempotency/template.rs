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
    pub(super) fn of_row(tenant: &'v str, result_id: Option<&'v str>, instant: &'v str) -> Self {
        let (website, mode) = tenant.split_once(':').unwrap_or((tenant, ""));
        let result = result_id.unwrap_or_default();
        Self(vec![
            ('W', website),
            ('M', mode),
            ('R', result),
            ('T', instant),
        ])
    }

    fn of(&self, name: char) -> Option<&'v str> {
        let (_, value) = self.0.iter().find(|(hole, _)| *hole == name)?;
        Some(*value)
    }

    fn usual(&self, name: char) -> Option<&'v str> {
        let (_, usual) = USUAL.iter().find(|(hole, _)| *hole == name)?;
        match usual.strip_prefix(HOLE) {
            Some(other) => self.of(other.chars().next()?),
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
pub(super) fn expand(kept: &str, row: &Values<'_>) -> Option<String> {
    let mut letters = kept.chars();
    let letter = letters.next()?;
    let kept = letters.as_str();
    if letter == WHOLE {
        return Some(kept.to_owned());
    }
    let (_, template) = TEMPLATES.iter().find(|(of, _)| *of == letter)?;
    let mut values = row.clone();
    let mut lines = kept.split(SEPARATOR);
    let mut text = front(template).to_owned();
    for (name, behind) in holes(template) {
        let value = if let Some(value) = values.of(name) {
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
    let mut kept = Vec::new();
    let mut rest = text.strip_prefix(front(template))?;
    for (name, behind) in holes(template) {
        if let Some(value) = values.of(name) {
            rest = rest.strip_prefix(value)?.strip_prefix(behind)?;
            continue;
        }
        let (value, after) = rest.split_once(behind)?;
        let usual = values.usual(name);
        // The reader could not distinguish an empty line from the usual value.
        if value.contains(SEPARATOR) || (value.is_empty() && usual.is_some()) {
            return None;
        }
        kept.push(if usual == Some(value) { "" } else { value });
        values.add(name, value);
        rest = after;
    }
    rest.is_empty().then_some(kept)
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

    use super::*;

    const TENANT: &str = "web_0192f0c4a1b27c3d8e9f001122334455:live";
    const TRANSACTION: &str = "txn_0192f0c4a1b27c3d8e9f001122334477";
    const HOLD: &str = "hold_0192f0c4a1b27c3d8e9f001122334488";
    const INSTANT: &str = "2026-11-26T07:41:25.123Z";

    /// Result id, stored form, and body of the response, as the first version with templates stored it.
    const GOLDEN: [(Option<&str>, &str, &str); 6] = [
        // A spend of credits that came together.
        (
            Some(TRANSACTION),
            "s12\n999988\n0192f0c4a1b27c3d8e9f001122334466\nPictures\n\n\n\n\n\n\n\n\n\n\n\n\n\nhttps://pictures.example",
            r#"{"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"spend","amount":-12,"balance_after":999988,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":null,"feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"booked_at":"2026-11-26T07:41:25.123Z"},"lots":[{"kind":"promo","amount":12,"remaining":999988,"feature":null,"expires_at":null}],"lot_count":1,"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":999988,"held":0,"debt":0,"available":999988,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
        ),
        // A spend on a feature, of two lots, at another time than the row's.
        (
            Some(TRANSACTION),
            "s5\n93\n0192f0c4a1b27c3d8e9f001122334466\nPictures\n\n\"image\"\n5\n2\n\"One picture\"\n{\"n\":1.5}\n2026-11-26T07:41:25.124Z\npurchase\n2\n0\n\"image\"\n\"2027-01-01T00:00:00.000Z\"},{\"kind\":\"promo\",\"amount\":3,\"remaining\":93,\"feature\":null,\"expires_at\":null\n2\nhttps://pictures.example\n\n\n\n3\n\n90\ntrue",
            r#"{"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"spend","amount":-5,"balance_after":93,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":null,"feature":"image","quantity":5,"price_version":2,"description":"One picture","metadata":{"n":1.5},"booked_at":"2026-11-26T07:41:25.124Z"},"lots":[{"kind":"purchase","amount":2,"remaining":0,"feature":"image","expires_at":"2027-01-01T00:00:00.000Z"},{"kind":"promo","amount":3,"remaining":93,"feature":null,"expires_at":null}],"lot_count":2,"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":93,"held":3,"debt":0,"available":90,"subscribed":true,"updated_at":"2026-11-26T07:41:25.124Z"}}"#,
        ),
        // A reversal.
        (
            Some(TRANSACTION),
            "mreversal\n12\n1000000\n0192f0c4a1b27c3d8e9f001122334466\nPictures\n\"txn_0192f0c4a1b27c3d8e9f001122334400\"\n\n\n\n\"It failed\"\n\n\nhttps://pictures.example",
            r#"{"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"reversal","amount":12,"balance_after":1000000,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":"txn_0192f0c4a1b27c3d8e9f001122334400","feature":null,"quantity":null,"price_version":null,"description":"It failed","metadata":{},"booked_at":"2026-11-26T07:41:25.123Z"},"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":1000000,"held":0,"debt":0,"available":1000000,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
        ),
        // A hold that is opened.
        (
            Some(HOLD),
            "h0192f0c4a1b27c3d8e9f001122334466\nopen\n30\n\n\n\n\n\n\n\n\n\n\"2026-11-26T07:56:25.123Z\"\n\nPictures\nhttps://pictures.example\n\n\n100\n30\n\n70",
            r#"{"hold":{"id":"hold_0192f0c4a1b27c3d8e9f001122334488","customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","state":"open","amount":30,"captured":0,"released":0,"on_expiry":"release","feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"opened_at":"2026-11-26T07:41:25.123Z","expires_at":"2026-11-26T07:56:25.123Z","closed_at":null},"transaction":null,"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":100,"held":30,"debt":0,"available":70,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
        ),
        // A capture that ends its hold.
        (
            Some(TRANSACTION),
            "chold_0192f0c4a1b27c3d8e9f001122334488\n0192f0c4a1b27c3d8e9f001122334466\ncaptured\n30\n20\n10\n\n\n\n\n\n\n2026-11-26T07:41:00.000Z\n\"2026-11-26T07:56:25.123Z\"\n\"2026-11-26T07:41:25.123Z\"\n20\n80\nPictures\n\n\n\n\n\n\n\nhttps://pictures.example",
            r#"{"hold":{"id":"hold_0192f0c4a1b27c3d8e9f001122334488","customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","state":"captured","amount":30,"captured":20,"released":10,"on_expiry":"release","feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"opened_at":"2026-11-26T07:41:00.000Z","expires_at":"2026-11-26T07:56:25.123Z","closed_at":"2026-11-26T07:41:25.123Z"},"transaction":{"id":"txn_0192f0c4a1b27c3d8e9f001122334477","kind":"capture","amount":-20,"balance_after":80,"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures"},"reverses":null,"feature":null,"quantity":null,"price_version":null,"description":null,"metadata":{},"booked_at":"2026-11-26T07:41:25.123Z"},"balance":{"customer_id":"cus_0192f0c4a1b27c3d8e9f001122334466","website":{"id":"web_0192f0c4a1b27c3d8e9f001122334455","name":"Pictures","url":"https://pictures.example"},"mode":"live","unit":"credit","scale":0,"posted":80,"held":0,"debt":0,"available":80,"subscribed":false,"updated_at":"2026-11-26T07:41:25.123Z"}}"#,
        ),
        // A refusal, which has no template.
        (
            None,
            "0[[\"content-type\",\"application/problem+json\"]]\n{\"type\":\"https://example.com/problems/insufficient-credits\",\"title\":\"Not enough credits\",\"status\":402}",
            r#"{"type":"https://example.com/problems/insufficient-credits","title":"Not enough credits","status":402}"#,
        ),
    ];

    fn answer(body: &str) -> String {
        let kind = if body.starts_with(r#"{"type""#) {
            "application/problem+json"
        } else {
            "application/json"
        };
        format!("[[\"content-type\",\"{kind}\"]]\n{body}")
    }

    fn row(result_id: Option<&str>) -> Values<'_> {
        Values::of_row(TENANT, result_id, INSTANT)
    }

    /// The server reads stored responses by these forms until their bodies are pruned.
    #[test]
    fn what_was_kept_once_is_read_for_ever() {
        for (result_id, kept, body) in GOLDEN {
            let (text, row) = (answer(body), row(result_id));
            assert_eq!(expand(kept, &row), Some(text.clone()));
            assert_eq!(shorten(&text, &row), kept);
        }
    }

    /// The server would replay other bytes if the text of a template had changed since a response was stored.
    #[test]
    fn no_text_of_a_template_ever_changes() {
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
            let kept = holes(template).filter(|(name, _)| !"WMRT".contains(*name));
            assert_ne!(kept.count(), 0, "{letter}");
        }
        for (name, _) in USUAL {
            let of_name = USUAL.iter().filter(|(other, _)| other == name);
            assert_eq!(of_name.count(), 1, "{name}");
        }
    }

    #[test]
    fn what_this_version_cannot_read_is_no_answer() {
        let (_, kept, _) = GOLDEN[0];
        let too_long = format!("{kept}{}", "\n0".repeat(9));
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
            let kept = shorten(&text, &row(Some(TRANSACTION)));
            assert!(kept.starts_with('s'), "{name}: {kept}");
            assert_eq!(expand(&kept, &row(Some(TRANSACTION))), Some(text));
        }
    }

    proptest! {
        /// Responses with other texts at some positions, in rows that they fit and in others.
        #[test]
        fn every_text_comes_back(
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
            let row = Values::of_row(&tenant, result_id, &instant);
            let kept = shorten(&text, &row);
            prop_assert_eq!(expand(&kept, &row), Some(text));
        }
    }
}
