//! Wire types of the prices of versions.

use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::catalog::given_prices::GivenPrice;
use crate::billing::catalog::price_state::{PriceAtStripe, PriceReason, PriceState};
use crate::billing::catalog::version::VersionPrice;
use crate::schema::Nullable;

/// A price in one currency.
#[derive(Object)]
#[oai(rename = "VersionPriceRequest", deny_unknown_fields)]
pub(super) struct VersionPriceBody {
    /// The code of the currency (ISO 4217), in lower case.
    #[oai(validator(min_length = 3, max_length = 3))]
    pub(super) currency: String,
    /// The amount in the minor units of Stripe, such as cents. Some currencies have none, so that it counts whole units; `isk`
    /// takes multiples of 100, and `bhd`, `jod`, `kwd`, `omr` and `tnd` take multiples of 10.
    #[oai(validator(minimum(value = "1"), maximum(value = "99999999")))]
    pub(super) amount_minor: i64,
}

impl VersionPriceBody {
    /// Reads the prices of a request.
    pub(super) fn read_all(prices: Vec<Self>) -> Vec<GivenPrice> {
        let prices = prices.into_iter().map(|price| GivenPrice {
            currency: price.currency,
            amount_minor: price.amount_minor,
        });
        prices.collect()
    }
}

impl Example for VersionPriceBody {
    fn example() -> Self {
        Self {
            currency: "eur".to_owned(),
            amount_minor: 900,
        }
    }
}

/// The state of a price at Stripe.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "PriceState", rename_all = "lowercase")]
enum PriceStateName {
    /// It is being made.
    Pending,
    /// It is at Stripe and can be sold.
    Synced,
    /// It was archived or deleted at Stripe.
    Drifted,
    /// Stripe refused it.
    Failed,
}

impl From<PriceState> for PriceStateName {
    fn from(state: PriceState) -> Self {
        match state {
            PriceState::Pending => Self::Pending,
            PriceState::Synced => Self::Synced,
            PriceState::Drifted => Self::Drifted,
            PriceState::Failed => Self::Failed,
        }
    }
}

/// The reason why a price cannot be sold.
#[derive(Clone, Copy, Enum)]
#[oai(rename = "PriceReason", rename_all = "kebab-case")]
enum PriceReasonName {
    /// The price was archived at Stripe.
    PriceArchived,
    /// Stripe has no such price any more.
    PriceMissing,
    /// The product was archived at Stripe.
    ProductArchived,
    /// Stripe has no such product any more.
    ProductMissing,
    /// Stripe refused the product or the price.
    Refused,
    /// The key of the connection lacks a permission.
    PermissionMissing,
    /// Stripe refused the key of the connection.
    KeyRefused,
    /// Stripe was not reached or could not answer.
    Unavailable,
    /// The Stripe account was disconnected from the website.
    Disconnected,
}

impl From<PriceReason> for PriceReasonName {
    fn from(reason: PriceReason) -> Self {
        match reason {
            PriceReason::PriceArchived => Self::PriceArchived,
            PriceReason::PriceMissing => Self::PriceMissing,
            PriceReason::ProductArchived => Self::ProductArchived,
            PriceReason::ProductMissing => Self::ProductMissing,
            PriceReason::Refused => Self::Refused,
            PriceReason::PermissionMissing => Self::PermissionMissing,
            PriceReason::KeyRefused => Self::KeyRefused,
            PriceReason::Unavailable => Self::Unavailable,
            PriceReason::Disconnected => Self::Disconnected,
        }
    }
}

/// A price at the website's Stripe account.
#[derive(Object)]
#[oai(rename = "PriceAtStripe")]
struct StripePriceDto {
    /// The state; only a synced price can be bought.
    state: PriceStateName,
    /// The reason why the price is not synced; null if there is none.
    reason: Nullable<PriceReasonName>,
    /// Stripe's own words about the reason; null if there are none.
    detail: Nullable<String>,
    /// Stripe's id of the price; null before it was made.
    stripe_price_id: Nullable<String>,
}

impl From<PriceAtStripe> for StripePriceDto {
    fn from(price: PriceAtStripe) -> Self {
        Self {
            state: price.state.into(),
            reason: price.reason.map(Into::into).into(),
            detail: price.detail.into(),
            stripe_price_id: price.stripe_price_id.into(),
        }
    }
}

/// A price of a version.
#[derive(Object)]
#[oai(rename = "VersionPrice")]
pub(super) struct VersionPriceDto {
    /// The code of the currency (ISO 4217), in lower case.
    currency: String,
    /// The amount in the minor units of Stripe.
    amount_minor: i64,
    /// The price at Stripe; null while the website has no Stripe account in this mode.
    stripe: Nullable<StripePriceDto>,
}

impl From<VersionPrice> for VersionPriceDto {
    fn from(price: VersionPrice) -> Self {
        Self {
            currency: price.money.currency.code().to_owned(),
            amount_minor: price.money.minor,
            stripe: price.at_stripe.map(Into::into).into(),
        }
    }
}

impl Example for VersionPriceDto {
    fn example() -> Self {
        Self {
            currency: "eur".to_owned(),
            amount_minor: 900,
            stripe: Some(StripePriceDto {
                state: PriceStateName::Synced,
                reason: None.into(),
                detail: None.into(),
                stripe_price_id: Some("price_1SxYzA2eZvKYlo2C".to_owned()).into(),
            })
            .into(),
        }
    }
}
