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
use crate::billing::buyer_requests::AskedWebsite;
use crate::caller::CreditsBuy;
use crate::credits::WalletKey;
use crate::idempotency::{
    KeptResponse, KeyedRequest, StoredResponse, find_kept_response, keep_response,
};
use crate::problem::{Kind, Problem};
use crate::users::AuthenticatedUser;

/// Tries the rule of the user who asks again. Rejects with 404 a user without a rule that is on, and with 409 one whose attempt
/// is open.
pub(super) async fn retry_own_topup(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    attempt: &KeyedRequest,
    seller: &OwnSeller,
    render: fn(TopUpView) -> String,
) -> Result<KeptResponse, Problem> {
    if let Some(kept) = find_kept_response(app, attempt).await? {
        return Ok(kept);
    }
    let owner = find_own_owner(app, holder, seller, AskedWebsite::Active).await?;
    let wallet = owner.wallet().ok_or_else(no_rule)?;
    wake(app, &wallet).await?;
    if let Some(id) = start_attempt(app, &wallet).await? {
        run_due(app, &id).await?;
    }
    let view = load_view(app, &owner).await?;
    keep_response(app, attempt, StoredResponse::ok(render(view))).await
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
