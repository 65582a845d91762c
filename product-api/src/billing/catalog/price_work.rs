//! Work on a price at Stripe: what a claim reads, and the change that follows from its result.

use foundation::Timestamp;

use super::item::ItemKind;
use super::plan_terms::Interval;
use super::price_state::{PriceReason, PriceState, next_attempt};
use crate::billing::connections::TaxBehavior;
use crate::billing::currency::Money;

/// The billing period of a price that is paid again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recurrence {
    /// The unit.
    pub(super) interval: Interval,
    /// The number of units.
    pub(super) count: i64,
}

/// A price with all that is written to Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PriceWork {
    /// Our key of the price.
    pub(super) id: i64,
    /// The book of the item.
    pub(super) book_id: i64,
    /// The pack or plan.
    pub(super) item_id: String,
    /// The number of the version.
    pub(super) version: i64,
    /// The amount.
    pub(super) money: Money,
    /// The billing period of a plan; none for a price that is paid once.
    pub(super) recurrence: Option<Recurrence>,
    /// The connection.
    pub(super) connection_id: String,
    /// The relation of the price and its tax.
    pub(super) tax_behavior: TaxBehavior,
    /// Stripe's id of the price, once it was made.
    pub(super) stripe_price_id: Option<String>,
    /// The state.
    pub(super) state: PriceState,
    /// The reason of the state.
    pub(super) reason: Option<PriceReason>,
    /// The number of attempts, including the claimed one.
    pub(super) attempts: i64,
    /// The number of the request that makes the price.
    pub(super) request_number: i64,
    /// The end of the claim.
    pub(super) lease: Option<Timestamp>,
    /// The name of the item.
    pub(super) name: String,
    /// The description of the item.
    pub(super) description: Option<String>,
}

/// The cause of an attempt that did not succeed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PriceTrouble {
    /// The reason.
    pub(super) reason: PriceReason,
    /// Stripe's own words.
    pub(super) detail: Option<String>,
    /// True if another attempt with the same price cannot succeed.
    pub(super) is_final: bool,
    /// True if Stripe stored the failure under the idempotency key.
    pub(super) is_stored: bool,
}

/// The change of a price after an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PriceChange {
    /// The state.
    pub(super) state: PriceState,
    /// Stripe's id of the price, if it is known now.
    pub(super) stripe_price_id: Option<String>,
    /// The reason of the state.
    pub(super) reason: Option<PriceReason>,
    /// Stripe's own words about the reason.
    pub(super) detail: Option<String>,
    /// The time of the next attempt, if there is one.
    pub(super) next_at: Option<Timestamp>,
    /// True if nothing is left to do.
    pub(super) is_success: bool,
    /// True if the next request needs another idempotency key.
    pub(super) needs_new_request: bool,
}

impl PriceWork {
    /// Returns Stripe's id of the item's product. We choose it, so that a product made twice is one product.
    pub(super) fn product_id(&self) -> String {
        product_id(&self.item_id)
    }

    /// Returns the name by which the price is found at Stripe.
    pub(super) fn lookup_key(&self) -> String {
        let currency = self.money.currency;
        format!("tollgate:{}:{}:{currency}", self.item_id, self.version)
    }

    /// Returns the idempotency key of the request that makes the price.
    ///
    /// Stripe repeats its stored response for a key for a day, also a failed one, and one about a price that was deleted since:
    /// such a request needs another number.
    pub(super) fn idempotency_key(&self) -> String {
        if self.request_number <= 1 {
            return format!("tg:price:{}", self.id);
        }
        format!("tg:price:{}:{}", self.id, self.request_number)
    }

    /// Returns the idempotency key of the request that makes the product. The product's id keeps two requests from making two.
    pub(super) fn product_key(&self) -> String {
        let lease = self.lease.map_or(0, Timestamp::micros);
        format!("tg:product:{}:{lease}", self.id)
    }

    /// Returns the change after an attempt without success.
    pub(super) fn after(&self, trouble: PriceTrouble, now: Timestamp) -> PriceChange {
        let next_at = if trouble.is_final {
            None
        } else {
            next_attempt(self.attempts, now)
        };
        // Only texts of the product were to be written for a synced price: it can be sold without them.
        let is_sold = self.state == PriceState::Synced;
        let state = match (is_sold, next_at) {
            (true, _) => PriceState::Synced,
            (false, Some(_)) => PriceState::Pending,
            (false, None) => PriceState::Failed,
        };
        PriceChange {
            state,
            stripe_price_id: None,
            reason: (!is_sold).then_some(trouble.reason),
            detail: trouble.detail.filter(|_| !is_sold),
            next_at,
            is_success: false,
            needs_new_request: trouble.is_stored,
        }
    }
}

impl PriceChange {
    /// Returns the change to a price that is at Stripe; its id there is known already if it is absent.
    pub(super) const fn synced(stripe_price_id: Option<String>) -> Self {
        Self {
            state: PriceState::Synced,
            stripe_price_id,
            reason: None,
            detail: None,
            next_at: None,
            is_success: true,
            needs_new_request: false,
        }
    }
}

/// Begin of the ids of our products.
const PRODUCT_PREFIX: &str = "tollgate_";

/// Returns Stripe's id of an item's product.
fn product_id(item_id: &str) -> String {
    format!("{PRODUCT_PREFIX}{item_id}")
}

/// Returns the item of a product's id; `None` if the product is not ours.
pub(super) fn item_of_product(product_id: &str) -> Option<&str> {
    let item_id = product_id.strip_prefix(PRODUCT_PREFIX)?;
    ItemKind::from_id(item_id).map(|_| item_id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::billing::currency::Currency;

    fn work(state: PriceState, attempts: i64) -> PriceWork {
        PriceWork {
            id: 7,
            book_id: 1,
            item_id: "pck_1".to_owned(),
            version: 3,
            money: Money {
                currency: Currency::USD,
                minor: 500,
            },
            recurrence: None,
            connection_id: "scn_1".to_owned(),
            tax_behavior: TaxBehavior::Inclusive,
            stripe_price_id: None,
            state,
            reason: None,
            attempts,
            request_number: 1,
            lease: Some(Timestamp::from_micros(99)),
            name: "Small".to_owned(),
            description: None,
        }
    }

    #[test]
    fn price_has_names_that_two_servers_share() {
        let first = work(PriceState::Pending, 2);
        assert_eq!(first.product_id(), "tollgate_pck_1");
        assert_eq!(first.lookup_key(), "tollgate:pck_1:3:usd");
        assert_eq!(first.idempotency_key(), "tg:price:7");
        let again = PriceWork {
            request_number: 2,
            ..first
        };
        assert_eq!(again.idempotency_key(), "tg:price:7:2");
    }

    #[test]
    fn product_of_others_has_no_item() {
        let rows = [
            ("tollgate_pck_1", Some("pck_1")),
            ("tollgate_pln_1", Some("pln_1")),
            ("tollgate_cus_1", None),
            ("tollgate_", None),
            ("tollgate_1", None),
            ("pck_1", None),
            ("prod_1", None),
        ];
        for (product, item) in rows {
            assert_eq!(item_of_product(product), item, "{product}");
        }
    }

    #[test]
    fn failed_attempt_leads_to_another_or_to_an_end() {
        use PriceState::{Failed, Pending, Synced};
        let rows = [
            // state, attempts, is final; state, has a reason, has a next attempt
            (Pending, 1, false, Pending, true, true),
            (Pending, 18, false, Failed, true, false),
            (Pending, 1, true, Failed, true, false),
            (Synced, 1, false, Synced, false, true),
            (Synced, 1, true, Synced, false, false),
            (Synced, 18, false, Synced, false, false),
        ];
        for (state, attempts, is_final, next, has_reason, has_next) in rows {
            let trouble = PriceTrouble {
                reason: PriceReason::Unavailable,
                detail: Some("away".to_owned()),
                is_final,
                is_stored: true,
            };
            let change = work(state, attempts).after(trouble, Timestamp::default());
            let found = (
                change.state,
                change.reason.is_some(),
                change.next_at.is_some(),
            );
            assert_eq!(
                found,
                (next, has_reason, has_next),
                "{state:?} {attempts} {is_final}"
            );
            assert_eq!(change.detail.is_some(), has_reason);
            assert!(change.needs_new_request && !change.is_success);
        }
    }
}
