//! Values that are read at a request for metrics, and their text.

use std::fmt::{Display, Write};

use super::Family;

/// A value of a family.
#[derive(Clone, Debug)]
pub struct Sample {
    family: Family,
    labels: Vec<(&'static str, String)>,
    value: String,
}

impl Sample {
    /// Creates a value without labels, in the base unit that the name of the family ends in.
    pub fn new(family: Family, value: impl Display) -> Self {
        Self {
            family,
            labels: Vec::new(),
            value: value.to_string(),
        }
    }

    /// Adds a label. Labels have few values, which no request chooses.
    #[must_use]
    pub fn with(mut self, label: &'static str, value: impl Into<String>) -> Self {
        self.labels.push((label, value.into()));
        self
    }
}

/// The line of the text format.
impl Display for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.family.name)?;
        let mut separator = '{';
        for (label, value) in &self.labels {
            write!(f, "{separator}{label}=\"{}\"", escaped(value))?;
            separator = ',';
        }
        if !self.labels.is_empty() {
            f.write_char('}')?;
        }
        write!(f, " {}", self.value)
    }
}

fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

/// Returns the text of samples, each family with its help and type before its values.
pub(super) fn text_of(mut samples: Vec<Sample>) -> String {
    samples.sort_by_key(|sample| sample.family.name);
    let mut lines = Vec::with_capacity(samples.len());
    let mut last = "";
    for sample in &samples {
        let Family { name, kind, help } = sample.family;
        if name != last {
            lines.push(format!("# HELP {name} {help}\n"));
            lines.push(format!("# TYPE {name} {}\n", kind.word()));
            last = name;
        }
        lines.push(format!("{sample}\n"));
    }
    lines.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Family = Family::gauge("queue_size", "Items that wait.");
    const DONE: Family = Family::counter("done_total", "Items that are done.");

    #[test]
    fn samples_follow_the_help_and_type_of_their_family() {
        let mail = Sample::new(SIZE, 3).with("queue", "mail");
        let odd = Sample::new(SIZE, 0.25)
            .with("queue", "a\\b\"c\nd")
            .with("service", "idp");
        let samples = vec![mail, Sample::new(DONE, 7_u64), odd];
        let expected = "\
            # HELP done_total Items that are done.\n\
            # TYPE done_total counter\n\
            done_total 7\n\
            # HELP queue_size Items that wait.\n\
            # TYPE queue_size gauge\n\
            queue_size{queue=\"mail\"} 3\n\
            queue_size{queue=\"a\\\\b\\\"c\\nd\",service=\"idp\"} 0.25\n";
        assert_eq!(text_of(samples), expected);
    }
}
