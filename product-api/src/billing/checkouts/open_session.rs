//! Makes the session of a new checkout at Stripe, once for its idempotency key.

use std::time::Duration;

use foundation::Failure;

use super::apply_session::apply_fetched;
use super::checkout::{CLAIM_DURATION, Checkout, CheckoutState, PRICE_UNAVAILABLE};
use super::checkout_kind::CheckoutKind;
use super::load_checkout::load;
use super::provider_error::ProviderError;
use super::read_session::CHECKOUT;
use super::return_url::with_checkout;
use super::search_session::search_session;
use super::store::{self, ClaimTimes};
use crate::app::App;
use crate::billing::connections::{
    ConnectionState, StripeConnection, find_connection, open_account,
};
use crate::billing::marks::{MarkedObject, ObjectKind, mark};
use crate::billing::stripe::{
    CheckoutSession, NewCheckoutSession, Priority, SessionOption, SessionSetup,
    SessionSubscription, StripeError, StripeRefusal,
};
use crate::billing::stripe_customers::{ensure_customer, replace_customer};

/// Age at which Stripe may have forgotten an idempotency key.
const KEY_LIFETIME: Duration = Duration::from_hours(23);
/// Keys that one request tries: the first one, one for another customer, one after a stored failure.
const MAX_KEYS: u32 = 3;

/// Claims the call that makes the session of a checkout; false if another server has it, or the session is there.
pub(super) async fn claim_session(app: &App, id: &str) -> Result<bool, Failure> {
    let now = app.clock.now();
    let times = ClaimTimes {
        now,
        until: now.plus(CLAIM_DURATION),
    };
    let mut transaction = app.database.begin().await?;
    let is_claimed = store::claim_new(&mut transaction.connection(), id, times).await?;
    transaction.commit().await?;
    Ok(is_claimed)
}

/// Makes the session of a checkout whose call this server has claimed, and returns the checkout as it is then. After a failure
/// the claim is released: the next request or the sweep repeats the call.
pub(super) async fn open_claimed_session(
    app: &App,
    checkout: Checkout,
) -> Result<Checkout, ProviderError> {
    let id = checkout.id.clone();
    let opened = open_session(app, checkout).await;
    if opened.is_err() {
        let mut transaction = app.database.begin().await?;
        let now = app.clock.now();
        store::postpone(&mut transaction.connection(), &id, CheckoutState::New, now).await?;
        transaction.commit().await?;
    }
    opened
}

async fn open_session(app: &App, mut checkout: Checkout) -> Result<Checkout, ProviderError> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &checkout.connection_id).await?
    };
    let connection = connection.ok_or_else(|| Failure::defect("a checkout has no connection"))?;
    if connection.state == ConnectionState::Disconnected {
        return Ok(fail(app, &checkout, "disconnected").await?);
    }
    if app.clock.now() >= checkout.created_at.plus(KEY_LIFETIME) {
        return find_old_session(app, &connection, checkout).await;
    }
    if checkout.stripe_customer_id.is_none() {
        let customer = ensure_customer(app, &connection, &checkout.owner).await?;
        checkout.stripe_customer_id = Some(customer);
        save(app, &checkout).await?;
    }
    for _ in 0..MAX_KEYS {
        match make(app, &connection, &checkout).await {
            Ok(session) => return adopt(app, &connection, &checkout, &session).await,
            Err(ProviderError::Stripe(StripeError::Refused(refusal))) => {
                if !is_about_customer(&refusal) {
                    return refuse(app, &checkout, &refusal).await;
                }
                replace(app, &connection, &mut checkout).await?;
            }
            Err(ProviderError::Stripe(StripeError::StoredFailure)) => {
                if let Some(session) = search_session(app, &connection, &checkout).await? {
                    return adopt(app, &connection, &checkout, &session).await;
                }
            }
            Err(error) => return Err(error),
        }
        checkout.attempt = checkout.attempt.saturating_add(1);
        save(app, &checkout).await?;
    }
    Err(ProviderError::Stripe(StripeError::Unavailable))
}

/// Returns true if Stripe has no customer of this id any more.
fn is_about_customer(refusal: &StripeRefusal) -> bool {
    refusal.code.as_deref() == Some("resource_missing")
        && refusal.param.as_deref() == Some("customer")
}

async fn replace(
    app: &App,
    connection: &StripeConnection,
    checkout: &mut Checkout,
) -> Result<(), ProviderError> {
    let missing = checkout.stripe_customer_id.take().unwrap_or_default();
    let next = replace_customer(app, connection, &checkout.owner, &missing).await?;
    checkout.stripe_customer_id = Some(next);
    Ok(())
}

/// Finds the session of a checkout whose key Stripe may have forgotten; without one the checkout has failed.
async fn find_old_session(
    app: &App,
    connection: &StripeConnection,
    checkout: Checkout,
) -> Result<Checkout, ProviderError> {
    match search_session(app, connection, &checkout).await? {
        Some(session) => adopt(app, connection, &checkout, &session).await,
        None => Ok(fail(app, &checkout, "never-opened").await?),
    }
}

async fn make(
    app: &App,
    connection: &StripeConnection,
    checkout: &Checkout,
) -> Result<CheckoutSession, ProviderError> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let terms = &checkout.terms;
    let options = [
        (terms.has_tax, SessionOption::AutomaticTax),
        (terms.has_promotion_codes, SessionOption::PromotionCodes),
        (terms.has_adaptive_pricing, SessionOption::AdaptivePricing),
        (terms.has_invoice, SessionOption::Invoice),
        (terms.saves_card, SessionOption::SavedMethod),
    ];
    let options: Vec<SessionOption> = options
        .into_iter()
        .filter_map(|(is_on, option)| is_on.then_some(option))
        .collect();
    let session = NewCheckoutSession {
        customer: checkout.stripe_customer_id.as_deref().unwrap_or_default(),
        price: &terms.stripe_price_id,
        quantity: checkout.quantity,
        client_reference_id: &checkout.id,
        success_url: &with_checkout(&checkout.success_url, &checkout.id),
        cancel_url: &with_checkout(&checkout.cancel_url, &checkout.id),
        expires_at: checkout.expires_at.seconds(),
        locale: terms.locale.as_deref(),
        metadata: &[(CHECKOUT, &checkout.id)],
        subscription: subscription_of(checkout),
        setup: setup_of(checkout),
        options: &options,
    };
    Ok(account.create_session(&key_of(checkout), &session).await?)
}

/// Returns the terms of the subscription that a checkout of a plan begins.
fn subscription_of(checkout: &Checkout) -> Option<SessionSubscription> {
    let trial = checkout.terms.trial;
    (checkout.kind == CheckoutKind::Plan).then(|| SessionSubscription {
        trial_days: trial.map(|trial| trial.days),
        needs_card: trial.is_none_or(|trial| trial.needs_card),
    })
}

/// Returns the terms of a session that saves a card. Its page shows the sentence to which the buyer agrees.
fn setup_of(checkout: &Checkout) -> Option<SessionSetup<'_>> {
    let offered = checkout.terms.top_up.as_ref()?;
    Some(SessionSetup {
        currency: checkout.currency.code(),
        message: &offered.consent,
    })
}

/// Returns the idempotency key of a checkout at Stripe. A number follows once the parameters had to change.
fn key_of(checkout: &Checkout) -> String {
    match checkout.attempt {
        1 => format!("tg:chk:{}", checkout.id),
        attempt => format!("tg:chk:{}:{attempt}", checkout.id),
    }
}

async fn adopt(
    app: &App,
    connection: &StripeConnection,
    checkout: &Checkout,
    session: &CheckoutSession,
) -> Result<Checkout, ProviderError> {
    apply_fetched(app, connection, session, Priority::Buyer).await?;
    Ok(load(app, &checkout.id).await?)
}

/// Stores the customer and the number of the key, before they are sent.
async fn save(app: &App, checkout: &Checkout) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let now = app.clock.now();
    if let Some(mut stored) = store::lock(&mut db, &checkout.id).await?
        && stored.state == CheckoutState::New
    {
        stored
            .stripe_customer_id
            .clone_from(&checkout.stripe_customer_id);
        stored.attempt = checkout.attempt;
        store::update(&mut db, &stored, Some(now.plus(CLAIM_DURATION)), now).await?;
    }
    transaction.commit().await
}

/// Fails a checkout that Stripe refuses for good. A refused price is looked at again.
async fn refuse(
    app: &App,
    checkout: &Checkout,
    refusal: &StripeRefusal,
) -> Result<Checkout, ProviderError> {
    let param = refusal.param.as_deref().unwrap_or_default();
    let reason = if param.starts_with("line_items") {
        PRICE_UNAVAILABLE
    } else {
        refusal.code.as_deref().unwrap_or("refused")
    };
    tracing::warn!(
        checkout = checkout.id,
        param,
        reason,
        "Stripe refused a checkout"
    );
    Ok(fail(app, checkout, reason).await?)
}

async fn fail(app: &App, checkout: &Checkout, reason: &str) -> Result<Checkout, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let now = app.clock.now();
    if let Some(mut stored) = store::lock(&mut db, &checkout.id).await?
        && stored.state == CheckoutState::New
    {
        stored.state = CheckoutState::Failed;
        stored.reason = Some(reason.to_owned());
        stored.closed_at = Some(now);
        store::update(&mut db, &stored, None, now).await?;
    }
    if reason == PRICE_UNAVAILABLE {
        let price = MarkedObject {
            connection_id: &checkout.connection_id,
            kind: ObjectKind::Price,
            object_id: &checkout.terms.stripe_price_id,
        };
        mark(&mut db, price, None, now).await?;
    }
    transaction.commit().await?;
    load(app, &checkout.id).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusal_of_a_missing_customer_is_distinguished() {
        let refusal = |code: &str, param: &str| StripeRefusal {
            code: Some(code.to_owned()),
            param: Some(param.to_owned()),
            ..StripeRefusal::default()
        };
        let rows = [
            (refusal("resource_missing", "customer"), true),
            (refusal("resource_missing", "line_items[0][price]"), false),
            (refusal("customer_tax_location_invalid", "customer"), false),
            (StripeRefusal::default(), false),
        ];
        for (refusal, expected) in rows {
            assert_eq!(is_about_customer(&refusal), expected, "{refusal:?}");
        }
    }
}
