//! Makes the invoice of an attempt at Stripe: a draft with one item, which is then finalized.

use foundation::Failure;

use super::apply_facts::apply_facts;
use super::attempt::{Attempt, LEASE, StripeCall, TOPUP};
use super::attempt_state::AttemptState;
use super::decline::{
    AMOUNT_CHANGED, CAP_REACHED, NEVER_PAID, NO_CARD, NOT_ACCEPTED, PRICE_UNAVAILABLE, word_of,
};
use super::declined_cards::{MAX_RECENT, declined_cards};
use super::end_attempt::give_up;
use super::find_card::find_card;
use super::locked_topup::{LockedTopUp, lock_both, save_both};
use super::pay_invoice::next_key;
use super::read_facts::facts_of;
use super::store;
use crate::app::App;
use crate::billing::connections::{StripeConnection, Tax, open_account, settings_of_book};
use crate::billing::marks::{ApplyError, MarkedObject, ObjectKind, mark};
use crate::billing::stripe::{
    NewInvoice, NewInvoiceItem, PageQuery, Priority, StripeAccount, StripeError, StripeInvoice,
    StripeRefusal,
};

/// Pages of a customer's invoices that are searched.
const MAX_PAGES: u32 = 50;

/// Makes the invoice, or continues where another server ended; a refusal gives the attempt up.
pub(super) async fn make_invoice(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    let Some(attempt) = choose_card(app, connection, attempt).await? else {
        return Ok(());
    };
    let account = open_account(app, connection, Priority::TopUp)?;
    match finalized_invoice(app, &account, &attempt).await {
        Ok(Some(invoice)) => finish(app, connection, &attempt, &invoice).await,
        Ok(None) => Ok(give_up(app, &attempt, NEVER_PAID).await?),
        Err(ApplyError::Stripe(StripeError::Refused(refusal))) => {
            refuse(app, &attempt, &refusal).await
        }
        Err(ApplyError::Stripe(StripeError::StoredFailure)) => {
            next_key(app, &attempt).await?;
            Err(StripeError::Unavailable.into())
        }
        Err(error) => Err(error),
    }
}

/// Stores the customer and the card before they are sent, so that a repetition sends the same; none if there is no card.
async fn choose_card(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<Option<Attempt>, ApplyError> {
    if attempt.payment_method.is_some() {
        return Ok(Some(attempt.clone()));
    }
    let owner = &attempt.wallet.owner;
    let declined = read_declined(app, attempt).await?;
    let found = find_card(app, connection, owner, &declined, Priority::TopUp).await?;
    let Some(found) = found else {
        give_up(app, attempt, NO_CARD).await?;
        return Ok(None);
    };
    let chosen = change(app, attempt, |locked| {
        locked.attempt.stripe_customer_id = Some(found.customer_id);
        locked.attempt.payment_method = Some(found.method_id);
        locked.rule.card = found.card;
    });
    Ok(chosen.await?)
}

/// Returns the cards that the attempt leaves out if its owner has another one.
async fn read_declined(app: &App, attempt: &Attempt) -> Result<Vec<String>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let rule = store::find_rule(&mut db, &attempt.wallet).await?;
    let recent = store::list_recent(&mut db, &attempt.wallet, MAX_RECENT).await?;
    let declined = rule.map(|rule| declined_cards(&rule, &recent));
    Ok(declined.unwrap_or_default())
}

/// Changes a claimed attempt, and returns it; none if it is in another state.
async fn change(
    app: &App,
    found: &Attempt,
    edit: impl FnOnce(&mut LockedTopUp),
) -> Result<Option<Attempt>, Failure> {
    let now = app.clock.now();
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let locked = lock_both(&mut db, found).await?;
    let is_claimed = |locked: &LockedTopUp| locked.attempt.state == AttemptState::Claimed;
    let Some(mut locked) = locked.filter(is_claimed) else {
        transaction.rollback().await?;
        return Ok(None);
    };
    edit(&mut locked);
    save_both(app, &mut db, &locked, Some(now.plus(LEASE))).await?;
    transaction.commit().await?;
    Ok(Some(locked.attempt))
}

/// Returns the finalized invoice; none if it was never made, and its key may be forgotten.
async fn finalized_invoice(
    app: &App,
    account: &StripeAccount<'_>,
    attempt: &Attempt,
) -> Result<Option<StripeInvoice>, ApplyError> {
    let is_forgotten = attempt.is_key_forgotten(app.clock.now());
    let draft = match &attempt.stripe_invoice {
        Some(id) => account.get_invoice(id).await?,
        None => match draft_of(app, account, attempt, is_forgotten).await? {
            Some(draft) => draft,
            None => return Ok(None),
        },
    };
    if draft.status.as_deref() != Some("draft") {
        return Ok(Some(draft));
    }
    if is_forgotten {
        return Ok(None);
    }
    if draft.lines.is_empty() {
        let item = NewInvoiceItem {
            customer: attempt.stripe_customer_id.as_deref().unwrap_or_default(),
            invoice: &draft.id,
            price: &attempt.stripe_price_id,
            quantity: attempt.quantity,
        };
        let key = attempt.key_of(StripeCall::Item);
        account.create_invoice_item(&key, &item).await?;
    }
    let key = attempt.key_of(StripeCall::Finalize);
    Ok(Some(account.finalize_invoice(&key, &draft.id).await?))
}

/// Creates the draft, or finds one whose response was lost, and stores its id.
async fn draft_of(
    app: &App,
    account: &StripeAccount<'_>,
    attempt: &Attempt,
    is_forgotten: bool,
) -> Result<Option<StripeInvoice>, ApplyError> {
    // A failure that Stripe has stored may have made it, too.
    let is_search = is_forgotten || attempt.try_number > 1;
    let found = if is_search {
        search(account, attempt).await?
    } else {
        None
    };
    let draft = match found {
        Some(found) => found,
        None if is_forgotten => return Ok(None),
        None => create_draft(app, account, attempt).await?,
    };
    let id = draft.id.clone();
    change(app, attempt, |locked| {
        locked.attempt.stripe_invoice = Some(id);
    })
    .await?;
    Ok(Some(draft))
}

async fn create_draft(
    app: &App,
    account: &StripeAccount<'_>,
    attempt: &Attempt,
) -> Result<StripeInvoice, ApplyError> {
    let settings = {
        let mut reader = app.database.reader().await?;
        settings_of_book(&mut reader.connection(), attempt.wallet.book_id).await?
    };
    let invoice = NewInvoice {
        customer: attempt.stripe_customer_id.as_deref().unwrap_or_default(),
        currency: attempt.currency.code(),
        payment_method: attempt.payment_method.as_deref().unwrap_or_default(),
        has_tax: settings.tax == Tax::Automatic,
        metadata: &[(TOPUP, &attempt.id)],
    };
    let key = attempt.key_of(StripeCall::Invoice);
    Ok(account.create_invoice(&key, &invoice).await?)
}

/// Finds the invoice of an attempt among those of its customer.
async fn search(
    account: &StripeAccount<'_>,
    attempt: &Attempt,
) -> Result<Option<StripeInvoice>, StripeError> {
    let customer = attempt.stripe_customer_id.as_deref().unwrap_or_default();
    let mut last: Option<String> = None;
    for _ in 0..MAX_PAGES {
        let query = PageQuery {
            starting_after: last.as_deref(),
            ..PageQuery::default()
        };
        let page = account.list_invoices_of_customer(customer, &query).await?;
        let has_more = page.has_more;
        last = page.data.last().map(|invoice| invoice.id.clone());
        let is_wanted = |invoice: &StripeInvoice| invoice.metadata.get(TOPUP) == Some(&attempt.id);
        if let Some(found) = page.data.into_iter().find(is_wanted) {
            return Ok(Some(found));
        }
        if !has_more || last.is_none() {
            return Ok(None);
        }
    }
    Err(StripeError::InvalidResponse)
}

/// Notes a finalized invoice. One whose tax lifts it above the limit of the month is given up.
async fn finish(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
    invoice: &StripeInvoice,
) -> Result<(), ApplyError> {
    if invoice.status.as_deref() != Some("open") {
        // There was nothing to pay, or it was given up in the dashboard.
        let account = open_account(app, connection, Priority::TopUp)?;
        let facts = facts_of(&account, invoice).await?;
        apply_facts(app, connection, &facts).await?;
        return Ok(());
    }
    if !is_as_agreed(attempt, invoice) {
        return Ok(give_up(app, attempt, AMOUNT_CHANGED).await?);
    }
    let total = invoice.total.unwrap_or_default().max(0);
    let others = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        store::month_sum(&mut db, &attempt.wallet, attempt.month, Some(attempt)).await?
    };
    if others.total_minor.saturating_add(total) > attempt.month_max_minor {
        return Ok(give_up(app, attempt, CAP_REACHED).await?);
    }
    change(app, attempt, |locked| {
        locked.attempt.state = AttemptState::Invoiced;
        locked.attempt.total_minor = total;
    })
    .await?;
    Ok(())
}

/// Returns true if an invoice asks for what the buyer has agreed to. Stripe adds the debt of a customer's balance to what is due.
fn is_as_agreed(attempt: &Attempt, invoice: &StripeInvoice) -> bool {
    let total = invoice.total.unwrap_or_default();
    invoice.subtotal == Some(attempt.price_minor())
        && invoice.currency.as_deref() == Some(attempt.currency.code())
        && invoice.amount_due.unwrap_or(total) <= total
}

/// Gives an attempt up that Stripe refuses. A refused price is looked at again.
async fn refuse(app: &App, attempt: &Attempt, refusal: &StripeRefusal) -> Result<(), ApplyError> {
    let param = refusal.param.as_deref().unwrap_or_default();
    let is_about_price = param.contains("price");
    let word = if is_about_price {
        mark_price(app, attempt).await?;
        PRICE_UNAVAILABLE.to_owned()
    } else if is_about_card(refusal) {
        word_of(refusal.code.as_deref(), refusal.decline_code.as_deref())
    } else {
        NOT_ACCEPTED.to_owned()
    };
    tracing::warn!(attempt = attempt.id, param, word, "Stripe refused a top-up");
    Ok(give_up(app, attempt, &word).await?)
}

/// Returns true if another card may help. A removed one is missing.
fn is_about_card(refusal: &StripeRefusal) -> bool {
    refusal.error_type.as_deref() == Some("card_error")
        || refusal.code.as_deref() == Some("resource_missing")
}

async fn mark_price(app: &App, attempt: &Attempt) -> Result<(), Failure> {
    let price = MarkedObject {
        connection_id: &attempt.connection_id,
        kind: ObjectKind::Price,
        object_id: &attempt.stripe_price_id,
    };
    let mut transaction = app.database.begin().await?;
    let now = app.clock.now();
    mark(&mut transaction.connection(), price, None, now).await?;
    transaction.commit().await
}
