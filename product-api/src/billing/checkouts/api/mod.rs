//! The operations that sell packs and plans, and offer automatic top-ups.

mod acceptance;
mod checkouts;
mod forms;
mod my_checkouts;
mod my_portal;
mod portal;
mod top_up;

pub(crate) use acceptance::PaymentAcceptanceApi;
pub(crate) use checkouts::CheckoutsApi;
pub(crate) use my_checkouts::MyCheckoutsApi;
pub(crate) use my_portal::MyPortalApi;
pub(crate) use portal::PortalApi;
