//! Medians over the turns, and their ratios to the baseline and to raw signatures of the same turn.

use std::time::Duration;

use crate::goals::Goal;
use crate::load::TurnResult;
use crate::target::Target;

/// Measurements of one scenario in all its turns.
pub(crate) struct Figures {
    /// Name of the scenario.
    pub(crate) name: &'static str,
    signatures: f64,
    goal: Option<Goal>,
    turns: Vec<Measurement>,
}

/// A turn, and the raw signatures per second that the same core made just before.
struct Measurement {
    turn: TurnResult,
    raw: f64,
}

impl Figures {
    /// Creates measurements without turns.
    pub(crate) fn new(target: &Target) -> Self {
        Self {
            name: target.scenario.name,
            signatures: target.scenario.signatures,
            goal: target.goal,
            turns: Vec::new(),
        }
    }

    /// Adds a turn.
    pub(crate) fn add(&mut self, turn: TurnResult, raw: f64) {
        self.turns.push(Measurement { turn, raw });
    }

    fn median(&self, of: impl Fn(&Measurement) -> f64) -> f64 {
        median(self.turns.iter().map(of).collect())
    }

    /// Returns the responses per second.
    pub(crate) fn rate(&self) -> f64 {
        self.median(|one| one.turn.rate)
    }

    /// Returns the CPU seconds of the server and of its databases for a thousand responses.
    pub(crate) fn all_cpu(&self) -> f64 {
        self.cpu() + self.database().unwrap_or_default()
    }

    /// Returns the CPU seconds of the server for a thousand responses.
    pub(crate) fn cpu(&self) -> f64 {
        self.median(|one| one.turn.cpu)
    }

    /// Returns the CPU seconds of its databases, if they are separate processes.
    fn database(&self) -> Option<f64> {
        let all = self.turns.iter().map(|one| one.turn.database);
        all.collect::<Option<Vec<f64>>>().map(median)
    }

    /// Returns the median of the ratios of each turn to the baseline's turn of the same round.
    pub(crate) fn ratio_to(&self, baseline: &Self) -> f64 {
        let pairs = self.turns.iter().zip(&baseline.turns);
        median(
            pairs
                .map(|(one, base)| one.turn.rate / base.turn.rate)
                .collect(),
        )
    }

    /// Returns the response time of this percentile.
    pub(crate) fn quantile(&self, hundredths: usize) -> Duration {
        let mut times: Vec<Duration> = self
            .turns
            .iter()
            .flat_map(|one| one.turn.times.iter().copied())
            .collect();
        times.sort_unstable();
        let index = (times.len() * hundredths).div_euclid(100);
        times
            .get(index)
            .or(times.last())
            .copied()
            .unwrap_or_default()
    }

    fn print(&self, baseline: &Self) {
        let share = self.median(|one| one.turn.rate * self.signatures / one.raw);
        let signed = match self.signatures {
            0.0 => String::new(),
            count => format!("{share:.3} ({count:.0})"),
        };
        let (rate, cpu) = match self.goal {
            None => (String::new(), String::new()),
            Some(goal) => (format!("{:.0}", goal.rate), format!("{:.3}", goal.cpu)),
        };
        let database = self.database();
        println!(
            "| {} | {:.0} | {rate} | {:.3} | {signed} | {:.2} | {:.2} | {:.3} | {} | {cpu} |",
            self.name,
            self.rate(),
            self.ratio_to(baseline),
            self.quantile(50).as_secs_f64() * 1_000.0,
            self.quantile(99).as_secs_f64() * 1_000.0,
            self.cpu(),
            database.map_or_else(String::new, |database| format!("{database:.3}")),
        );
    }
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values
        .get(values.len().div_euclid(2))
        .copied()
        .unwrap_or_default()
}

/// Prints the table; the first measurements are the baseline.
pub(crate) fn print(all: &[Figures]) {
    let Some(baseline) = all.first() else { return };
    println!(
        "\n| scenario | rate /s | goal | ratio to hello | share of raw ES256 (signatures an answer) | p50 ms | p99 ms \
         | server CPU s per 1,000 | databases | goal of both |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for figures in all {
        figures.print(baseline);
    }
    println!(
        "raw ES256: {:.0} signatures/s on the server's core",
        baseline.median(|one| one.raw)
    );
}
