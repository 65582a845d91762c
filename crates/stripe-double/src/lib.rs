//! A stateful double of Stripe's API, for tests, journeys and development without a network.
//!
//! It responds to the calls of Tollgate as Stripe does: keys with permissions, forms in brackets, idempotency keys,
//! API versions, expansions, events with signatures, and pages on which a buyer pays with test cards. No money moves.

mod api;
mod billing;
mod calls;
mod control;
mod delivery;
mod double;
mod error;
mod events;
mod form;
mod objects;
mod pages;
mod payments;
mod server;
mod shapes;
mod state;

pub use control::ControlRefusal;
pub use delivery::sign;
pub use double::{DoubleOptions, StripeDouble};
pub use shapes::ApiVersion;
pub use state::{CallFault, CallFaultKind, DeliveryFaults, EventForm};
