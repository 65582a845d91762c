//! Time: clocks that callers pass as arguments, timestamps, and the clock of the database.

mod clock;
mod database_clock;
#[cfg(test)]
mod tests;
mod timestamp;

pub use clock::{Clock, MonotonicTime, Stopwatch};
pub use database_clock::{ClockReading, CorrectionOutcome};
pub use timestamp::Timestamp;
