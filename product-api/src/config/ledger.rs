//! How the ledger looks after itself.

use foundation::env::Reader;

/// The ledger.
#[derive(Clone, Debug)]
pub struct LedgerConfig {
    /// `API_VERIFY_HOURS`: how often all books are verified by themselves, in hours from 1 to 720; 0 for never.
    pub verify_hours: u16,
}

impl LedgerConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const NAME: &str = "API_VERIFY_HOURS";
        let mut verify_hours = reader.parsed(NAME, 24, "a number of hours from 0 to 720");
        if verify_hours > 720 {
            reader.problem(NAME, "is not a number of hours from 0 to 720");
            verify_hours = 24;
        }
        Self { verify_hours }
    }
}
