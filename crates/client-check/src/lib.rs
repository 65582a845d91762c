//! The client, generated during the build of this crate.

include!(concat!(env!("OUT_DIR"), "/client.rs"));
