//! Wire types of an automatic top-up that a checkout offers, and the choice between it and a sale.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::catalog::ItemKind;
use crate::billing::checkouts::checkout_offer::RequestedItem;
use crate::billing::topups::{DEFAULT_MIN_SECONDS, OfferedRule, RuleNumbers};
use crate::problem::{FieldError, Problem};

/// An automatic top-up to which the buyer agrees on Stripe's page. The page shows a sentence that says what is bought, when, and for
/// how much at most.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "CheckoutTopUpRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct CheckoutTopUpBody {
    /// The code of the pack, in its newest version.
    #[oai(validator(min_length = 1, max_length = 64))]
    pack: String,
    /// The number of packs that are bought at once; 1 if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    quantity: Option<i64>,
    /// The number of credits, without holds and debt, below which the pack is bought. It is less than the credits bought at once,
    /// without their bonus.
    #[oai(validator(minimum(value = "0")))]
    threshold: i64,
    /// The most that may be paid in one month (UTC), in the smallest unit of the currency: at least one purchase, and at most
    /// the website's limit.
    #[oai(validator(minimum(value = "1"), maximum(value = "9999999900")))]
    month_max_minor: i64,
    /// The most purchases in one month (UTC).
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    month_max_count: i64,
    /// The least number of seconds between two purchases; 300 if absent.
    #[oai(validator(minimum(value = "60"), maximum(value = "86400")))]
    min_seconds: Option<i64>,
}

impl CheckoutTopUpBody {
    const fn numbers(&self) -> RuleNumbers {
        RuleNumbers {
            quantity: match self.quantity {
                Some(quantity) => quantity,
                None => 1,
            },
            threshold: self.threshold,
            month_max_minor: self.month_max_minor,
            month_max_count: self.month_max_count,
            min_seconds: match self.min_seconds {
                Some(seconds) => seconds,
                None => DEFAULT_MIN_SECONDS,
            },
        }
    }
}

impl Example for CheckoutTopUpBody {
    fn example() -> Self {
        Self {
            pack: "small".to_owned(),
            quantity: None,
            threshold: 100,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: None,
        }
    }
}

/// The members of a request that say what the buyer gets.
pub(super) struct GivenMembers {
    /// The code of a pack.
    pub(super) pack: Option<String>,
    /// The code of a plan.
    pub(super) plan: Option<String>,
    /// The automatic top-up.
    pub(super) top_up: Option<CheckoutTopUpBody>,
    /// True if the request has a quantity.
    pub(super) has_quantity: bool,
    /// True if the request says that the card is saved.
    pub(super) has_save_card: bool,
}

/// The item of a checkout, and the numbers of an automatic top-up that buys it.
pub(super) struct WantedItem {
    /// The pack or the plan.
    pub(super) item: RequestedItem,
    /// The numbers; none if the item is sold now.
    pub(super) top_up: Option<RuleNumbers>,
}

impl GivenMembers {
    /// Returns what the buyer gets. Exactly one of `pack`, `plan` and `top_up` must be there.
    pub(super) fn read(self) -> Result<WantedItem, Problem> {
        let others = [
            ("/pack", self.pack.is_some()),
            ("/plan", self.plan.is_some()),
            ("/quantity", self.has_quantity),
            ("/save_card", self.has_save_card),
        ];
        let Some(top_up) = self.top_up else {
            let item = RequestedItem::read(self.pack, self.plan);
            return Ok(WantedItem {
                item: item.map_err(|error| Problem::invalid(&[error]))?,
                top_up: None,
            });
        };
        let given = others.into_iter().filter(|(_, is_given)| *is_given);
        let detail = "Must be left out if `top_up` is given.";
        let errors: Vec<FieldError> = given
            .map(|(pointer, _)| FieldError::body(pointer, detail))
            .collect();
        if !errors.is_empty() {
            return Err(Problem::invalid(&errors));
        }
        let numbers = top_up.numbers();
        Ok(WantedItem {
            item: RequestedItem {
                kind: ItemKind::Pack,
                code: top_up.pack,
            },
            top_up: Some(numbers),
        })
    }
}

/// The automatic top-up that a checkout offers, with the price and the credits of one purchase.
#[derive(Clone, Debug, Object)]
#[oai(rename = "CheckoutTopUp", example)]
pub(super) struct CheckoutTopUpDto {
    /// The code of the pack.
    pack: String,
    /// The number of packs that are bought at once.
    quantity: i64,
    /// The number of credits, without holds and debt, below which the pack is bought.
    threshold: i64,
    /// The price of one purchase before taxes that come on top, in the smallest unit of the currency.
    amount_minor: i64,
    /// The credits of one purchase, without the bonus.
    credits: i64,
    /// The free credits of one purchase.
    bonus: i64,
    /// The most that may be paid in one month (UTC), in the smallest unit of the currency.
    month_max_minor: i64,
    /// The most purchases in one month (UTC).
    month_max_count: i64,
    /// The least number of seconds between two purchases.
    min_seconds: i64,
    /// The sentence that Stripe's page shows, to which the buyer agrees.
    consent: String,
}

impl CheckoutTopUpDto {
    /// Returns the rule of a checkout, which buys a pack with a code.
    pub(super) fn new(pack: &str, rule: &OfferedRule) -> Self {
        Self {
            pack: pack.to_owned(),
            quantity: rule.quantity,
            threshold: rule.threshold,
            amount_minor: rule.total_minor(),
            credits: rule.total_credits(),
            bonus: rule.total_bonus(),
            month_max_minor: rule.month_max_minor,
            month_max_count: rule.month_max_count,
            min_seconds: rule.min_seconds,
            consent: rule.consent.clone(),
        }
    }
}

impl Example for CheckoutTopUpDto {
    fn example() -> Self {
        Self {
            pack: "small".to_owned(),
            quantity: 1,
            threshold: 100,
            amount_minor: 1_000,
            credits: 500,
            bonus: 50,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: 300,
            consent: "I agree that Pictures charges my saved card 10.00 EUR for 500 credits each time fewer than 100 are left, \
                      at most 50.00 EUR and 5 times a month, until I turn it off."
                .to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Kind;

    fn given(pack: bool, plan: bool, top_up: bool) -> GivenMembers {
        let code = |is_given: bool| is_given.then(|| "small".to_owned());
        GivenMembers {
            pack: code(pack),
            plan: code(plan),
            top_up: top_up.then(CheckoutTopUpBody::example),
            has_quantity: false,
            has_save_card: false,
        }
    }

    #[test]
    fn request_names_a_sale_or_an_automatic_top_up() {
        let rows = [
            (given(true, false, false), Some(false)),
            (given(false, true, false), Some(false)),
            (given(false, false, true), Some(true)),
            (given(true, false, true), None),
            (given(false, true, true), None),
            (given(false, false, false), None),
            (
                GivenMembers {
                    has_quantity: true,
                    ..given(false, false, true)
                },
                None,
            ),
            (
                GivenMembers {
                    has_save_card: true,
                    ..given(false, false, true)
                },
                None,
            ),
        ];
        for (number, (members, expected)) in rows.into_iter().enumerate() {
            let found = members.read().map(|wanted| wanted.top_up.is_some());
            let found = found.map_err(|problem| problem.kind());
            assert_eq!(found, expected.ok_or(Kind::InvalidRequest), "{number}");
        }
    }
}
