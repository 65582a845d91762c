//! Settings of the ledger.

use std::num::NonZeroU16;
use std::time::Duration;

use foundation::env::Reader;

const LANES: &str = "API_LEDGER_LANES";
const TOGETHER: &str = "API_LEDGER_TOGETHER";
const USAGE_SECONDS: &str = "API_USAGE_SECONDS";
const VERIFY_HOURS: &str = "API_VERIFY_HOURS";

/// Interval of heartbeats. After ten intervals without one, other servers consider a server stopped.
const BEAT: Duration = Duration::from_mins(1);

/// Settings of operation queues, usage and verification.
#[derive(Clone, Debug)]
pub struct LedgerConfig {
    /// `API_LEDGER_LANES`: maximum number of a server's ledger transactions in flight on PostgreSQL, from 1 to 64; SQLite has
    /// one.
    pub lanes: NonZeroU16,
    /// `API_LEDGER_TOGETHER`: maximum number of operations that share a transaction, from 1 to 1024.
    pub together: NonZeroU16,
    /// `API_USAGE_SECONDS`: interval at which usage is added up from the ledger, in seconds from 1 to 3600.
    pub usage_seconds: NonZeroU16,
    /// Interval at which a server records a heartbeat. It is no setting, because other servers rely on it.
    pub beat: Duration,
    /// `API_VERIFY_HOURS`: interval of automatic verifications of all books, in hours from 1 to 720; 0 for never.
    pub verify_hours: u16,
}

impl LedgerConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            lanes: counted(reader, LANES, 4, 64),
            together: counted(reader, TOGETHER, 256, 1024),
            usage_seconds: counted(reader, USAGE_SECONDS, 2, 3600),
            beat: BEAT,
            verify_hours: at_most(
                reader,
                VERIFY_HOURS,
                24,
                720,
                "a number of hours from 0 to 720",
            ),
        }
    }
}

/// Reads a number from 1 to a maximum.
fn counted(reader: &mut Reader<'_>, name: &'static str, usual: u16, most: u16) -> NonZeroU16 {
    let expected = format!("a number from 1 to {most}");
    let number = at_most(reader, name, usual, most, &expected);
    NonZeroU16::new(number).unwrap_or_else(|| {
        reader.problem(name, format!("is not {expected}"));
        NonZeroU16::MIN
    })
}

fn at_most(
    reader: &mut Reader<'_>,
    name: &'static str,
    usual: u16,
    most: u16,
    expected: &str,
) -> u16 {
    let number = reader.parsed(name, usual, expected);
    if number <= most {
        return number;
    }
    reader.problem(name, format!("is not {expected}"));
    usual
}
