//! Sets the rule to which a buyer agreed on a page of Stripe, in the transaction that completes the checkout.

use foundation::{Connection, Failure};
use serde_json::json;

use super::attempt_state::AttemptState;
use super::kept_pause::kept_pause;
use super::locked_topup::save_rule;
use super::needs_consent::WantedRule;
use super::offered_rule::AgreedRule;
use super::rule::TopUpRule;
use super::rule_state::RuleState;
use super::setup_refusal::{AgreementFacts, find_refusal};
use super::store;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::billing::catalog::find_offer;
use crate::billing::connections::{connection_of_book, settings_of_book};
use crate::credits::read_topup_level;

/// Sets the rule active, with the sentence that the page showed; the caller calls it once for a checkout. Returns the reason as a
/// word if the rule can no longer be set as agreed. Locks the rule and the wallet.
pub(crate) async fn set_agreed_rule(
    app: &App,
    db: &mut Connection<'_>,
    agreed: &AgreedRule<'_>,
) -> Result<Option<&'static str>, Failure> {
    let before = store::lock_rule(db, &agreed.wallet).await?;
    let facts = read_facts(db, agreed).await?;
    if let Some(refusal) = find_refusal(before.as_ref(), agreed, &facts) {
        return Ok(Some(refusal.word()));
    }
    let rule = rule_of(app, before.as_ref(), agreed);
    save_rule(app, db, &rule).await?;
    // An invoice that waits for its buyer is given up at once: the new card pays the next one.
    let last = store::find_last(db, &agreed.wallet, rule.attempt_count).await?;
    if let Some(last) = last.filter(|last| last.state == AttemptState::Action) {
        store::postpone(db, &last.id, app.clock.now()).await?;
    }
    record(app, db, agreed).await?;
    Ok(None)
}

/// Returns true if the rule could be set as agreed. Changes nothing.
pub(crate) async fn is_rule_settable(
    db: &mut Connection<'_>,
    agreed: &AgreedRule<'_>,
) -> Result<bool, Failure> {
    let before = store::find_rule(db, &agreed.wallet).await?;
    let facts = read_facts(db, agreed).await?;
    Ok(find_refusal(before.as_ref(), agreed, &facts).is_none())
}

async fn read_facts(
    db: &mut Connection<'_>,
    agreed: &AgreedRule<'_>,
) -> Result<AgreementFacts, Failure> {
    let (wallet, code) = (&agreed.wallet, &agreed.terms.code);
    let book_id = wallet.book_id;
    let connection = connection_of_book(db, book_id).await?;
    let settings = settings_of_book(db, book_id).await?;
    let newest = find_offer(db, book_id, agreed.connection_id, code).await?;
    let prices = newest.map_or_else(Vec::new, |newest| newest.prices);
    let mut own = prices
        .into_iter()
        .filter(|price| price.currency == agreed.currency);
    Ok(AgreementFacts {
        is_merged: read_topup_level(db, wallet).await?.is_closed,
        is_website_active: store::is_website_active(db, book_id).await?,
        connection_id: connection.map(|connection| connection.id),
        stop_reason: store::find_stop_reason(db, wallet).await?,
        is_price_sold: store::find_sold_price(db, agreed.price_id).await?.is_some(),
        newest_minor: own.next().map(|price| price.amount_minor),
        limit_minor: settings.topup_month_max,
    })
}

/// Returns the rule that an agreement leads to. The saved card is the one that top-ups charge.
fn rule_of(app: &App, before: Option<&TopUpRule>, agreed: &AgreedRule<'_>) -> TopUpRule {
    let now = app.clock.now();
    let offered = agreed.offered;
    let wanted = WantedRule {
        pack_id: agreed.pack_id,
        pack_version: agreed.pack_version,
        connection_id: agreed.connection_id,
        currency: agreed.currency.code(),
        price_minor: offered.total_minor(),
        numbers: offered.numbers(),
    };
    let kept = kept_pause(before, &wanted, agreed.card.as_ref(), now);
    TopUpRule {
        wallet: agreed.wallet.clone(),
        connection_id: agreed.connection_id.to_owned(),
        state: RuleState::Active,
        reason: kept.reason,
        threshold: offered.threshold,
        pack_id: agreed.pack_id.to_owned(),
        pack_version: agreed.pack_version,
        price_id: agreed.price_id,
        quantity: offered.quantity,
        currency: agreed.currency,
        amount_minor: offered.amount_minor,
        credits: offered.credits,
        bonus: offered.bonus,
        terms: agreed.terms.clone(),
        month_max_minor: offered.month_max_minor,
        month_max_count: offered.month_max_count,
        min_seconds: offered.min_seconds,
        failures: kept.failures,
        next_at: kept.next_at,
        attempt_count: before.map_or(0, |before| before.attempt_count),
        capped_month: kept.capped_month,
        card: agreed.card.clone(),
        actor: agreed.actor.to_owned(),
        // A buyer who finishes two pages in another order agrees to the one that was opened last.
        consent_at: agreed.offered_at,
        consent_text: offered.consent.clone(),
        created_at: before.map_or(now, |before| before.created_at),
        updated_at: now,
    }
}

async fn record(
    app: &App,
    db: &mut Connection<'_>,
    agreed: &AgreedRule<'_>,
) -> Result<(), Failure> {
    let offered = agreed.offered;
    let details = json!({
        "mode": agreed.mode.word(),
        "checkout": agreed.checkout_id,
        "pack": agreed.terms.code,
        "quantity": offered.quantity,
        "threshold": offered.threshold,
        "amount_minor": offered.total_minor(),
        "currency": agreed.currency.code(),
        "month_max_minor": offered.month_max_minor,
        "month_max_count": offered.month_max_count,
        "min_seconds": offered.min_seconds,
        "consent": offered.consent,
    });
    let event = Event {
        actor: agreed.actor,
        session: None,
        action: Action::TopUpSet,
        website_id: agreed.website_id,
        subject: agreed.wallet.owner.id(),
        details,
    };
    audit::record(db, &event, &app.clock, &app.random).await
}
