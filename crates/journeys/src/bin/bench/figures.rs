//! Medians over the turns, and their ratios to the baseline of the same turn.

use std::time::Duration;

use crate::load::Turn;

/// What one scenario showed in all its turns.
pub(crate) struct Figures {
    /// The scenario's.
    pub(crate) name: &'static str,
    turns: Vec<Turn>,
}

impl Figures {
    /// None yet.
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            turns: Vec::new(),
        }
    }

    /// One turn more.
    pub(crate) fn add(&mut self, turn: Turn) {
        self.turns.push(turn);
    }

    /// Answers a second.
    pub(crate) fn rate(&self) -> f64 {
        median(self.turns.iter().map(|turn| turn.rate).collect())
    }

    /// Processor seconds of the server for a thousand answers.
    pub(crate) fn cpu(&self) -> f64 {
        median(self.turns.iter().map(|turn| turn.cpu).collect())
    }

    /// The median of the ratios of each turn to the baseline's turn of the same round.
    fn ratio_to(&self, baseline: &Self) -> f64 {
        let pairs = self.turns.iter().zip(&baseline.turns);
        median(pairs.map(|(turn, base)| turn.rate / base.rate).collect())
    }

    fn quantile(&self, hundredths: usize) -> Duration {
        let mut times: Vec<Duration> = self
            .turns
            .iter()
            .flat_map(|turn| turn.times.iter().copied())
            .collect();
        times.sort_unstable();
        let place = (times.len() * hundredths).div_euclid(100);
        times
            .get(place)
            .or(times.last())
            .copied()
            .unwrap_or_default()
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values
        .get(values.len().div_euclid(2))
        .copied()
        .unwrap_or_default()
}

/// Prints the table; the first figures are the baseline.
pub(crate) fn print(all: &[Figures]) {
    let Some(baseline) = all.first() else { return };
    println!(
        "\n| scenario | rate /s | ratio to hello | p50 ms | p99 ms | server CPU s per 1,000 |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for figures in all {
        println!(
            "| {} | {:.0} | {:.3} | {:.2} | {:.2} | {:.3} |",
            figures.name,
            figures.rate(),
            figures.ratio_to(baseline),
            figures.quantile(50).as_secs_f64() * 1_000.0,
            figures.quantile(99).as_secs_f64() * 1_000.0,
            figures.cpu(),
        );
    }
}
