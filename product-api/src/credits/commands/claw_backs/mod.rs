//! Claw-backs: credits of a purchase that a refund or a dispute takes back, reserves, or gives back.

mod expire_within;
mod freeze_within;
mod give_back_within;
mod lock_purchase;
mod take_back_within;

pub(crate) use expire_within::{LotExpiry, LotLeft, expire_within};
pub(crate) use freeze_within::freeze_within;
pub(crate) use give_back_within::give_back_within;
pub(crate) use lock_purchase::PurchaseCredits;
#[cfg(test)]
pub(crate) use take_back_within::TakenBack;
pub(crate) use take_back_within::take_back_within;
