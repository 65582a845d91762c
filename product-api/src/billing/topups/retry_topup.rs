//! Tries a buyer's automatic top-up again at once, after a pause or after the buyer has cleared the card with the bank.

use super::find_owner::find_own_owner;
use super::locked_topup::save_rule;
use super::own_seller::OwnSeller;
use super::rule_state::RuleState;
use super::run_attempt::run_due;
use super::start_attempt::start_attempt;
use super::store;
use super::views::{TopUpView, load_view};
use crate::app::App;
use crate::billing::buyer_requests::{AskedWebsite, reused};
use crate::caller::CreditsBuy;
use crate::credits::WalletKey;
use crate::idempotency::{
    KeyedRequest, KeyedResponse, StoredResponse, UsedKey, find_used_keys, keep,
};
use crate::problem::{Kind, Problem};
use crate::users::AuthenticatedUser;

/// A response, which is the same for each repetition with its key.
pub(super) struct RetryResponse {
    /// The response.
    pub(super) stored: StoredResponse,
    /// True if an earlier request with the key got it.
    pub(super) is_replayed: bool,
}

/// Tries the rule of the user who asks again. Rejects with 404 a user without a rule that is on, and with 409 one whose attempt
/// is open.
pub(super) async fn retry_own_topup(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    attempt: &KeyedRequest,
    seller: &OwnSeller,
    render: fn(TopUpView) -> String,
) -> Result<RetryResponse, Problem> {
    if let Some(stored) = find_earlier(app, attempt).await? {
        return Ok(RetryResponse {
            stored,
            is_replayed: true,
        });
    }
    let owner = find_own_owner(app, holder, seller, AskedWebsite::Active).await?;
    let wallet = owner.wallet().ok_or_else(no_rule)?;
    wake(app, &wallet).await?;
    if let Some(id) = start_attempt(app, &wallet).await? {
        run_due(app, &id).await?;
    }
    let view = load_view(app, &owner).await?;
    store_response(app, attempt, StoredResponse::ok(render(view))).await
}

fn no_rule() -> Problem {
    Problem::not_found("top-up")
}

/// Ends the pause of a rule.
async fn wake(app: &App, wallet: &WalletKey) -> Result<(), Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let rule = store::lock_rule(&mut db, wallet).await?;
    let rule = rule.filter(|rule| rule.state.is_on());
    let mut rule = rule.ok_or_else(no_rule)?;
    let last = store::find_last(&mut db, wallet, rule.attempt_count).await?;
    if let Some(open) = last.filter(|last| last.state.is_open()) {
        let detail = "A top-up is in progress. Nothing was done.";
        return Err(Problem::new(Kind::TopupPending, detail).with("object", open.id));
    }
    if matches!(rule.state, RuleState::NeedsCard | RuleState::NeedsAction) {
        rule.state = RuleState::Active;
        rule.reason = None;
    }
    rule.next_at = None;
    save_rule(app, &mut db, &rule).await?;
    transaction.commit().await?;
    Ok(())
}

async fn find_earlier(
    app: &App,
    attempt: &KeyedRequest,
) -> Result<Option<StoredResponse>, Problem> {
    let mut reader = app.database.reader().await?;
    let known = find_used_keys(&mut reader.connection(), &[attempt]).await?;
    match known.into_iter().next().flatten() {
        None | Some(UsedKey::Pruned(_)) => Ok(None),
        Some(UsedKey::Done(stored)) => Ok(Some(stored)),
        Some(UsedKey::Reused) => Err(reused()),
    }
}

async fn store_response(
    app: &App,
    attempt: &KeyedRequest,
    stored: StoredResponse,
) -> Result<RetryResponse, Problem> {
    let mut transaction = app.database.begin().await?;
    let mut kept = [KeyedResponse {
        attempt,
        answer: &stored,
        result_id: None,
    }];
    let is_kept = keep(&mut transaction.connection(), &mut kept, app.clock.now()).await?;
    if is_kept {
        transaction.commit().await?;
        return Ok(RetryResponse {
            stored,
            is_replayed: false,
        });
    }
    transaction.rollback().await?;
    // Another request with the key was faster, or its response was pruned.
    let earlier = find_earlier(app, attempt).await?;
    let is_replayed = earlier.is_some();
    Ok(RetryResponse {
        stored: earlier.unwrap_or(stored),
        is_replayed,
    })
}
