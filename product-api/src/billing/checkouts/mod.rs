//! Checkouts: the sale of a pack or a plan, or the agreement to an automatic top-up, on a page of Stripe, from the row that is
//! committed first to the credits.

mod accept_payment;
mod api;
mod apply_facts;
mod apply_session;
mod buyer;
mod check_request;
mod checkout;
mod checkout_kind;
mod checkout_offer;
mod checkout_terms;
mod choose_price;
mod complete_plan;
mod complete_setup;
mod create_checkout;
mod create_for_user;
mod create_for_website;
mod expire_checkout;
mod find_checkout;
mod find_portal_buyer;
mod fulfil;
mod keep_card;
mod load_checkout;
mod mismatch;
mod open_portal;
mod open_session;
mod prepare_checkout;
mod prepare_setup;
mod provider_error;
mod read_session;
mod return_url;
mod review_reason;
mod search_session;
mod session_facts;
mod store;
mod sweep_checkouts;
mod sync_checkout;
#[cfg(test)]
mod tests;
mod transition;

pub(crate) use api::{CheckoutsApi, MyCheckoutsApi, MyPortalApi, PaymentAcceptanceApi, PortalApi};
pub(crate) use apply_session::apply_session;
pub(crate) use checkout::CheckoutState;
pub(crate) use read_session::CHECKOUT as CHECKOUT_METADATA;
#[cfg(test)]
pub(super) use store::TEXTS;
pub(crate) use sweep_checkouts::sweep_checkouts;
#[cfg(test)]
pub(super) use tests::{PACK_CREDITS, PACK_PRICE, StripeMoney, TestShop};
