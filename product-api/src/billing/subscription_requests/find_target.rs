//! Finds what a change of a subscription leads to: the version of a plan, its price, and the effect of the change.

use foundation::{Connection, Failure};

use super::change_effect::{ChangeEffect, PricedPlan};
use super::request_problems::{not_changeable, price_unavailable, subscription_exists};
use super::store::{self, FamilyOf};
use crate::app::App;
use crate::billing::catalog::{
    OfferPrice, PriceState, SoldPlan, find_plan, find_plan_offer, find_price_money,
};
use crate::billing::connections::settings_of_book;
use crate::billing::currency::{Currency, MAX_AMOUNT_MINOR, Money};
use crate::billing::subscriptions::{Subscription, SubscriptionStatus, SubscriptionView};
use crate::features::is_code;
use crate::problem::{FieldError, Kind, Problem};

/// A wanted change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WantedChange {
    /// The code of the plan; none for the one that it has, in its version.
    pub(super) plan: Option<String>,
    /// The number of pieces; none for the present one.
    pub(super) quantity: Option<i64>,
}

/// What a change leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChangeTarget {
    /// The version of the plan.
    pub(super) plan: SoldPlan,
    /// The price at Stripe.
    pub(super) stripe_price_id: String,
    /// The price of one piece for one period.
    pub(super) money: Money,
    /// The number of pieces.
    pub(super) quantity: i64,
    /// The effect of the change.
    pub(super) effect: ChangeEffect,
}

impl ChangeTarget {
    /// Returns the price of one period in minor units.
    pub(super) const fn total_minor(&self) -> i64 {
        self.money.minor.saturating_mul(self.quantity)
    }

    /// Returns the credits of one allowance.
    pub(super) const fn credits(&self) -> i64 {
        self.plan.terms.credits.saturating_mul(self.quantity)
    }
}

/// A version of a plan at one of its prices.
#[derive(Clone, Debug)]
struct PlanAtPrice {
    plan: SoldPlan,
    stripe_price_id: String,
    money: Money,
}

/// Finds what a wanted change leads to. Rejects what is not sold, or not to this buyer. The subscription can be changed.
pub(super) async fn find_target(
    app: &App,
    view: &SubscriptionView,
    wanted: &WantedChange,
) -> Result<ChangeTarget, Problem> {
    let subscription = &view.subscription;
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let present = find_present(&mut db, subscription).await?;
    let present = present.ok_or_else(|| not_changeable("unknown-plan"))?;
    let quantity = wanted.quantity.unwrap_or(subscription.quantity);
    let other = wanted.plan.as_deref();
    let other = other.filter(|code| *code != present.plan.code);
    let currency = present.money.currency;
    let wanted = match other {
        Some(code) => find_other(&mut db, subscription, code, currency).await?,
        None => present.clone(),
    };
    check_quantity(&wanted, quantity)?;
    let rules = settings_of_book(&mut db, subscription.book_id)
        .await?
        .subscriptions;
    let terms = present.plan.terms;
    let now = PricedPlan {
        stripe_price_id: &present.stripe_price_id,
        quantity: subscription.quantity,
        amount_minor: present.money.minor,
        interval: (terms.interval, terms.interval_count),
    };
    let terms = wanted.plan.terms;
    let next = PricedPlan {
        stripe_price_id: &wanted.stripe_price_id,
        quantity,
        amount_minor: wanted.money.minor,
        interval: (terms.interval, terms.interval_count),
    };
    let is_trial = subscription.status == SubscriptionStatus::Trialing.word();
    let effect = ChangeEffect::for_plans(&now, &next, rules.change_mode, is_trial);
    Ok(ChangeTarget {
        plan: wanted.plan,
        stripe_price_id: wanted.stripe_price_id,
        money: wanted.money,
        quantity,
        effect,
    })
}

/// Finds what a subscription has; `None` for a price that belongs to no plan of ours.
async fn find_present(
    db: &mut Connection<'_>,
    subscription: &Subscription,
) -> Result<Option<PlanAtPrice>, Failure> {
    let (Some(plan), Some(price_id)) = (&subscription.plan, &subscription.stripe_price_id) else {
        return Ok(None);
    };
    let money = find_price_money(db, &subscription.connection_id, price_id).await?;
    let plan = find_plan(db, &plan.plan_id, plan.version).await?;
    Ok(plan.zip(money).map(|(plan, money)| PlanAtPrice {
        plan,
        stripe_price_id: price_id.clone(),
        money,
    }))
}

/// Finds the newest version of another plan with its price in the currency of the subscription.
async fn find_other(
    db: &mut Connection<'_>,
    subscription: &Subscription,
    code: &str,
    currency: Currency,
) -> Result<PlanAtPrice, Problem> {
    if !is_code(code) {
        let detail = "Must be the code of a plan, of a-z, 0-9, '.', '_' and '-'.";
        return Err(Problem::invalid(&[FieldError::body("/plan", detail)]));
    }
    let connection_id = &subscription.connection_id;
    let offer = find_plan_offer(db, subscription.book_id, connection_id, code).await?;
    let offer = offer.ok_or_else(|| {
        let detail = "There is no plan with this code that is sold. Nothing was done.";
        Problem::new(Kind::UnknownOffer, detail)
    })?;
    if offer.plan.family != subscription.family {
        let wallet = subscription.wallet();
        let family = FamilyOf {
            wallet: &wallet,
            family: &offer.plan.family,
            own_id: &subscription.id,
        };
        if let Some(other) = store::find_other(db, family).await? {
            return Err(subscription_exists(&other));
        }
    }
    let price = price_in(&offer.prices, currency)?;
    let stripe_price_id = price.stripe_price_id.clone();
    let stripe_price_id = stripe_price_id.filter(|_| price.state == PriceState::Synced);
    let stripe_price_id = stripe_price_id.ok_or_else(price_unavailable)?;
    let money = Money {
        currency,
        minor: price.amount_minor,
    };
    Ok(PlanAtPrice {
        plan: offer.plan,
        stripe_price_id,
        money,
    })
}

/// Returns the price in a currency: Stripe binds a customer's subscriptions to one.
fn price_in(prices: &[OfferPrice], currency: Currency) -> Result<&OfferPrice, Problem> {
    let found = prices.iter().find(|price| price.currency == currency);
    found.ok_or_else(|| {
        let codes: Vec<&str> = prices.iter().map(|price| price.currency.code()).collect();
        let detail = format!(
            "The subscription is paid in \"{}\", and the plan has no such price. Choose another plan, or end this subscription first. Nothing was done.",
            currency.code()
        );
        Problem::new(Kind::CurrencyUnsupported, detail).with("currencies", codes)
    })
}

/// Rejects with 400 a quantity that the plan does not have, or whose price is too large for one payment.
fn check_quantity(wanted: &PlanAtPrice, quantity: i64) -> Result<(), Problem> {
    let most = wanted.plan.terms.max_quantity;
    let total = wanted.money.minor.checked_mul(quantity);
    let is_payable = total.is_some_and(|total| total <= MAX_AMOUNT_MINOR);
    if (1..=most).contains(&quantity) && is_payable {
        return Ok(());
    }
    let detail = format!(
        "Must be from 1 to {most} for this plan, and a payment is at most {MAX_AMOUNT_MINOR} in minor units."
    );
    Err(Problem::invalid(&[FieldError::body("/quantity", detail)]))
}
