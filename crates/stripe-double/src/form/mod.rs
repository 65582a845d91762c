//! Form parameters: Stripe's bracketed encoding, and readers that refuse them as Stripe does.

mod decode;
mod known;
mod parameters;

pub(crate) use decode::decode_pairs;
pub(crate) use parameters::Parameters;
