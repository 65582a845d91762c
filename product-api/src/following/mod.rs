//! Following a list of the identity provider: a worker asks for what is new until the service stops.

mod follower;

pub(crate) use follower::{First, Follower, start};
