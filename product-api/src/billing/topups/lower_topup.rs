//! Lowers a customer's automatic top-up for the website's back end or owner, who may not turn it on or raise it.

use serde_json::json;

use super::check_request::RuleNumbers;
use super::find_owner::find_owner;
use super::locked_topup::save_rule;
use super::needs_consent::{WantedRule, consent_problem, needs_consent};
use super::rule::TopUpRule;
use super::store;
use super::views::{TopUpView, load_view};
use crate::app::App;
use crate::audit::Action;
use crate::billing::currency::Money;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// New numbers of a rule, none of them higher than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LowerTopUp {
    /// The number of packs that are bought at once; none for the present one.
    pub(super) quantity: Option<i64>,
    /// Credits below which packs are bought.
    pub(super) threshold: i64,
    /// The most that a month may cost, in minor units.
    pub(super) month_max_minor: i64,
    /// Maximum number of purchases in a month.
    pub(super) month_max_count: i64,
    /// Seconds between two purchases; none for the present ones.
    pub(super) min_seconds: Option<i64>,
}

/// Lowers the rule of a customer. Rejects with 409 a rule that is off, and a number that would be higher.
pub(super) async fn lower_topup(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
    request: LowerTopUp,
) -> Result<TopUpView, Problem> {
    let owner = find_owner(app, access, customer_id).await?;
    let Some(wallet) = owner.wallet() else {
        return Err(Problem::not_found("customer"));
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let before = store::lock_rule(&mut db, &wallet).await?;
    let Some(mut rule) = before else {
        return Err(consent_problem());
    };
    let numbers = numbers_of(&rule, request);
    check(&rule, &numbers)?;
    rule.quantity = numbers.quantity;
    rule.threshold = numbers.threshold;
    rule.month_max_minor = numbers.month_max_minor;
    rule.month_max_count = numbers.month_max_count;
    rule.min_seconds = numbers.min_seconds;
    save_rule(app, &mut db, &rule).await?;
    let details = json!({
        "mode": access.mode.word(),
        "quantity": rule.quantity,
        "threshold": rule.threshold,
        "month_max_minor": rule.month_max_minor,
        "month_max_count": rule.month_max_count,
        "min_seconds": rule.min_seconds,
    });
    let entry = Action::TopUpLowered.on(wallet.owner.id(), details);
    access.record(app, &mut db, entry).await?;
    transaction.commit().await?;
    load_view(app, &owner).await
}

fn numbers_of(rule: &TopUpRule, request: LowerTopUp) -> RuleNumbers {
    RuleNumbers {
        quantity: request.quantity.unwrap_or(rule.quantity),
        threshold: request.threshold,
        month_max_minor: request.month_max_minor,
        month_max_count: request.month_max_count,
        min_seconds: request.min_seconds.unwrap_or(rule.min_seconds),
    }
}

fn check(rule: &TopUpRule, numbers: &RuleNumbers) -> Result<(), Problem> {
    let errors = numbers.errors();
    if !errors.is_empty() {
        return Err(Problem::invalid(&errors));
    }
    let price_minor = rule.amount_minor.saturating_mul(numbers.quantity);
    let wanted = WantedRule {
        pack_id: &rule.pack_id,
        pack_version: rule.pack_version,
        connection_id: &rule.connection_id,
        currency: rule.currency.code(),
        price_minor,
        numbers: *numbers,
    };
    if needs_consent(Some(rule), &wanted) {
        return Err(consent_problem());
    }
    let credits = rule.credits.saturating_mul(numbers.quantity);
    let price = Money {
        currency: rule.currency,
        minor: price_minor,
    };
    let checked = numbers.check_purchase(credits, price);
    checked.map_err(|refusal| refusal.into_problem(""))
}
