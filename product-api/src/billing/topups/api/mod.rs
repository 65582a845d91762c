//! The operations on automatic top-ups.

mod answers;
mod attempts;
mod forms;
mod my_topup;
mod topup;

pub(crate) use my_topup::MyTopUpApi;
pub(crate) use topup::TopUpsApi;
