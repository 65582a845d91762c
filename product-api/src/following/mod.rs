//! Polling of lists of the idp: a background task reads new items until the service stops.

mod follower;

pub(crate) use follower::{FirstPoll, PollState, start};
