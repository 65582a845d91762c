//! Turns an automatic top-up off, for its buyer or for the website. The rule stays, so that the consent can be shown.

use foundation::{Connection, Failure};
use serde_json::json;

use super::find_owner::{TopUpOwner, find_own_owner, find_owner};
use super::locked_topup::save_rule;
use super::own_seller::OwnSeller;
use super::record_by_buyer::record_by_buyer;
use super::store;
use super::views::{TopUpView, load_view};
use crate::app::App;
use crate::audit::{Action, AuditEntry};
use crate::billing::buyer_requests::AskedWebsite;
use crate::caller::CreditsBuy;
use crate::credits::WalletKey;
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::SiteAccess;

/// The party that turns a rule off.
#[derive(Clone, Copy)]
enum Requester<'a> {
    Seller(&'a SiteAccess),
    Buyer(&'a AuthenticatedUser<CreditsBuy>),
}

/// Turns the rule of the user who asks off.
pub(super) async fn turn_off_own_topup(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    seller: &OwnSeller,
) -> Result<TopUpView, Problem> {
    let owner = find_own_owner(app, holder, seller, AskedWebsite::Any).await?;
    turn_off(app, &owner, Requester::Buyer(holder)).await
}

/// Turns the rule of a customer off.
pub(super) async fn turn_off_topup(
    app: &App,
    access: &SiteAccess,
    customer_id: &str,
) -> Result<TopUpView, Problem> {
    let owner = find_owner(app, access, customer_id).await?;
    turn_off(app, &owner, Requester::Seller(access)).await
}

async fn turn_off(
    app: &App,
    owner: &TopUpOwner,
    requester: Requester<'_>,
) -> Result<TopUpView, Problem> {
    if let Some(wallet) = owner.wallet() {
        write(app, owner, &wallet, requester).await?;
    }
    load_view(app, owner).await
}

/// Turns a rule off; one that is off stays as it is. An invoice that waits for its buyer is given up.
async fn write(
    app: &App,
    owner: &TopUpOwner,
    wallet: &WalletKey,
    requester: Requester<'_>,
) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let rule = store::lock_rule(&mut db, wallet).await?;
    let Some(mut rule) = rule.filter(|rule| rule.state.is_on()) else {
        return transaction.rollback().await;
    };
    rule.turn_off(None);
    save_rule(app, &mut db, &rule).await?;
    let last = store::find_last(&mut db, wallet, rule.attempt_count).await?;
    if let Some(last) = last.filter(|last| last.state.is_open()) {
        store::postpone(&mut db, &last.id, app.clock.now()).await?;
    }
    let details = json!({ "mode": owner.mode.word() });
    let entry = Action::TopUpTurnedOff.on(wallet.owner.id(), details);
    requester.record(app, &mut db, owner, entry).await?;
    transaction.commit().await
}

impl Requester<'_> {
    async fn record(
        self,
        app: &App,
        db: &mut Connection<'_>,
        owner: &TopUpOwner,
        entry: AuditEntry<'_>,
    ) -> Result<(), Failure> {
        match self {
            Self::Seller(access) => access.record(app, db, entry).await,
            Self::Buyer(holder) => {
                record_by_buyer(app, db, holder, owner.website_id.as_deref(), entry).await
            }
        }
    }
}
