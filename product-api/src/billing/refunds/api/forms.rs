//! Wire types of requests for refunds.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::connections::Shortfall;
use crate::billing::payments::{PaymentDetailDto, RefundDto};
use crate::billing::refunds::load_refund::CreatedRefund;
use crate::billing::refunds::offer_refunds::RefundOffers;
use crate::billing::refunds::refund_offer::RefundOffer;
use crate::billing::refunds::refund_request::{RefundPart, RefundReason, RefundRequest};
use crate::problem::{FieldError, Problem};

/// The part of a payment that is refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "RefundPart", rename_all = "lowercase")]
pub(super) enum PartName {
    /// The part of the amount that has bought the unused credits.
    Unspent,
    /// Everything that is left of the payment.
    Full,
    /// The amount that `amount_minor` says.
    Amount,
}

/// The reason of a refund.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "RefundReason", rename_all = "snake_case")]
enum ReasonName {
    /// The buyer paid twice.
    Duplicate,
    /// The buyer did not want to pay. Stripe uses it to recognize fraud.
    Fraudulent,
    /// The buyer asked for it.
    RequestedByCustomer,
}

/// A request for a refund.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "RefundRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct RefundBody {
    /// The part that is refunded.
    what: PartName,
    /// The amount in the smallest unit of the payment's currency, for `amount` only.
    amount_minor: Option<i64>,
    /// The reason, which Stripe shows in its dashboard.
    reason: Option<ReasonName>,
}

impl RefundBody {
    /// Returns the request, or the places of its errors.
    pub(super) fn read(&self) -> Result<RefundRequest, Problem> {
        let refused = |detail: &str| Problem::invalid(&[FieldError::body("/amount_minor", detail)]);
        let part = match (self.what, self.amount_minor) {
            (PartName::Full, None) => RefundPart::Full,
            (PartName::Unspent, None) => RefundPart::Unspent,
            (PartName::Amount, Some(amount)) if amount > 0 => RefundPart::Amount(amount),
            (PartName::Amount, _) => return Err(refused("Must be at least 1.")),
            (PartName::Full | PartName::Unspent, Some(_)) => {
                return Err(refused("Is for `what: amount` only."));
            }
        };
        let reason = self.reason.map(|reason| match reason {
            ReasonName::Duplicate => RefundReason::Duplicate,
            ReasonName::Fraudulent => RefundReason::Fraudulent,
            ReasonName::RequestedByCustomer => RefundReason::RequestedByCustomer,
        });
        Ok(RefundRequest { part, reason })
    }
}

impl Example for RefundBody {
    fn example() -> Self {
        Self {
            what: PartName::Unspent,
            amount_minor: None,
            reason: Some(ReasonName::RequestedByCustomer),
        }
    }
}

/// A refund, and its payment as it is then.
#[derive(Clone, Debug, Object)]
#[oai(rename = "CreatedRefund", example)]
pub(super) struct CreatedRefundDto {
    /// The refund.
    refund: RefundDto,
    /// The payment.
    payment: PaymentDetailDto,
}

impl From<CreatedRefund> for CreatedRefundDto {
    fn from(created: CreatedRefund) -> Self {
        Self {
            refund: created.refund.into(),
            payment: created.payment.into(),
        }
    }
}

impl Example for CreatedRefundDto {
    fn example() -> Self {
        Self {
            refund: RefundDto::example(),
            payment: PaymentDetailDto::example(),
        }
    }
}

/// The treatment of used credits whose payment is refunded.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "RefundShortfall", rename_all = "snake_case")]
enum ShortfallName {
    /// They become debt of the customer, which new credits pay first.
    Debt,
    /// They are written off.
    WriteOff,
}

impl From<Shortfall> for ShortfallName {
    fn from(shortfall: Shortfall) -> Self {
        match shortfall {
            Shortfall::Debt => Self::Debt,
            Shortfall::WriteOff => Self::WriteOff,
        }
    }
}

/// A possible refund: its amount, and the credits that it takes back.
#[derive(Clone, Debug, Object)]
#[oai(rename = "RefundOffer", example)]
struct OfferDto {
    /// The part that is refunded.
    what: PartName,
    /// The amount in the smallest unit of the payment's currency.
    amount_minor: i64,
    /// The credits that are taken back: the sum of the following three.
    credits: i64,
    /// Unused credits, which are taken back at once.
    unused_credits: i64,
    /// Credits that open holds reserve. They are taken back when the holds end.
    held_credits: i64,
    /// Used credits, which become debt or are written off.
    used_credits: i64,
}

impl OfferDto {
    fn new(what: PartName, offer: RefundOffer) -> Self {
        Self {
            what,
            amount_minor: offer.amount_minor,
            credits: offer.credits,
            unused_credits: offer.unused,
            held_credits: offer.held,
            used_credits: offer.used,
        }
    }
}

impl Example for OfferDto {
    fn example() -> Self {
        Self {
            what: PartName::Unspent,
            amount_minor: 600,
            credits: 330,
            unused_credits: 330,
            held_credits: 0,
            used_credits: 0,
        }
    }
}

/// The refunds that are possible for a payment.
#[derive(Clone, Debug, Object)]
#[oai(rename = "RefundPreview", example)]
pub(super) struct PreviewDto {
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The part of the amount that can still be refunded.
    remaining_minor: i64,
    /// The unused credits of the payment.
    unspent_credits: i64,
    /// The fate of used credits, as the billing settings say.
    shortfall: ShortfallName,
    /// True while a bank disputes the payment: nothing can be refunded then.
    is_disputed: bool,
    /// The possible refunds, the best first: `unspent`, `full`, and `amount` if `amount_minor` asks for one. Empty if nothing
    /// is left, or a bank disputes the payment.
    offers: Vec<OfferDto>,
}

impl From<RefundOffers> for PreviewDto {
    fn from(offers: RefundOffers) -> Self {
        let named = [
            (PartName::Unspent, offers.unspent),
            (PartName::Full, offers.full),
            (PartName::Amount, offers.amount),
        ];
        let to_dto = |(what, offer): (PartName, Option<RefundOffer>)| {
            offer.map(|offer| OfferDto::new(what, offer))
        };
        Self {
            currency: offers.currency.code().to_owned(),
            remaining_minor: offers.remaining_minor,
            unspent_credits: offers.unspent_credits,
            shortfall: offers.shortfall.into(),
            is_disputed: offers.is_disputed,
            offers: named.into_iter().filter_map(to_dto).collect(),
        }
    }
}

impl Example for PreviewDto {
    fn example() -> Self {
        Self {
            currency: "eur".to_owned(),
            remaining_minor: 600,
            unspent_credits: 330,
            shortfall: ShortfallName::Debt,
            is_disputed: false,
            offers: vec![OfferDto::example()],
        }
    }
}
