//! Currencies: those in which a pack can be sold, and the amounts that Stripe takes in each.

#[expect(
    clippy::module_inception,
    reason = "the main file of a module has the module's name"
)]
mod currency;
mod money;
mod taxed_sums;

pub(crate) use currency::{Currency, MAX_AMOUNT_MINOR};
pub(crate) use money::Money;
pub(crate) use taxed_sums::TaxedSums;
