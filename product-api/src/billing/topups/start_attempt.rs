//! Begins an attempt of an owner whose credits are below the threshold, in one transaction that locks the rule.

use foundation::{Connection, Failure, Timestamp};

use super::announce::announce_cap;
use super::attempt::Attempt;
use super::claim::{CHECKOUT_AGE, ClaimDecision, ClaimFacts, decide_claim};
use super::decline::CAP_REACHED;
use super::locked_topup::save_rule;
use super::rule::TopUpRule;
use super::rule_state::RuleState;
use super::store;
use crate::app::App;
use crate::billing::connections::{connection_of_book, settings_of_book};
use crate::credits::{WalletKey, read_topup_level};

/// Begins an attempt if the rule and the facts allow it, and returns its id. Its first step is due at once.
pub(super) async fn start_attempt(
    app: &App,
    wallet: &WalletKey,
) -> Result<Option<String>, Failure> {
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    in_flight.finish_with(start_in_transaction(app, wallet).await)
}

async fn start_in_transaction(app: &App, wallet: &WalletKey) -> Result<Option<String>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let mut started = None;
    if let Some(mut rule) = store::lock_rule(&mut db, wallet).await?
        && rule.state == RuleState::Active
    {
        let facts = read_facts(&mut db, &rule, app.clock.now()).await?;
        let decision = decide_claim(&rule, &facts);
        started = carry_out(app, &mut db, &mut rule, decision).await?;
    }
    // The wallet is locked before its note, as by a spend that writes the note.
    store::delete_due(&mut db, wallet).await?;
    transaction.commit().await?;
    Ok(started)
}

async fn read_facts(
    db: &mut Connection<'_>,
    rule: &TopUpRule,
    now: Timestamp,
) -> Result<ClaimFacts, Failure> {
    let wallet = &rule.wallet;
    let last = store::find_last(db, wallet, rule.attempt_count).await?;
    let connection = connection_of_book(db, wallet.book_id).await?;
    let usable = connection.filter(|connection| connection.state.is_usable());
    let settings = settings_of_book(db, wallet.book_id).await?;
    Ok(ClaimFacts {
        now,
        level: read_topup_level(db, wallet).await?,
        has_open_attempt: last.as_ref().is_some_and(|last| last.state.is_open()),
        last_attempt_at: last.map(|last| last.created_at),
        stop_reason: store::find_stop_reason(db, wallet).await?,
        is_website_active: store::is_website_active(db, wallet.book_id).await?,
        open_checkout_at: store::open_checkout_at(db, wallet, now.minus(CHECKOUT_AGE)).await?,
        connection_id: usable.map(|connection| connection.id),
        stripe_price_id: store::find_sold_price(db, rule.price_id).await?,
        limit_minor: settings.topup_month_max,
        month: store::month_sum(db, wallet, now.month(), None).await?,
    })
}

async fn carry_out(
    app: &App,
    db: &mut Connection<'_>,
    rule: &mut TopUpRule,
    decision: ClaimDecision,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    let mut started = None;
    match decision {
        ClaimDecision::Pass => return Ok(None),
        ClaimDecision::Claim(stripe_price_id) => {
            rule.attempt_count = rule.attempt_count.saturating_add(1);
            rule.next_at = None;
            rule.reason = None;
            let attempt = Attempt::new(app, rule, stripe_price_id, now)?;
            store::insert(db, &attempt).await?;
            started = Some(attempt.id);
        }
        ClaimDecision::Wait(until) => rule.next_at = Some(until),
        ClaimDecision::CapReached(until) => {
            rule.next_at = Some(until);
            rule.reason = Some(CAP_REACHED.to_owned());
            // The event comes once in a month.
            if rule.capped_month != Some(now.month()) {
                rule.capped_month = Some(now.month());
                announce_cap(app, db, rule).await?;
            }
        }
        ClaimDecision::TurnOff(reason) => rule.turn_off(Some(reason)),
        ClaimDecision::NeedConsent(reason) => {
            rule.state = RuleState::NeedsConsent;
            rule.reason = Some(reason.to_owned());
        }
    }
    save_rule(app, db, rule).await?;
    Ok(started)
}
