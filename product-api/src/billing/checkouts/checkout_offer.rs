//! An offer of a checkout: a pack or a plan at its prices, as the catalogue has it now.

use super::checkout_terms::TrialTerms;
use crate::billing::catalog::{ItemKind, OfferPrice, PackOffer, PlanOffer};
use crate::features::is_code;
use crate::problem::FieldError;

/// The code of a pack or a plan, as a request has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestedItem {
    /// The kind.
    pub(super) kind: ItemKind,
    /// The code.
    pub(super) code: String,
}

impl RequestedItem {
    /// Returns the item that a request names. Exactly one of the two members must be there.
    pub(super) fn read(pack: Option<String>, plan: Option<String>) -> Result<Self, FieldError> {
        let (kind, code) = match (pack, plan) {
            (Some(code), None) => (ItemKind::Pack, code),
            (None, Some(code)) => (ItemKind::Plan, code),
            (None, None) => {
                let detail = "Must be given, unless `plan` or `top_up` is.";
                return Err(FieldError::body("/pack", detail));
            }
            (Some(_), Some(_)) => {
                let detail = "Must be left out if `pack` is given.";
                return Err(FieldError::body("/plan", detail));
            }
        };
        Ok(Self { kind, code })
    }

    /// Returns the error of a text that is no code.
    pub(super) fn code_error(&self) -> Option<FieldError> {
        let word = self.kind.word();
        let detail = format!("Must be the code of a {word}, of a-z, 0-9, '.', '_' and '-'.");
        (!is_code(&self.code)).then(|| FieldError::body(format!("/{word}"), detail))
    }
}

/// A pack or a plan with the parts that a checkout fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CheckoutOffer {
    /// The kind.
    pub(super) kind: ItemKind,
    /// The id of the pack or the plan.
    pub(super) item_id: String,
    /// Its code.
    pub(super) code: String,
    /// Its name.
    pub(super) name: String,
    /// Its version.
    pub(super) version: i64,
    /// The credits of a pack, or of one allowance.
    pub(super) credits: i64,
    /// The free credits of a pack.
    pub(super) bonus: i64,
    /// Days for which the credits can be used; none for ever, and for a plan.
    pub(super) expires_days: Option<i64>,
    /// Days for which the bonus can be used; none for ever.
    pub(super) bonus_expires_days: Option<i64>,
    /// The one feature that the credits can be used for; none for any use.
    pub(super) feature_id: Option<i64>,
    /// True if a pack is for a first purchase only.
    pub(super) is_first_only: bool,
    /// The trial of a plan.
    pub(super) trial: Option<TrialTerms>,
    /// The largest quantity of a plan; none for a pack.
    pub(super) max_quantity: Option<i64>,
    /// The prices.
    pub(super) prices: Vec<OfferPrice>,
}

impl From<PackOffer> for CheckoutOffer {
    fn from(offer: PackOffer) -> Self {
        Self {
            kind: ItemKind::Pack,
            item_id: offer.pack_id,
            code: offer.code,
            name: offer.name,
            version: offer.version,
            credits: offer.credits,
            bonus: offer.bonus,
            expires_days: offer.expires_days,
            bonus_expires_days: offer.bonus_expires_days,
            feature_id: offer.feature_id,
            is_first_only: offer.is_first_only,
            trial: None,
            max_quantity: None,
            prices: offer.prices,
        }
    }
}

impl From<PlanOffer> for CheckoutOffer {
    fn from(offer: PlanOffer) -> Self {
        let plan = offer.plan;
        let trial = plan.terms.trial.map(|trial| TrialTerms {
            days: trial.days,
            needs_card: trial.needs_card,
        });
        Self {
            kind: ItemKind::Plan,
            item_id: plan.plan_id,
            code: plan.code,
            name: plan.name,
            version: plan.version,
            credits: plan.terms.credits,
            bonus: 0,
            expires_days: None,
            bonus_expires_days: None,
            feature_id: None,
            is_first_only: false,
            trial,
            max_quantity: Some(plan.terms.max_quantity),
            prices: offer.prices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_names_a_pack_or_a_plan() {
        let some = |code: &str| Some(code.to_owned());
        let place = |error: FieldError| match error {
            FieldError::Body { pointer, .. } => pointer,
            FieldError::Parameter { name, .. } => name,
        };
        let rows = [
            (some("a"), None, Ok((ItemKind::Pack, "a"))),
            (None, some("b"), Ok((ItemKind::Plan, "b"))),
            (None, None, Err("/pack")),
            (some("a"), some("b"), Err("/plan")),
        ];
        for (pack, plan, expected) in rows {
            let found = RequestedItem::read(pack.clone(), plan.clone());
            let found = found.map(|item| (item.kind, item.code)).map_err(place);
            let expected = expected
                .map(|(kind, code)| (kind, code.to_owned()))
                .map_err(ToOwned::to_owned);
            assert_eq!(
                found.map_err(|at| at.clone()),
                expected,
                "{pack:?} {plan:?}"
            );
        }
        for (code, is_right) in [("pro", true), ("Pro", false), ("", false)] {
            let item = RequestedItem::read(None, some(code)).unwrap();
            assert_eq!(item.code_error().is_none(), is_right, "{code}");
        }
    }
}
