//! The automatic top-up of a customer or a user on the wire.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::topups::rule_state::RuleState;
use crate::billing::topups::views::{TopUpCard, TopUpMonth, TopUpPack, TopUpView};
use crate::schema::{Instant, Nullable};

/// The state of an automatic top-up.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "TopUpState", rename_all = "snake_case")]
enum TopUpStateName {
    /// Nothing is bought.
    Off,
    /// The pack is bought when the credits, without holds and debt, fall below the threshold.
    Active,
    /// The bank asks the buyer to confirm a payment at `payment_url`.
    NeedsAction,
    /// There is no saved card that can be charged. The buyer adds one in the portal.
    NeedsCard,
    /// The buyer must agree again.
    NeedsConsent,
}

impl From<RuleState> for TopUpStateName {
    fn from(state: RuleState) -> Self {
        match state {
            RuleState::Off => Self::Off,
            RuleState::Active => Self::Active,
            RuleState::NeedsAction => Self::NeedsAction,
            RuleState::NeedsCard => Self::NeedsCard,
            RuleState::NeedsConsent => Self::NeedsConsent,
        }
    }
}

/// The pack that an automatic top-up buys.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TopUpPack", example)]
struct TopUpPackDto {
    /// The code of the pack.
    code: String,
    /// The name of the pack.
    name: String,
    /// The version of the pack, which the top-up keeps.
    version: i64,
    /// The credits of one pack.
    credits: i64,
    /// The bonus of one pack.
    bonus: i64,
}

impl From<TopUpPack> for TopUpPackDto {
    fn from(pack: TopUpPack) -> Self {
        Self {
            code: pack.code,
            name: pack.name,
            version: pack.version,
            credits: pack.credits,
            bonus: pack.bonus,
        }
    }
}

impl Example for TopUpPackDto {
    fn example() -> Self {
        Self {
            code: "small".to_owned(),
            name: "Small".to_owned(),
            version: 1,
            credits: 500,
            bonus: 50,
        }
    }
}

/// Purchases of the running month (UTC), with those that are not settled. Refunded ones count.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TopUpMonth", example)]
struct TopUpMonthDto {
    /// The sum of the payments, in the smallest unit of the currency.
    spent_minor: i64,
    /// The number of purchases.
    count: i64,
    /// The end of the month.
    ends_at: Instant,
}

impl From<TopUpMonth> for TopUpMonthDto {
    fn from(month: TopUpMonth) -> Self {
        Self {
            spent_minor: month.spent_minor,
            count: month.count,
            ends_at: Instant(month.ends_at),
        }
    }
}

impl Example for TopUpMonthDto {
    fn example() -> Self {
        Self {
            spent_minor: 1_000,
            count: 1,
            ends_at: Instant(Timestamp::from_seconds(1_769_904_000)),
        }
    }
}

/// The saved card that is charged.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TopUpCard", example)]
struct TopUpCardDto {
    /// The brand, in Stripe's word.
    brand: String,
    /// The last four digits.
    last4: String,
}

impl From<TopUpCard> for TopUpCardDto {
    fn from(card: TopUpCard) -> Self {
        Self {
            brand: card.brand,
            last4: card.last4,
        }
    }
}

impl Example for TopUpCardDto {
    fn example() -> Self {
        Self {
            brand: "visa".to_owned(),
            last4: "4242".to_owned(),
        }
    }
}

/// An automatic top-up. If none was ever turned on, the state is `off`, the pack is null, and the numbers are 0,
/// except `min_seconds`.
#[derive(Clone, Debug, Object)]
#[oai(rename = "TopUp", example)]
pub(super) struct TopUpDto {
    /// The state.
    state: TopUpStateName,
    /// The reason of the state or of a wait, such as `dispute`, `fraud-warning`, `merged`, `cap-reached` or Stripe's word for a
    /// decline; null without one.
    reason: Nullable<String>,
    /// The pack that is bought; null before the first consent.
    pack: Nullable<TopUpPackDto>,
    /// The number of packs that are bought at once.
    quantity: i64,
    /// The number of credits, without holds and debt, below which the pack is bought.
    threshold: i64,
    /// The price of one purchase, without taxes that are added to it, in the smallest unit of the currency.
    amount_minor: i64,
    /// The currency, as an ISO 4217 code in lower case.
    currency: String,
    /// The credits of one purchase, without its bonus.
    credits: i64,
    /// The bonus of one purchase.
    bonus: i64,
    /// The most that may be paid in one month (UTC), in the smallest unit of the currency.
    month_max_minor: i64,
    /// The most purchases in one month (UTC).
    month_max_count: i64,
    /// The least number of seconds between two purchases.
    min_seconds: i64,
    /// The running month.
    month: TopUpMonthDto,
    /// The most that the website lets a buyer allow in a month, in the smallest unit of the currency; null without a limit.
    limit_minor: Nullable<i64>,
    /// The saved card that is charged; null if none is known.
    card: Nullable<TopUpCardDto>,
    /// The page on which the buyer confirms a payment; null in other states.
    payment_url: Nullable<String>,
    /// The time before which no purchase begins; null if none waits.
    next_at: Nullable<Instant>,
    /// The time of the consent, or the start of the checkout whose page asked for it; null before the first.
    consent_at: Nullable<Instant>,
    /// The sentence that the buyer agreed to; null before the first consent.
    consent_text: Nullable<String>,
    /// The time of the last change; null if none was ever turned on.
    updated_at: Nullable<Instant>,
}

impl From<TopUpView> for TopUpDto {
    fn from(view: TopUpView) -> Self {
        Self {
            state: view.state.into(),
            reason: view.reason.into(),
            pack: view.pack.map(TopUpPackDto::from).into(),
            quantity: view.quantity,
            threshold: view.threshold,
            amount_minor: view.amount_minor,
            currency: view.currency.code().to_owned(),
            credits: view.credits,
            bonus: view.bonus,
            month_max_minor: view.month_max_minor,
            month_max_count: view.month_max_count,
            min_seconds: view.min_seconds,
            month: view.month.into(),
            limit_minor: view.limit_minor.into(),
            card: view.card.map(TopUpCardDto::from).into(),
            payment_url: view.payment_url.into(),
            next_at: view.next_at.map(Instant).into(),
            consent_at: view.consent_at.map(Instant).into(),
            consent_text: view.consent_text.into(),
            updated_at: view.updated_at.map(Instant).into(),
        }
    }
}

impl Example for TopUpDto {
    fn example() -> Self {
        let consented = Instant(Timestamp::from_seconds(1_767_225_600));
        Self {
            state: TopUpStateName::Active,
            reason: None.into(),
            pack: Some(TopUpPackDto::example()).into(),
            quantity: 1,
            threshold: 100,
            amount_minor: 1_000,
            currency: "eur".to_owned(),
            credits: 500,
            bonus: 50,
            month_max_minor: 5_000,
            month_max_count: 5,
            min_seconds: 300,
            month: TopUpMonthDto::example(),
            limit_minor: Some(20_000).into(),
            card: Some(TopUpCardDto::example()).into(),
            payment_url: None.into(),
            next_at: None.into(),
            consent_at: Some(consented).into(),
            consent_text: Some(
                "Buy 500 credits for 10.00 EUR with my saved card whenever fewer than 100 are left, for at most 50.00 EUR a month."
                    .to_owned(),
            )
            .into(),
            updated_at: Some(consented).into(),
        }
    }
}
