//! Prepares a rule that a checkout offers to its buyer, from the pack as the catalogue has it now.

use foundation::Connection;

use super::check_request::{RuleNumbers, text_errors};
use super::choose_pack::{NamedPack, choose_pack};
use super::consent_sentence::{ShownSeller, consent_sentence};
use super::offered_rule::OfferedRule;
use crate::billing::catalog::{OfferPrice, PackOffer};
use crate::billing::connections::{BookBilling, StripeConnection};
use crate::problem::{FieldError, Problem};

/// The member of a request that contains the rule.
const MEMBER: &str = "/top_up";

/// A rule that a request names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleRequest<'a> {
    /// The book that sells.
    pub(crate) book_id: i64,
    /// The seller, as buyers see it.
    pub(crate) seller: ShownSeller<'a>,
    /// The code of the pack.
    pub(crate) code: &'a str,
    /// The code of the currency; none for the book's own.
    pub(crate) currency: Option<&'a str>,
    /// The numbers.
    pub(crate) numbers: RuleNumbers,
}

/// A rule with the pack that it buys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleOffer {
    /// The pack.
    pub(crate) pack: PackOffer,
    /// The price, which is at Stripe.
    pub(crate) price: OfferPrice,
    /// The rule.
    pub(crate) rule: OfferedRule,
}

/// Returns the errors of a rule that can be seen without the catalogue.
pub(crate) fn offer_errors(code: &str, numbers: &RuleNumbers) -> Vec<FieldError> {
    let errors = numbers.errors().into_iter().chain(text_errors(code, None));
    errors.map(|error| error.below(MEMBER)).collect()
}

/// Prepares a rule by the checks of a rule that the buyer sets. Rejects a pack that is not sold, and numbers that do not fit it.
pub(crate) async fn offer_rule(
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    settings: &BookBilling,
    request: RuleRequest<'_>,
) -> Result<RuleOffer, Problem> {
    let named = NamedPack {
        book_id: request.book_id,
        code: request.code,
        currency: request.currency,
    };
    let chosen = choose_pack(db, connection, settings, named).await?;
    let numbers = &request.numbers;
    let checked = chosen.check(numbers, settings);
    checked.map_err(|refusal| refusal.into_problem(MEMBER))?;
    let (pack, price) = (chosen.offer, chosen.price);
    let mut rule = OfferedRule {
        quantity: numbers.quantity,
        threshold: numbers.threshold,
        month_max_minor: numbers.month_max_minor,
        month_max_count: numbers.month_max_count,
        min_seconds: numbers.min_seconds,
        amount_minor: price.amount_minor,
        credits: pack.credits,
        bonus: pack.bonus,
        consent: String::new(),
    };
    rule.consent = consent_sentence(request.seller, price.currency, &rule);
    Ok(RuleOffer { pack, price, rule })
}
