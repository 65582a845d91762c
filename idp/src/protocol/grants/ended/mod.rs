//! List of revoked grants, in the order in which resource servers read it.

mod ended_grant;
pub(crate) mod store;

pub(crate) use ended_grant::EndedGrant;
