//! Explains a transaction: its entries, lot moves, price, cause, actor and reversals.

use foundation::{Connection, Failure};

use crate::app::App;
use crate::credits::store::explanation_views::{
    EntryView, LotChange, ReversalView, TransactionActor, TransactionCause,
};
use crate::credits::store::explanations::ExplainedTransaction;
use crate::credits::store::rows::{ListedTransaction, OwnedWallet};
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::{explanations, statements};
use crate::features::Price;
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, VisibleBalances, visible_balances};

/// All that is known of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// The transaction.
    pub(crate) listed: ListedTransaction,
    /// Its entries.
    pub(crate) entries: Vec<EntryView>,
    /// Changes of lots.
    pub(crate) lots: Vec<LotChange>,
    /// Price that decided the amount.
    pub(crate) price: Option<Price>,
    /// Cause of the transaction.
    pub(crate) cause: TransactionCause,
    /// Actor; a user's response omits the website's facts.
    pub(crate) actor: TransactionActor,
    /// Public id of the transaction that this one reverses.
    pub(crate) reverses: Option<String>,
    /// Transactions that reversed this one, in parts or whole.
    pub(crate) reversals: Vec<ReversalView>,
}

/// Explains a transaction of a website's customer. Another website's transaction answers 404, like an unknown one.
pub(crate) async fn explain_for_website(
    app: &App,
    access: &SiteAccess,
    public_id: &str,
) -> Result<Explanation, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let site = access.scope();
    match explanations::wallet(&mut db, site, public_id).await? {
        Some(wallet) => explained(&mut db, public_id, &[wallet]).await,
        None => Err(Problem::not_found("transaction")),
    }
}

/// Explains a transaction of the user, within the token's view. The response omits the API key and the idempotency key, which
/// only the website may see.
pub(crate) async fn explain_for_holder<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    public_id: &str,
) -> Result<Explanation, Problem> {
    let user_id = holder.user.id.as_str();
    let visible = visible_balances(app, holder).await?;
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let wallets = match &visible {
        VisibleBalances::Only(website) => {
            statements::wallets(&mut db, OwnerFilter::User(user_id, Some(&website.id), None))
                .await?
        }
        VisibleBalances::Everything | VisibleBalances::Granted => {
            let mut all =
                statements::wallets(&mut db, OwnerFilter::User(user_id, None, None)).await?;
            all.extend(statements::wallets(&mut db, OwnerFilter::Platform(user_id)).await?);
            all
        }
    };
    let mut explanation = explained(&mut db, public_id, &wallets).await?;
    explanation.actor = TransactionActor {
        kind: explanation.actor.kind,
        id: None,
        key_prefix: None,
        session: None,
    };
    explanation.cause.idempotency_key = None;
    Ok(explanation)
}

async fn explained(
    db: &mut Connection<'_>,
    public_id: &str,
    wallets: &[OwnedWallet],
) -> Result<Explanation, Problem> {
    let absent = || Problem::not_found("transaction");
    let facts = explanations::facts(db, public_id, wallets).await?;
    let facts = facts.ok_or_else(absent)?;
    Ok(with_parts(db, facts).await?)
}

async fn with_parts(
    db: &mut Connection<'_>,
    facts: ExplainedTransaction,
) -> Result<Explanation, Failure> {
    let (id, account_id) = (facts.id, facts.account_id);
    let mut cause = facts.cause;
    if facts.listed.transaction.kind == "capture" {
        cause.hold = explanations::hold_of(db, account_id, &facts.op_key).await?;
    }
    Ok(Explanation {
        entries: explanations::entries(db, id).await?,
        lots: explanations::lots(db, id, account_id).await?,
        reversals: explanations::reversals(db, id).await?,
        listed: facts.listed,
        price: facts.price,
        cause,
        actor: facts.actor,
        reverses: facts.reverses,
    })
}
