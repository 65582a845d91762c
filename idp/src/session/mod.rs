//! Sessions, the consents that users gave in them, and the notice to clients of their end.

pub(crate) mod backchannel;
pub(crate) mod consents;
pub(crate) mod sessions;
