//! A family of metrics: its name, its type and a sentence of help.

/// The definition of a metric: its name, its type, and the help text that `/metrics` shows.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    pub(super) name: &'static str,
    pub(super) kind: MetricKind,
    pub(super) help: &'static str,
}

/// Type of a family.
#[derive(Clone, Copy, Debug)]
pub(super) enum MetricKind {
    Counter,
    Gauge,
    /// With the upper bounds of its buckets.
    Histogram(&'static [f64]),
}

impl Family {
    /// Creates a number that only grows; its name ends in `_total`.
    pub const fn counter(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            kind: MetricKind::Counter,
            help,
        }
    }

    /// Creates a number that can grow and shrink.
    pub const fn gauge(name: &'static str, help: &'static str) -> Self {
        Self {
            name,
            kind: MetricKind::Gauge,
            help,
        }
    }

    /// Creates a family of values that are counted in buckets with these upper bounds.
    pub const fn histogram(
        name: &'static str,
        help: &'static str,
        buckets: &'static [f64],
    ) -> Self {
        Self {
            name,
            kind: MetricKind::Histogram(buckets),
            help,
        }
    }
}

impl MetricKind {
    /// Returns the word of the text format.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram(_) => "histogram",
        }
    }
}
