//! A price as it is at Stripe, and whether it is ours and can be sold.

use super::price_state::PriceReason;
use super::price_work::{PriceWork, Recurrence};
use crate::billing::connections::TaxBehavior;

/// The product of a price, as it is at Stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProductFact {
    /// The product is sold.
    Active,
    /// The product is archived.
    Archived,
    /// The product is deleted.
    Deleted,
}

/// A billing period as it is at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundRecurrence {
    /// The unit.
    pub(super) interval: String,
    /// The number of units.
    pub(super) count: i64,
}

impl FoundRecurrence {
    fn is_like(&self, ours: Recurrence) -> bool {
        self.interval == ours.interval.word() && self.count == ours.count
    }
}

/// A price as it is at Stripe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PriceFacts {
    /// Stripe's id of the price.
    pub(super) id: String,
    /// True unless the price is archived.
    pub(super) is_active: bool,
    /// The code of the currency.
    pub(super) currency: String,
    /// The amount in minor units, if the price has one amount.
    pub(super) amount_minor: Option<i64>,
    /// The relation of the price and its tax.
    pub(super) tax_behavior: String,
    /// The billing period in Stripe's words; none if the price is paid once.
    pub(super) recurrence: Option<FoundRecurrence>,
    /// Stripe's id of the product.
    pub(super) product_id: String,
}

impl PriceFacts {
    /// Returns true if a price that was found by its lookup key is the one that would be made. An owner may give the lookup key
    /// to another price at Stripe.
    pub(super) fn is_made_for(&self, work: &PriceWork) -> bool {
        let behavior: TaxBehavior = work.tax_behavior;
        let is_like_ours = match (&self.recurrence, work.recurrence) {
            (None, None) => true,
            (Some(found), Some(ours)) => found.is_like(ours),
            (Some(_), None) | (None, Some(_)) => false,
        };
        is_like_ours
            && self.product_id == work.product_id()
            && self.currency == work.money.currency.code()
            && self.amount_minor == Some(work.money.minor)
            && self.tax_behavior == behavior.word()
    }
}

/// Returns the reason why a price cannot be sold; `None` if it can. `is_active` is absent if Stripe has no such price.
pub(super) const fn drift(is_active: Option<bool>, product: ProductFact) -> Option<PriceReason> {
    match (is_active, product) {
        (None, _) => Some(PriceReason::PriceMissing),
        (Some(_), ProductFact::Deleted) => Some(PriceReason::ProductMissing),
        (Some(_), ProductFact::Archived) => Some(PriceReason::ProductArchived),
        (Some(false), ProductFact::Active) => Some(PriceReason::PriceArchived),
        (Some(true), ProductFact::Active) => None,
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;
    use crate::billing::catalog::plan_terms::Interval;
    use crate::billing::catalog::price_state::PriceState;
    use crate::billing::currency::{Currency, Money};

    #[test]
    fn price_drifts_with_its_product() {
        use ProductFact::{Active, Archived, Deleted};
        let rows = [
            (Some(true), Active, None),
            (Some(false), Active, Some(PriceReason::PriceArchived)),
            (Some(true), Archived, Some(PriceReason::ProductArchived)),
            (Some(false), Archived, Some(PriceReason::ProductArchived)),
            (Some(true), Deleted, Some(PriceReason::ProductMissing)),
            (None, Active, Some(PriceReason::PriceMissing)),
            (None, Deleted, Some(PriceReason::PriceMissing)),
        ];
        for (is_active, product, expected) in rows {
            assert_eq!(
                drift(is_active, product),
                expected,
                "{is_active:?} {product:?}"
            );
        }
    }

    fn found(interval: &str, count: i64) -> FoundRecurrence {
        FoundRecurrence {
            interval: interval.to_owned(),
            count,
        }
    }

    #[test]
    fn price_of_another_period_is_not_taken_for_ours() {
        let ours = Recurrence {
            interval: Interval::Month,
            count: 3,
        };
        assert!(found("month", 3).is_like(ours));
        for other in [found("month", 1), found("year", 3), found("", 3)] {
            assert!(!other.is_like(ours), "{other:?}");
        }
    }

    #[test]
    fn price_of_other_money_is_not_taken_for_ours() {
        let work = PriceWork {
            id: 7,
            book_id: 1,
            item_id: "pck_1".to_owned(),
            version: 1,
            money: Money {
                currency: Currency::USD,
                minor: 500,
            },
            recurrence: None,
            connection_id: "scn_1".to_owned(),
            tax_behavior: TaxBehavior::Inclusive,
            stripe_price_id: None,
            state: PriceState::Pending,
            reason: None,
            attempts: 2,
            request_number: 1,
            lease: Some(Timestamp::default()),
            name: "Small".to_owned(),
            description: None,
        };
        let made = PriceFacts {
            id: "price_1".to_owned(),
            is_active: false,
            currency: "usd".to_owned(),
            amount_minor: Some(500),
            tax_behavior: "inclusive".to_owned(),
            recurrence: None,
            product_id: "tollgate_pck_1".to_owned(),
        };
        assert!(made.is_made_for(&work), "an archived one is ours, too");
        let others = [
            PriceFacts {
                currency: "eur".to_owned(),
                ..made.clone()
            },
            PriceFacts {
                amount_minor: Some(501),
                ..made.clone()
            },
            PriceFacts {
                amount_minor: None,
                ..made.clone()
            },
            PriceFacts {
                tax_behavior: "unspecified".to_owned(),
                ..made.clone()
            },
            PriceFacts {
                recurrence: Some(found("month", 1)),
                ..made.clone()
            },
            PriceFacts {
                product_id: "prod_1".to_owned(),
                ..made
            },
        ];
        for other in others {
            assert!(!other.is_made_for(&work), "{other:?}");
        }
    }
}
