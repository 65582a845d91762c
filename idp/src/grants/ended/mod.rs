//! Grants that ended before their time, in the order in which resource servers read of them.

mod ended_grant;
pub(crate) mod store;

pub(crate) use ended_grant::EndedGrant;
