//! Where a device begins (RFC 8628 section 3.1): the face of `devices`, above the proof of who asks.

mod ask;
pub(crate) mod endpoint;
