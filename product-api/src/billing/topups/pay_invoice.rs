//! Pays the invoice of an attempt with the saved card while its buyer is away.

use foundation::Failure;

use super::apply_facts::apply_facts;
use super::attempt::{Attempt, LEASE, StripeCall};
use super::attempt_state::AttemptState;
use super::decline::{NEVER_PAID, RULE_CHANGED};
use super::end_attempt::{end, give_up};
use super::locked_topup::{lock_both, save_both};
use super::read_facts::{failed, fetch_facts};
use super::rule::TopUpRule;
use super::rule_state::RuleState;
use super::store;
use super::topup_facts::{ChargeResult, InvoiceStatus, TopUpFacts};
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{Priority, StripeAccount, StripeError};

/// Charges the card for the first time. From the commit before on, the outcome is found at the invoice only.
pub(super) async fn pay_invoice(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    if !start_payment(app, attempt).await? {
        return Ok(());
    }
    let account = open_account(app, connection, Priority::TopUp)?;
    charge(app, connection, &account, attempt).await
}

/// Notes that the card is being charged; false if the attempt is in another state, or its rule does not allow it any more.
async fn start_payment(app: &App, found: &Attempt) -> Result<bool, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = lock_both(&mut db, found).await?;
    let is_due = |state: AttemptState| state == AttemptState::Invoiced;
    let Some(mut locked) = locked.filter(|locked| is_due(locked.attempt.state)) else {
        transaction.rollback().await?;
        return Ok(false);
    };
    let is_allowed = is_allowed(&locked.rule, &locked.attempt);
    let next_at = if is_allowed {
        locked.attempt.state = AttemptState::Paying;
        now.plus(LEASE)
    } else {
        locked.attempt.state = AttemptState::Voiding;
        locked.attempt.code = Some(RULE_CHANGED.to_owned());
        now
    };
    save_both(app, &mut db, &locked, Some(next_at)).await?;
    transaction.commit().await?;
    Ok(is_allowed)
}

/// Returns true if the rule still allows the purchase: it may have been turned off, lowered or replaced since the attempt began.
pub(super) fn is_allowed(rule: &TopUpRule, attempt: &Attempt) -> bool {
    rule.state == RuleState::Active
        && attempt.currency == rule.currency
        && attempt.price_minor() <= rule.total_minor()
        && attempt.total_minor <= rule.month_max_minor
        && attempt.quantity <= rule.quantity
}

/// Looks at an invoice whose payment had no answer. A charge that Stripe never made is repeated with its key.
pub(super) async fn poll_payment(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    let account = open_account(app, connection, Priority::TopUp)?;
    let invoice = attempt.stripe_invoice.as_deref().unwrap_or_default();
    let facts = match fetch_facts(&account, invoice).await {
        Ok(facts) => facts,
        // The account's data were deleted at Stripe: nothing more can be learned.
        Err(error) if error.is_missing() => return Ok(end(app, attempt, NEVER_PAID).await?),
        Err(error) => return Err(error.into()),
    };
    if !is_untried(&facts) {
        apply_facts(app, connection, &facts).await?;
        return Ok(());
    }
    if attempt.is_key_forgotten(app.clock.now()) {
        return Ok(give_up(app, attempt, NEVER_PAID).await?);
    }
    let rule = {
        let mut reader = app.database.reader().await?;
        store::find_rule(&mut reader.connection(), &attempt.wallet).await?
    };
    if !rule.is_some_and(|rule| is_allowed(&rule, attempt)) {
        return Ok(give_up(app, attempt, RULE_CHANGED).await?);
    }
    charge(app, connection, &account, attempt).await
}

fn is_untried(facts: &TopUpFacts) -> bool {
    facts.status == InvoiceStatus::Open && facts.charge == ChargeResult::Untried
}

/// Charges the card, once for its key, and applies the invoice as it is then.
async fn charge(
    app: &App,
    connection: &StripeConnection,
    account: &StripeAccount<'_>,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    let invoice = attempt.stripe_invoice.as_deref().unwrap_or_default();
    let method = attempt.payment_method.as_deref().unwrap_or_default();
    let key = attempt.key_of(StripeCall::Pay);
    let paid = account.pay_invoice_off_session(&key, invoice, method).await;
    let refusal = match paid {
        Ok(_) => None,
        Err(StripeError::Refused(refusal)) => Some(refusal),
        Err(StripeError::StoredFailure) => {
            next_key(app, attempt).await?;
            return Err(StripeError::Unavailable.into());
        }
        Err(error) => return Err(error.into()),
    };
    let mut facts = fetch_facts(account, invoice).await?;
    // A refusal before the charge, as of a card that was removed, leaves no trace at the invoice.
    if let Some(refusal) = refusal
        && is_untried(&facts)
    {
        facts.charge = failed(refusal.code.as_deref(), refusal.decline_code.as_deref());
    }
    apply_facts(app, connection, &facts).await?;
    Ok(())
}

/// Stores the number of the next keys, before they are sent.
pub(super) async fn next_key(app: &App, found: &Attempt) -> Result<(), Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if let Some(mut locked) = lock_both(&mut db, found).await?
        && locked.attempt.state == found.state
    {
        locked.attempt.try_number = found.try_number.saturating_add(1);
        save_both(app, &mut db, &locked, Some(now.plus(LEASE))).await?;
    }
    transaction.commit().await
}
