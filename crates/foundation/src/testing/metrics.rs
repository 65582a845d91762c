//! Strict reader of the text format of Prometheus: every sample has a family, every family its help and its type.
#![expect(
    clippy::missing_panics_doc,
    clippy::expect_used,
    clippy::panic,
    reason = "a text that breaks the format ends the test and says where"
)]

use std::collections::{BTreeMap, BTreeSet};

/// Metrics of a response.
#[derive(Debug)]
pub struct Metrics {
    /// Types of the families.
    kinds: BTreeMap<String, String>,
    samples: Vec<ReadSample>,
}

#[derive(Debug)]
struct ReadSample {
    name: String,
    labels: BTreeMap<String, String>,
    value: f64,
}

impl Metrics {
    /// Parses a text, and fails the test if it breaks the format or the conventions of names.
    pub fn parse(text: &str) -> Self {
        let (mut helps, mut kinds) = (BTreeSet::new(), BTreeMap::new());
        let mut samples: Vec<ReadSample> = Vec::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(help) = line.strip_prefix("# HELP ") {
                let (name, words) = help.split_once(' ').expect("a name and its help");
                assert!(words.len() > 10, "{line}");
                assert!(helps.insert(name), "{name} has two lines of help");
            } else if let Some(kind) = line.strip_prefix("# TYPE ") {
                let (name, kind) = kind.split_once(' ').expect("a name and its type");
                check_name(name, kind);
                let before = kinds.insert(name.to_owned(), kind.to_owned());
                assert_eq!(before, None, "{name} has two types");
            } else {
                samples.push(read_sample(line));
            }
        }
        let metrics = Self { kinds, samples };
        let mut seen = BTreeSet::new();
        for sample in &metrics.samples {
            let family = metrics.family_of(&sample.name);
            assert!(helps.contains(family), "{family} has no help");
            let line = format!("{} {:?}", sample.name, sample.labels);
            assert!(seen.insert(line), "{sample:?} is there twice");
        }
        metrics
    }

    /// Returns the value of the one sample of a name that has these labels.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let has = |sample: &&ReadSample| {
            let mut labels = labels.iter();
            let is_label = |(label, value): &(&str, &str)| {
                sample.labels.get(*label).map(String::as_str) == Some(*value)
            };
            sample.name == name && labels.all(is_label)
        };
        let mut found = self.samples.iter().filter(has);
        let value = found.next()?.value;
        assert!(found.next().is_none(), "several {name} have {labels:?}");
        Some(value)
    }

    /// Returns the values of a label of a name.
    pub fn values_of(&self, name: &str, label: &str) -> BTreeSet<&str> {
        let samples = self.samples.iter().filter(|sample| sample.name == name);
        let values = samples.filter_map(|sample| sample.labels.get(label));
        values.map(String::as_str).collect()
    }

    /// Returns the names of the families.
    pub fn families(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    fn family_of<'n>(&self, name: &'n str) -> &'n str {
        if self.kinds.contains_key(name) {
            return name;
        }
        let endings = ["_bucket", "_sum", "_count"];
        let families = endings
            .iter()
            .filter_map(|ending| name.strip_suffix(*ending));
        let mut families = families.filter(|family| {
            self.kinds
                .get(*family)
                .is_some_and(|kind| kind == "histogram")
        });
        families
            .next()
            .unwrap_or_else(|| panic!("{name} has no type"))
    }
}

fn check_name(name: &str, kind: &str) {
    assert!(
        ["counter", "gauge", "histogram"].contains(&kind),
        "{name} {kind}"
    );
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    assert!(name.starts_with(|c: char| c.is_ascii_lowercase()), "{name}");
    assert!(name.chars().all(is_plain), "{name}");
    assert_eq!(kind == "counter", name.ends_with("_total"), "{name} {kind}");
}

fn read_sample(line: &str) -> ReadSample {
    let end = line.find(['{', ' ']).expect("a value");
    let (name, mut rest) = line.split_at_checked(end).expect("a name");
    let mut labels = BTreeMap::new();
    while let Some(text) = rest.strip_prefix(['{', ',']) {
        let (label, value, after) = read_label(text);
        let before = labels.insert(label, value);
        assert_eq!(before, None, "a label is there twice: {line}");
        rest = after.strip_prefix('}').unwrap_or(after);
    }
    let value = rest.strip_prefix(' ').and_then(|value| value.parse().ok());
    ReadSample {
        name: name.to_owned(),
        labels,
        value: value.unwrap_or_else(|| panic!("no value: {line}")),
    }
}

/// Reads `name="value"`. Returns both, and the rest of the text.
fn read_label(text: &str) -> (String, String, &str) {
    let (name, rest) = text.split_once("=\"").expect("a label with its value");
    assert!(
        name.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
        "{name}"
    );
    let (mut value, mut rest) = (String::new(), rest.chars());
    loop {
        match rest.next().expect("the end of a value") {
            '"' => return (name.to_owned(), value, rest.as_str()),
            '\\' => value.push(match rest.next() {
                Some('n') => '\n',
                Some(escaped @ ('\\' | '"')) => escaped,
                other => panic!("no escape: {other:?}"),
            }),
            plain => value.push(plain),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
        # HELP took_seconds How long it took.\n\
        # TYPE took_seconds histogram\n\
        took_seconds_bucket{route=\"/a/:b\",le=\"0.5\"} 1\n\
        took_seconds_bucket{route=\"/a/:b\",le=\"+Inf\"} 2\n\
        took_seconds_sum{route=\"/a/:b\"} 0.75\n\
        took_seconds_count{route=\"/a/:b\"} 2\n\
        \n\
        # HELP queue_size Items that wait.\n\
        # TYPE queue_size gauge\n\
        queue_size{queue=\"a\\\\b\\\"c\\nd\"} 3\n";

    #[test]
    fn text_is_read() {
        let metrics = Metrics::parse(TEXT);
        let half = [("route", "/a/:b"), ("le", "0.5")];
        assert_eq!(metrics.value("took_seconds_bucket", &half), Some(1.0));
        assert_eq!(metrics.value("took_seconds_sum", &[]), Some(0.75));
        let odd = [("queue", "a\\b\"c\nd")];
        assert_eq!(metrics.value("queue_size", &odd), Some(3.0));
        assert_eq!(metrics.value("queue_size", &[("queue", "x")]), None);
        let bounds: Vec<_> = metrics
            .values_of("took_seconds_bucket", "le")
            .into_iter()
            .collect();
        assert_eq!(bounds, ["+Inf", "0.5"]);
        let families: Vec<_> = metrics.families().collect();
        assert_eq!(families, ["queue_size", "took_seconds"]);
    }

    #[test]
    fn text_that_breaks_the_format_stops_the_test() {
        let rows = [
            TEXT.replace("# HELP queue_size Items that wait.\n", ""),
            TEXT.replace("# TYPE queue_size gauge\n", ""),
            TEXT.replace("queue_size gauge", "queue_size counter"),
            TEXT.replace("queue_size", "queueSize"),
            TEXT.replace("} 3\n", "} three\n"),
            TEXT.replace("} 3\n", "}\n"),
            format!("{TEXT}queue_size{{queue=\"a\\\\b\\\"c\\nd\"}} 4\n"),
        ];
        for text in rows {
            let read = std::panic::catch_unwind(|| Metrics::parse(&text));
            assert!(read.is_err(), "{text}");
        }
    }
}
