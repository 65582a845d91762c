//! Starts a checkout once for its idempotency key: its row is committed before Stripe is called.

use std::time::Duration;

use foundation::{Connection, Failure};

use super::buyer::{Sale, admit_buyer, resolve_buyer};
use super::check_request::check_request;
use super::checkout::{CLAIM_DURATION, Checkout, CheckoutState, PRICE_UNAVAILABLE};
use super::checkout_kind::CheckoutKind;
use super::expire_checkout::end_session;
use super::load_checkout::{CheckoutView, load, view};
use super::open_session::{claim_session, open_claimed_session};
use super::prepare_checkout::{
    CheckoutRequest, check_family, prepare_checkout, price_unavailable, subscription_exists,
};
use super::prepare_setup::{SetupRequest, prepare_setup};
use super::store;
use crate::app::App;
use crate::billing::payments::refused_by_provider;
use crate::credits::WalletKey;
use crate::idempotency::{
    KeyedRequest, UsedKey, find_used_keys, keep_result, key_in_flight, key_reused,
};
use crate::problem::Problem;

/// Pauses of a request whose checkout another request is opening; two seconds in all.
const PAUSE: Duration = Duration::from_millis(100);
const MAX_PAUSES: u32 = 20;

/// A checkout and the way in which a request got it.
#[derive(Clone, Debug)]
pub(super) struct StartedCheckout {
    /// The checkout.
    pub(super) view: CheckoutView,
    /// True if an earlier request with the key has started it.
    pub(super) is_replayed: bool,
}

/// The result of starting a checkout in the database.
enum StartResult {
    /// This request has inserted it, and calls Stripe.
    New(Box<Checkout>),
    /// The buyer has an open checkout for the same thing.
    Alike(String),
    /// Another request has taken the key since it was looked up.
    KeyTaken,
    /// The buyer has an unfinished checkout of another plan or automatic top-up, which ends first.
    Replaces(String),
}

/// Reasons why nothing was started.
enum StartError {
    Refused(Box<Problem>),
    Failed(Failure),
}

impl From<Problem> for StartError {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}

impl From<Failure> for StartError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Starts a checkout, or returns the one that an earlier request with the key has started, as it is now.
pub(super) async fn create_checkout(
    app: &App,
    sale: &Sale,
    attempt: &KeyedRequest,
    request: &CheckoutRequest,
) -> Result<StartedCheckout, Problem> {
    if let Some(id) = find_earlier(app, attempt).await? {
        return repeat(app, &id, true).await;
    }
    check_request(app, sale, request).await?;
    let mut result = start(app, sale, attempt, request).await?;
    if let StartResult::Replaces(id) = &result {
        end_replaced(app, id).await?;
        result = start(app, sale, attempt, request).await?;
    }
    match result {
        StartResult::Replaces(_) => Err(key_in_flight()),
        StartResult::New(checkout) => {
            let checkout = open(app, *checkout).await?;
            started(app, checkout, false).await
        }
        StartResult::Alike(id) => repeat(app, &id, false).await,
        StartResult::KeyTaken => match find_earlier(app, attempt).await? {
            Some(id) => repeat(app, &id, true).await,
            None => Err(key_in_flight()),
        },
    }
}

/// Returns the checkout of an earlier request with the key. Rejects with 422 a key of another request.
async fn find_earlier(app: &App, attempt: &KeyedRequest) -> Result<Option<String>, Problem> {
    let mut reader = app.database.reader().await?;
    let known = find_used_keys(&mut reader.connection(), &[attempt]).await?;
    match known.into_iter().next().flatten() {
        None => Ok(None),
        Some(UsedKey::Pruned(Some(id))) => Ok(Some(id)),
        Some(UsedKey::Reused | UsedKey::Done(_) | UsedKey::Pruned(None)) => Err(key_reused()),
    }
}

async fn start(
    app: &App,
    sale: &Sale,
    attempt: &KeyedRequest,
    request: &CheckoutRequest,
) -> Result<StartResult, Problem> {
    // A first contact writes a sign-up grant to the ledger.
    let in_flight = app.ledger.mark_in_flight(&app.clock);
    let result = start_once(app, sale, attempt, request).await;
    in_flight.finish_after(match &result {
        Err(StartError::Failed(failure)) => Some(failure),
        Ok(_) | Err(StartError::Refused(_)) => None,
    });
    result.map_err(|error| match error {
        StartError::Refused(problem) => *problem,
        StartError::Failed(failure) => failure.into(),
    })
}

async fn start_once(
    app: &App,
    sale: &Sale,
    attempt: &KeyedRequest,
    request: &CheckoutRequest,
) -> Result<StartResult, StartError> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let wallet = resolve_buyer(app, &mut db, sale).await?;
    let checkout = prepare(app, &mut db, sale, &wallet, request).await?;
    let alike = admit(app, &mut db, sale, &checkout).await?;
    if alike.is_none()
        && let Some(id) = find_replaced(app, &mut db, &checkout).await?
    {
        transaction.rollback().await?;
        return Ok(StartResult::Replaces(id));
    }
    let now = app.clock.now();
    let id = alike.as_ref().unwrap_or(&checkout.id);
    if !keep_result(&mut db, attempt, id, now).await? {
        transaction.rollback().await?;
        return Ok(StartResult::KeyTaken);
    }
    if alike.is_none() {
        store::insert(&mut db, &checkout, now.plus(CLAIM_DURATION)).await?;
    }
    transaction.commit().await?;
    Ok(alike.map_or_else(|| StartResult::New(Box::new(checkout)), StartResult::Alike))
}

/// Returns the checkout that a request would start.
async fn prepare(
    app: &App,
    db: &mut Connection<'_>,
    sale: &Sale,
    wallet: &WalletKey,
    request: &CheckoutRequest,
) -> Result<Checkout, Problem> {
    let Some(numbers) = request.top_up else {
        return prepare_checkout(app, db, sale, wallet, request).await;
    };
    let request = SetupRequest {
        checkout: request,
        numbers,
    };
    prepare_setup(app, db, sale, wallet, request).await
}

/// Finds the unfinished checkout that a new one replaces. Rejects with 409 a buyer who has paid another plan since.
async fn find_replaced(
    app: &App,
    db: &mut Connection<'_>,
    wanted: &Checkout,
) -> Result<Option<String>, StartError> {
    let wallet = WalletKey {
        book_id: wanted.book_id,
        owner: wanted.owner.clone(),
    };
    match wanted.kind {
        CheckoutKind::Pack => Ok(None),
        CheckoutKind::Setup => {
            Ok(store::find_open_setup(db, &wallet, &wanted.connection_id).await?)
        }
        CheckoutKind::Plan => {
            let open = store::find_open_plan(db, &wallet).await?;
            if open.is_none() {
                // The checkout that was open before may have been paid since.
                check_family(app, db, &wallet, &wanted.item_id).await?;
            }
            Ok(open)
        }
    }
}

/// Ends the unfinished checkout that a new one replaces. Rejects with 409 a buyer who has just paid another plan.
async fn end_replaced(app: &App, id: &str) -> Result<(), Problem> {
    let checkout = load(app, id).await?;
    if checkout.kind == CheckoutKind::Setup {
        return end_setup(app, &checkout).await;
    }
    match checkout.state {
        CheckoutState::New => return Err(key_in_flight()),
        CheckoutState::Processing | CheckoutState::Completed | CheckoutState::Review => {
            return Err(subscription_exists(id));
        }
        CheckoutState::Failed | CheckoutState::Expired => return Ok(()),
        CheckoutState::Open => {}
    }
    if let Err(error) = end_session(app, &checkout).await {
        return Err(error.into_problem(app, &checkout.connection_id).await);
    }
    match load(app, id).await?.state {
        CheckoutState::Expired | CheckoutState::Failed => Ok(()),
        CheckoutState::New
        | CheckoutState::Open
        | CheckoutState::Processing
        | CheckoutState::Completed
        | CheckoutState::Review => Err(subscription_exists(id)),
    }
}

/// Ends an automatic top-up's checkout that a new one replaces. A buyer who has just agreed to the old one may agree to another.
async fn end_setup(app: &App, checkout: &Checkout) -> Result<(), Problem> {
    match checkout.state {
        CheckoutState::New => Err(key_in_flight()),
        CheckoutState::Open => match end_session(app, checkout).await {
            Ok(()) => Ok(()),
            Err(error) => Err(error.into_problem(app, &checkout.connection_id).await),
        },
        CheckoutState::Processing
        | CheckoutState::Completed
        | CheckoutState::Review
        | CheckoutState::Failed
        | CheckoutState::Expired => Ok(()),
    }
}

/// Admits a buyer, unless the buyer starts the checkout and has an open one for the same thing, whose id is returned.
async fn admit(
    app: &App,
    db: &mut Connection<'_>,
    sale: &Sale,
    wanted: &Checkout,
) -> Result<Option<String>, Problem> {
    let wallet = WalletKey {
        book_id: wanted.book_id,
        owner: wanted.owner.clone(),
    };
    let admitted = admit_buyer(app, db, &wallet).await;
    if sale.is_own {
        let now = app.clock.now();
        if let Some(open) = store::find_alike(db, wanted, now).await? {
            return Ok(Some(open.id));
        }
    }
    admitted.map(|()| None)
}

/// Returns a checkout that was started before. If its call to Stripe has failed, this request repeats it; if another request is
/// calling, it waits for two seconds.
async fn repeat(app: &App, id: &str, is_replayed: bool) -> Result<StartedCheckout, Problem> {
    for _ in 0..MAX_PAUSES {
        let checkout = load(app, id).await?;
        if checkout.state != CheckoutState::New {
            return started(app, checkout, is_replayed).await;
        }
        if claim_session(app, id).await? {
            let checkout = open(app, checkout).await?;
            return started(app, checkout, is_replayed).await;
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(key_in_flight())
}

/// Makes the session of a checkout whose call this request has claimed.
async fn open(app: &App, checkout: Checkout) -> Result<Checkout, Problem> {
    let connection_id = checkout.connection_id.clone();
    match open_claimed_session(app, checkout).await {
        Ok(checkout) => Ok(checkout),
        Err(error) => Err(error.into_problem(app, &connection_id).await),
    }
}

/// Returns a checkout as a response shows it, or the reason why Stripe has refused it.
async fn started(
    app: &App,
    checkout: Checkout,
    is_replayed: bool,
) -> Result<StartedCheckout, Problem> {
    if checkout.state == CheckoutState::Failed && checkout.stripe_session_id.is_none() {
        return Err(match checkout.reason.as_deref() {
            Some(PRICE_UNAVAILABLE) => price_unavailable(),
            Some(_) | None => refused_by_provider(),
        });
    }
    let view = view(app, checkout).await?;
    Ok(StartedCheckout { view, is_replayed })
}
