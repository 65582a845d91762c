//! The operations that read disputes.

mod disputes;

pub(crate) use disputes::DisputesApi;
