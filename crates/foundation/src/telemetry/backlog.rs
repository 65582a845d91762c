//! Metrics of the items that wait in a queue.

use std::time::Duration;

use super::{Sample, families};
use crate::database::{Connection, SqlResultExt};
use crate::failure::Failure;
use crate::on_engine;
use crate::time::Timestamp;

/// The items that wait in a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Number of items, up to the limit of the count.
    pub size: i64,
    /// Time at which the oldest item was queued; `None` for an empty queue.
    pub oldest_at: Option<Timestamp>,
}

impl Backlog {
    /// Reads the number of items and the time of the oldest, which a statement selects.
    pub async fn read(db: &mut Connection<'_>, statement: &'static str) -> Result<Self, Failure> {
        let (size, oldest_at): (i64, Option<i64>) =
            on_engine!(db, |c| sqlx::query_as(statement).fetch_one(c).await)
                .failed("counting a backlog")?;
        let oldest_at = oldest_at.map(Timestamp::from_micros);
        Ok(Self { size, oldest_at })
    }

    /// Returns the size of a service's queue and the age of its oldest item.
    pub fn samples(
        &self,
        service: &'static str,
        queue: &'static str,
        now: Timestamp,
    ) -> [Sample; 2] {
        let age = self.oldest_at.map_or(Duration::ZERO, |oldest_at| {
            let micros = now.micros().saturating_sub(oldest_at.micros());
            Duration::from_micros(u64::try_from(micros).unwrap_or_default())
        });
        let samples = [
            Sample::new(families::QUEUE_SIZE, self.size),
            Sample::new(families::QUEUE_OLDEST_AGE, age.as_secs_f64()),
        ];
        samples.map(|sample| sample.with("service", service).with("queue", queue))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backlog_has_a_size_and_an_age() {
        let now = Timestamp::from_seconds(1_800_000_000);
        let rows = [
            (0, None, "0"),
            (3, Some(now.minus(Duration::from_millis(90_500))), "90.5"),
            // The clock of another replica may be ahead.
            (1, Some(now.plus(Duration::from_secs(1))), "0"),
        ];
        for (size, oldest_at, age) in rows {
            let lines = Backlog { size, oldest_at }.samples("idp", "mail", now);
            let labels = "{service=\"idp\",queue=\"mail\"}";
            assert_eq!(
                lines.map(|line| line.to_string()),
                [
                    format!("queue_size{labels} {size}"),
                    format!("queue_oldest_age_seconds{labels} {age}"),
                ]
            );
        }
    }
}
