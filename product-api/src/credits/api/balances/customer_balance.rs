//! Wire types of a customer's balance at a time, with its lots.

use poem_openapi::Object;
use poem_openapi::types::Example;

use super::spend_limit::SpendLimitDto;
use crate::credits::api::responses::BalanceDto;
use crate::credits::queries::balance_at::{BalanceAt, LotView};
use crate::credits::store::subscribed_plans::CustomerSubscription;
use crate::schema::{Instant, Nullable};

/// Credits of one grant with one expiry.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Lot", example)]
pub(crate) struct LotDto {
    /// The origin of the credits: `promo`, `subscription`, `purchase`, `adjustment` or `restored`.
    kind: String,
    /// The original number of credits.
    amount: i64,
    /// The number of credits that are left, including held ones.
    remaining: i64,
    /// The burn priority: lots with a lower number are used first.
    priority: i16,
    /// The code of the only feature that the credits can be used for; null for any use.
    feature: Nullable<String>,
    /// The time from which the credits can be used.
    effective_at: Instant,
    /// The time from which the credits can no longer be used; null for never.
    expires_at: Nullable<Instant>,
    /// The id of the transaction that created the lot.
    transaction_id: String,
}

impl From<LotView> for LotDto {
    fn from(view: LotView) -> Self {
        let lot = view.lot;
        Self {
            kind: lot.kind.name().to_owned(),
            amount: lot.amount,
            remaining: lot.remaining,
            priority: lot.priority,
            feature: view.origin.feature.into(),
            effective_at: Instant(lot.effective_at),
            expires_at: lot.expires_at.map(Instant).into(),
            transaction_id: view.origin.transaction_id,
        }
    }
}

impl Example for LotDto {
    fn example() -> Self {
        Self {
            kind: "promo".to_owned(),
            amount: 100,
            remaining: 95,
            priority: 30,
            feature: None.into(),
            effective_at: Instant(foundation::Timestamp::from_seconds(1_767_225_600)),
            expires_at: Some(Instant(foundation::Timestamp::from_seconds(1_769_904_000))).into(),
            transaction_id: "txn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
        }
    }
}

/// Credits that expire together.
#[derive(Clone, Debug, Object)]
#[oai(rename = "NextExpiry", example)]
pub(crate) struct NextExpiryDto {
    /// The time of the expiry.
    at: Instant,
    /// The number of credits that are left.
    amount: i64,
}

impl Example for NextExpiryDto {
    fn example() -> Self {
        Self {
            at: Instant(foundation::Timestamp::from_seconds(1_769_904_000)),
            amount: 95,
        }
    }
}

/// The subscription that counts for a customer.
#[derive(Clone, Debug, Object)]
#[oai(rename = "CustomerSubscription", example)]
pub(crate) struct CustomerSubscriptionDto {
    /// The id, `sbs_…`.
    id: String,
    /// The code of the plan; null if the price at Stripe belongs to no plan here.
    plan: Nullable<String>,
    /// Stripe's word of the status, such as `trialing`, `active` or `past_due`.
    status: String,
    /// The time at which it is to end; null if it has no end.
    cancel_at: Nullable<Instant>,
    /// The end of the current period.
    period_end: Instant,
}

impl From<CustomerSubscription> for CustomerSubscriptionDto {
    fn from(one: CustomerSubscription) -> Self {
        Self {
            id: one.id,
            plan: one.plan.into(),
            status: one.status,
            cancel_at: one.cancel_at.map(Instant).into(),
            period_end: Instant(one.period_end),
        }
    }
}

impl Example for CustomerSubscriptionDto {
    fn example() -> Self {
        Self {
            id: "sbs_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            plan: Some("pro".to_owned()).into(),
            status: "active".to_owned(),
            cancel_at: None.into(),
            period_end: Instant(foundation::Timestamp::from_seconds(1_769_904_000)),
        }
    }
}

/// A customer's balance at a timestamp, with its lots.
#[derive(Clone, Debug, Object)]
#[oai(rename = "CustomerBalance", example)]
pub(crate) struct CustomerBalanceDto {
    #[oai(flatten)]
    balance: BalanceDto,
    /// The timestamp; for a frozen account always the time of the request.
    at: Instant,
    /// The current overdraft limit.
    overdraft_limit: i64,
    /// The current spend limit and the credits counted against it; null if there is no limit.
    spend_limit: Nullable<SpendLimitDto>,
    /// The lots of the balance, in burn order (the first hundred). Null if more than 100,000 transactions were booked after the
    /// timestamp, and for a frozen account.
    lots: Nullable<Vec<LotDto>>,
    /// The number of all lots; null if `lots` is null.
    lot_count: Nullable<i64>,
    /// The next expiry after the timestamp; null if nothing expires, or if `lots` is null.
    next_expiry: Nullable<NextExpiryDto>,
    /// The first subscription that counts now; null if the customer is not subscribed.
    subscription: Nullable<CustomerSubscriptionDto>,
    /// The codes of the features of all plans to which the customer is subscribed now, in alphabetical order.
    entitlements: Vec<String>,
}

impl From<BalanceAt> for CustomerBalanceDto {
    fn from(balance_at: BalanceAt) -> Self {
        let plans = balance_at.plans;
        let lots = balance_at
            .lots
            .map(|lots| lots.into_iter().map(LotDto::from).collect());
        let count = balance_at
            .lot_count
            .and_then(|count| i64::try_from(count).ok());
        let next = balance_at.next_expiry.map(|(at, amount)| NextExpiryDto {
            at: Instant(at),
            amount,
        });
        Self {
            balance: balance_at.balance.into(),
            at: Instant(balance_at.at),
            overdraft_limit: balance_at.overdraft_limit,
            spend_limit: balance_at.spend_limit.map(SpendLimitDto::from).into(),
            lots: lots.into(),
            lot_count: count.into(),
            next_expiry: next.into(),
            subscription: plans.subscription.map(CustomerSubscriptionDto::from).into(),
            entitlements: plans.entitlements,
        }
    }
}

impl Example for CustomerBalanceDto {
    fn example() -> Self {
        Self {
            balance: BalanceDto::example(),
            at: Instant(foundation::Timestamp::from_seconds(1_767_225_600)),
            overdraft_limit: 0,
            spend_limit: Some(SpendLimitDto::example()).into(),
            lots: Some(vec![LotDto::example()]).into(),
            lot_count: Some(1).into(),
            next_expiry: Some(NextExpiryDto::example()).into(),
            subscription: Some(CustomerSubscriptionDto::example()).into(),
            entitlements: vec!["exports".to_owned()],
        }
    }
}
