//! Wire types of versions of packs.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::catalog::pack_version::{
    GivenPrice, NewPackVersion, PackTerms, PackVersion, VersionPrice,
};
use crate::billing::catalog::price_state::{PriceAtStripe, PriceReason, PriceState};
use crate::billing::catalog::read_packs::CatalogPage;
use crate::problem::Problem;
use crate::schema::{Instant, Nullable};

/// A price in one currency.
#[derive(Object)]
#[oai(rename = "PackPriceRequest", deny_unknown_fields)]
struct PackPriceBody {
    /// The code of the currency (ISO 4217), in lower case.
    #[oai(validator(min_length = 3, max_length = 3))]
    currency: String,
    /// The amount in the minor units of Stripe, such as cents. Some currencies have none, so that it counts whole units; `isk`
    /// takes multiples of 100, and `bhd`, `jod`, `kwd`, `omr` and `tnd` take multiples of 10.
    #[oai(validator(minimum(value = "1"), maximum(value = "99999999")))]
    amount_minor: i64,
}

/// A new version of a pack: its credits, their terms, and its prices.
#[derive(Object)]
#[oai(
    rename = "PackVersionRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct VersionBody {
    /// The credits that are paid for.
    #[oai(validator(minimum(value = "1"), maximum(value = "9007199254740991")))]
    credits: i64,
    /// Further credits of the kind `promo`; 0 if absent.
    #[oai(validator(minimum(value = "0"), maximum(value = "9007199254740991")))]
    bonus: Option<i64>,
    /// Days from the purchase until the credits expire; they do not expire if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    expires_days: Option<i64>,
    /// Days from the purchase until the bonus expires; it does not expire if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "3650")))]
    bonus_expires_days: Option<i64>,
    /// The code of the only feature on which the credits and the bonus can be spent; all features if absent.
    #[oai(validator(min_length = 1, max_length = 64))]
    feature: Option<String>,
    /// True if only customers who have bought nothing before may buy the pack; false if absent.
    first_only: Option<bool>,
    /// The prices, one for each currency; a pack is never free.
    #[oai(validator(min_items = 1, max_items = 20))]
    prices: Vec<PackPriceBody>,
}

impl VersionBody {
    /// Reads the version; a value that breaks a rule is a 400 that names its place.
    pub(super) fn read(self) -> Result<NewPackVersion, Problem> {
        let terms = PackTerms {
            credits: self.credits,
            bonus: self.bonus.unwrap_or_default(),
            expires_days: self.expires_days,
            bonus_expires_days: self.bonus_expires_days,
            is_first_only: self.first_only.unwrap_or_default(),
        };
        let prices = self.prices.into_iter().map(|price| GivenPrice {
            currency: price.currency,
            amount_minor: price.amount_minor,
        });
        let prices: Vec<GivenPrice> = prices.collect();
        NewPackVersion::parse(terms, self.feature, &prices)
            .map_err(|errors| Problem::invalid(&errors))
    }
}

impl Example for VersionBody {
    fn example() -> Self {
        Self {
            credits: 500,
            bonus: Some(50),
            expires_days: Some(365),
            bonus_expires_days: Some(90),
            feature: None,
            first_only: None,
            prices: vec![PackPriceBody {
                currency: "eur".to_owned(),
                amount_minor: 900,
            }],
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
struct StripePriceAnswer {
    /// The state; only a synced price can be bought.
    state: PriceStateName,
    /// The reason why the price is not synced; null if there is none.
    reason: Nullable<PriceReasonName>,
    /// Stripe's own words about the reason; null if there are none.
    detail: Nullable<String>,
    /// Stripe's id of the price; null before it was made.
    stripe_price_id: Nullable<String>,
}

impl From<PriceAtStripe> for StripePriceAnswer {
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
#[oai(rename = "PackPrice")]
struct PackPriceAnswer {
    /// The code of the currency (ISO 4217), in lower case.
    currency: String,
    /// The amount in the minor units of Stripe.
    amount_minor: i64,
    /// The price at Stripe; null while the website has no Stripe account in this mode.
    stripe: Nullable<StripePriceAnswer>,
}

impl From<VersionPrice> for PackPriceAnswer {
    fn from(price: VersionPrice) -> Self {
        Self {
            currency: price.money.currency.code().to_owned(),
            amount_minor: price.money.minor,
            stripe: price.at_stripe.map(Into::into).into(),
        }
    }
}

/// A version of a pack. A version never changes; the newest one is sold.
#[derive(Object)]
#[oai(rename = "PackVersion", example)]
pub(super) struct VersionAnswer {
    /// The number among the pack's versions.
    version: i64,
    /// The credits that are paid for.
    credits: i64,
    /// Further credits of the kind `promo`.
    bonus: i64,
    /// Days from the purchase until the credits expire; null if they do not.
    expires_days: Nullable<i64>,
    /// Days from the purchase until the bonus expires; null if it does not.
    bonus_expires_days: Nullable<i64>,
    /// The code of the only feature on which the credits can be spent; null for all features.
    feature: Nullable<String>,
    /// True if only customers who have bought nothing before may buy the pack.
    first_only: bool,
    /// The prices, in the order of their currencies.
    prices: Vec<PackPriceAnswer>,
    /// The time of creation.
    created_at: Instant,
}

impl From<PackVersion> for VersionAnswer {
    fn from(version: PackVersion) -> Self {
        Self {
            version: version.version,
            credits: version.terms.credits,
            bonus: version.terms.bonus,
            expires_days: version.terms.expires_days.into(),
            bonus_expires_days: version.terms.bonus_expires_days.into(),
            feature: version.feature.map(|feature| feature.code).into(),
            first_only: version.terms.is_first_only,
            prices: version.prices.into_iter().map(Into::into).collect(),
            created_at: Instant(version.created_at),
        }
    }
}

impl Example for VersionAnswer {
    fn example() -> Self {
        Self {
            version: 1,
            credits: 500,
            bonus: 50,
            expires_days: Some(365).into(),
            bonus_expires_days: Some(90).into(),
            feature: None.into(),
            first_only: false,
            prices: vec![PackPriceAnswer {
                currency: "eur".to_owned(),
                amount_minor: 900,
                stripe: Some(StripePriceAnswer {
                    state: PriceStateName::Synced,
                    reason: None.into(),
                    detail: None.into(),
                    stripe_price_id: Some("price_1SxYzA2eZvKYlo2C".to_owned()).into(),
                })
                .into(),
            }],
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of a pack's versions, newest first.
#[derive(Object)]
#[oai(rename = "PackVersionPage")]
pub(super) struct VersionPage {
    /// The versions.
    items: Vec<VersionAnswer>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<CatalogPage<PackVersion>> for VersionPage {
    fn from(page: CatalogPage<PackVersion>) -> Self {
        Self {
            items: page.items.into_iter().map(Into::into).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}
