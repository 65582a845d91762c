//! The operations on automatic top-ups.

mod attempts;
mod forms;
mod my_topup;
mod topup;
mod topup_forms;

pub(crate) use my_topup::MyTopUpApi;
pub(crate) use topup::TopUpsApi;
