//! Wire types of versions of packs.

use foundation::{Failure, Timestamp};
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::price_forms::{VersionPriceBody, VersionPriceDto};
use crate::billing::catalog::pack_terms::PackTerms;
use crate::billing::catalog::read_items::CatalogPage;
use crate::billing::catalog::version::{ItemVersion, NewVersion};
use crate::problem::Problem;
use crate::schema::{Instant, Nullable};

/// A new version of a pack: its credits, their terms, and its prices.
#[derive(Object)]
#[oai(
    rename = "PackVersionRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PackVersionBody {
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
    prices: Vec<VersionPriceBody>,
}

impl PackVersionBody {
    /// Reads the version; a value that breaks a rule is a 400 that names its place.
    pub(super) fn read(self) -> Result<NewVersion, Problem> {
        let terms = PackTerms {
            credits: self.credits,
            bonus: self.bonus.unwrap_or_default(),
            expires_days: self.expires_days,
            bonus_expires_days: self.bonus_expires_days,
            is_first_only: self.first_only.unwrap_or_default(),
        };
        let prices = VersionPriceBody::read_all(self.prices);
        NewVersion::parse_pack(terms, self.feature, &prices)
            .map_err(|errors| Problem::invalid(&errors))
    }
}

impl Example for PackVersionBody {
    fn example() -> Self {
        Self {
            credits: 500,
            bonus: Some(50),
            expires_days: Some(365),
            bonus_expires_days: Some(90),
            feature: None,
            first_only: None,
            prices: vec![VersionPriceBody::example()],
        }
    }
}

/// A version of a pack. A version never changes; the newest one is sold.
#[derive(Object)]
#[oai(rename = "PackVersion", example)]
pub(super) struct PackVersionDto {
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
    prices: Vec<VersionPriceDto>,
    /// The time of creation.
    created_at: Instant,
}

impl TryFrom<ItemVersion> for PackVersionDto {
    type Error = Failure;

    fn try_from(version: ItemVersion) -> Result<Self, Failure> {
        let terms = version.pack_terms()?.clone();
        let feature = version.features.into_iter().next();
        Ok(Self {
            version: version.version,
            credits: terms.credits,
            bonus: terms.bonus,
            expires_days: terms.expires_days.into(),
            bonus_expires_days: terms.bonus_expires_days.into(),
            feature: feature.map(|feature| feature.code).into(),
            first_only: terms.is_first_only,
            prices: version.prices.into_iter().map(Into::into).collect(),
            created_at: Instant(version.created_at),
        })
    }
}

impl Example for PackVersionDto {
    fn example() -> Self {
        Self {
            version: 1,
            credits: 500,
            bonus: 50,
            expires_days: Some(365).into(),
            bonus_expires_days: Some(90).into(),
            feature: None.into(),
            first_only: false,
            prices: vec![VersionPriceDto::example()],
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of a pack's versions, newest first.
#[derive(Object)]
#[oai(rename = "PackVersionPage")]
pub(super) struct PackVersionPage {
    /// The versions.
    items: Vec<PackVersionDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl TryFrom<CatalogPage<ItemVersion>> for PackVersionPage {
    type Error = Failure;

    fn try_from(page: CatalogPage<ItemVersion>) -> Result<Self, Failure> {
        let items = page.items.into_iter().map(TryInto::try_into);
        Ok(Self {
            items: items.collect::<Result<_, Failure>>()?,
            next_cursor: page.next_cursor.into(),
        })
    }
}
