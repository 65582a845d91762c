//! Claims about a person: which there are, which scope opens them, and which a client asks for one by one.

mod claim;

pub(crate) use claim::{ClaimsRequest, PERSONAL};
