//! Tables of packs and plans, their versions, and their prices at Stripe.

pub(super) mod items;
pub(super) mod links;
pub(super) mod mapped_prices;
mod pack_versions;
mod plan_versions;
pub(super) mod prices;
pub(super) mod subscribers;
pub(super) mod versions;
