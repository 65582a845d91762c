//! Authorization requests that wait while their person does something else.

mod park;
pub(crate) mod store;

pub(crate) use park::{Parked, find, park, take};
