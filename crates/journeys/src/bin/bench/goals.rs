//! Goals on one core of the reference machine, with the databases on the same core and every response after its commit.
//! On another machine the ratios count, not the rates.

use foundation::testing::TestEngine;

/// Goal of a scenario.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// Responses per second.
    pub(crate) rate: f64,
    /// CPU seconds for a thousand responses, of the server and of the databases.
    pub(crate) cpu: f64,
}

impl Goal {
    /// Returns the goal of a scenario, by the number that its name begins with.
    pub(crate) fn find(name: &str, engine: TestEngine) -> Option<Self> {
        use TestEngine::{Postgres, Sqlite};
        let (rate, cpu) = match (name.split_whitespace().next()?, engine) {
            ("S1" | "S2", _) => (45_000.0, 0.020),
            ("S3", _) => (10_000.0, 0.09),
            ("S4", Sqlite) => (2_000.0, 0.45),
            ("S4", Postgres) => (700.0, 1.3),
            ("S5", Sqlite) => (4_000.0, 0.25),
            ("S5", Postgres) => (1_500.0, 0.65),
            ("S6" | "S7", _) => (9_000.0, 0.11),
            ("S8", _) if name.contains("Redis") => (10_000.0, 0.10),
            ("S8", _) if name.contains("cookie") => (25_000.0, 0.04),
            ("S9", _) => (29.0, 34.0),
            _ => return None,
        };
        Some(Self { rate, cpu })
    }
}
