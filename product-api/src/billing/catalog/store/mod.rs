//! Tables of packs, their versions, and their prices at Stripe.

pub(super) mod links;
pub(super) mod packs;
pub(super) mod prices;
pub(super) mod versions;
