//! Polling of lists of the idp: a background task reads new items until the service stops.

mod poll_state;

pub(crate) use poll_state::{FirstPoll, PollState, start};
