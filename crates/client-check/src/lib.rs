//! The client as it was generated when this crate was built; nothing here is written by hand.

include!(concat!(env!("OUT_DIR"), "/client.rs"));
