//! Request bodies of automatic top-ups.

use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::billing::topups::lower_topup::LowerTopUp;
use crate::billing::topups::own_seller::OwnSeller;
use crate::billing::topups::rule::DEFAULT_MIN_SECONDS;
use crate::billing::topups::set_topup::TopUpRequest;
use crate::caller::Mode;

/// An automatic top-up that the user turns on or changes.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "TopUpRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct TopUpBody {
    /// The website whose credits are bought; the platform's own if absent. A token of a website's client buys at that website.
    #[oai(validator(min_length = 1, max_length = 255))]
    website: Option<String>,
    /// The mode of the credits; live if absent.
    mode: Option<Mode>,
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
    /// The currency, as an ISO 4217 code in lower case; the seller's own if absent.
    #[oai(validator(min_length = 3, max_length = 3))]
    currency: Option<String>,
    /// The sentence that was shown and that the user agreed to. It is needed to turn the top-up on, for another pack, version or
    /// currency, after the seller has changed its Stripe account, and for each change that allows more: a dearer purchase, a higher
    /// threshold, more pieces, higher caps or less time between two purchases.
    #[oai(validator(min_length = 20, max_length = 500))]
    consent: Option<String>,
}

impl TopUpBody {
    /// Returns the seller that the body names.
    pub(super) fn seller(&self) -> OwnSeller {
        OwnSeller {
            website: self.website.clone(),
            mode: self.mode,
        }
    }
}

impl From<TopUpBody> for TopUpRequest {
    fn from(body: TopUpBody) -> Self {
        Self {
            pack: body.pack,
            quantity: body.quantity.unwrap_or(1),
            threshold: body.threshold,
            month_max_minor: body.month_max_minor,
            month_max_count: body.month_max_count,
            min_seconds: body.min_seconds.unwrap_or(DEFAULT_MIN_SECONDS),
            currency: body.currency,
            consent: body.consent,
        }
    }
}

impl Example for TopUpBody {
    fn example() -> Self {
        Self {
            website: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()),
            mode: None,
            pack: "small".to_owned(),
            quantity: None,
            threshold: 100,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: None,
            currency: None,
            consent: Some(
                "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month."
                    .to_owned(),
            ),
        }
    }
}

/// An automatic top-up that allows less than the customer agreed to.
#[derive(Clone, Copy, Debug, Object)]
#[oai(
    rename = "TopUpLowerRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct LowerBody {
    /// The number of packs that are bought at once; the present one if absent.
    #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
    quantity: Option<i64>,
    /// The number of credits, without holds and debt, below which the pack is bought.
    #[oai(validator(minimum(value = "0")))]
    threshold: i64,
    /// The most that may be paid in one month (UTC), in the smallest unit of the currency.
    #[oai(validator(minimum(value = "1"), maximum(value = "9999999900")))]
    month_max_minor: i64,
    /// The most purchases in one month (UTC).
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    month_max_count: i64,
    /// The least number of seconds between two purchases; the present one if absent.
    #[oai(validator(minimum(value = "60"), maximum(value = "86400")))]
    min_seconds: Option<i64>,
}

impl From<LowerBody> for LowerTopUp {
    fn from(body: LowerBody) -> Self {
        Self {
            quantity: body.quantity,
            threshold: body.threshold,
            month_max_minor: body.month_max_minor,
            month_max_count: body.month_max_count,
            min_seconds: body.min_seconds,
        }
    }
}

impl Example for LowerBody {
    fn example() -> Self {
        Self {
            quantity: None,
            threshold: 50,
            month_max_minor: 2_000,
            month_max_count: 2,
            min_seconds: None,
        }
    }
}

/// The seller whose automatic top-up is tried again.
#[derive(Clone, Debug, Object)]
#[oai(
    rename = "TopUpRetryRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct RetryBody {
    /// The website whose credits are bought; the platform's own if absent. A token of a website's client buys at that website.
    #[oai(validator(min_length = 1, max_length = 255))]
    website: Option<String>,
    /// The mode of the credits; live if absent.
    mode: Option<Mode>,
}

impl From<RetryBody> for OwnSeller {
    fn from(body: RetryBody) -> Self {
        Self {
            website: body.website,
            mode: body.mode,
        }
    }
}

impl Example for RetryBody {
    fn example() -> Self {
        Self {
            website: Some("web_0192f0c4a1b27c3d8e9f001122334455".to_owned()),
            mode: None,
        }
    }
}
