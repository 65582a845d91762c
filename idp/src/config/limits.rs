//! Rate limits of emails.

use std::num::NonZeroU32;

use foundation::env::Reader;

const DEFAULT_PER_NETWORK: u32 = 100;
const DEFAULT_PER_HOUR: u32 = 10_000;

/// Limits that an operator may have to tune.
#[derive(Clone, Debug)]
pub struct LimitConfig {
    /// `IDP_MAILS_PER_NETWORK`: the maximum number of emails that one network (an IPv4 address or an IPv6 /64) may
    /// request in 15 minutes.
    pub mails_per_network: NonZeroU32,
    /// `IDP_MAILS_PER_HOUR`: the maximum number of emails that all users together may request in an hour.
    pub mails_per_hour: NonZeroU32,
}

impl LimitConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        Self {
            mails_per_network: read_number(reader, "IDP_MAILS_PER_NETWORK", DEFAULT_PER_NETWORK),
            mails_per_hour: read_number(reader, "IDP_MAILS_PER_HOUR", DEFAULT_PER_HOUR),
        }
    }
}

fn read_number(reader: &mut Reader<'_>, name: &'static str, default: u32) -> NonZeroU32 {
    let default = NonZeroU32::new(default).unwrap_or(NonZeroU32::MIN);
    reader.parsed(name, default, "a whole number above 0")
}
