//! Explains a transaction: its entries, lot moves, price, cause, actor and reversals.

use foundation::{Connection, Failure, Timestamp};

use super::inherited::BEYOND;
use super::lot::LotKind;
use super::statement::{Listed, Wallet};
use super::store::explanations::{self, Facts};
use super::store::statements::{self, Whose};
use crate::app::App;
use crate::features::Price;
use crate::problem::Problem;
use crate::users::AuthenticatedUser;
use crate::websites::{SiteAccess, UserSession, View, view_of};

/// All that is known of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// The transaction.
    pub(crate) listed: Listed,
    /// Its entries.
    pub(crate) entries: Vec<EntryView>,
    /// Changes of lots.
    pub(crate) lots: Vec<LotChange>,
    /// Price that decided the amount.
    pub(crate) price: Option<Price>,
    /// Cause of the transaction.
    pub(crate) cause: Cause,
    /// Actor; a user's response omits the website's facts.
    pub(crate) actor: Who,
    /// Public id of the transaction that this one reverses.
    pub(crate) reverses: Option<String>,
    /// Transactions that reversed this one, in parts or whole.
    pub(crate) reversals: Vec<ReversalView>,
}

/// One entry of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryView {
    /// Kind of the account.
    pub(crate) account: String,
    /// Credits that the entry adds to the account; below zero if it takes them.
    pub(crate) amount: i64,
    /// Balance after the entry, on a wallet or a debt account.
    pub(crate) balance_after: Option<i64>,
}

/// Change of a lot by a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotChange {
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Credits that came into the lot (above zero) or went out of it (below).
    pub(crate) amount: i64,
    /// Time from which the credits can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// Code of the one feature that the credits are for.
    pub(crate) feature: Option<String>,
    /// Public id of the transaction that created the lot.
    pub(crate) transaction_id: String,
}

/// Cause of a transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cause {
    /// `request`, `signup`, `expiry`, `hold-expiry`, `merge`, or the kind of an outside cause.
    pub(crate) kind: String,
    /// Idempotency key of the request.
    pub(crate) idempotency_key: Option<String>,
    /// Name of the outside cause.
    pub(crate) reference: Option<String>,
    /// Public id of the hold that was captured.
    pub(crate) hold: Option<String>,
}

impl Cause {
    /// Reads the cause from the operation key of a transaction.
    pub(crate) fn of_name(op_key: &str) -> Self {
        let op_key = operation_of(op_key);
        let (kind, rest) = op_key.split_once(':').unwrap_or((op_key, ""));
        let word = match kind {
            "key" => "request",
            "expire" => "expiry",
            "hold" => "hold-expiry",
            other => other,
        };
        Self {
            kind: word.to_owned(),
            idempotency_key: (kind == "key").then(|| rest.to_owned()),
            ..Self::default()
        }
    }
}

/// Returns the key of the operation that wrote a transaction. A capture may write two: [`BEYOND`] marks the key of the second.
fn operation_of(op_key: &str) -> &str {
    op_key.strip_prefix(BEYOND).unwrap_or(op_key)
}

/// Actor of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Who {
    /// `key`, `user` or `system`.
    pub(crate) kind: &'static str,
    /// Id of the API key or of the user.
    pub(crate) id: Option<String>,
    /// First characters of the API key.
    pub(crate) key_prefix: Option<String>,
    /// Client and session of the user.
    pub(crate) session: Option<UserSession>,
}

impl Who {
    /// Reads the actor from a transaction's text.
    pub(crate) fn of_text(
        actor: String,
        key_prefix: Option<String>,
        session: Option<UserSession>,
    ) -> Self {
        let kind = if actor.starts_with("key_") {
            "key"
        } else if actor.starts_with("usr_") {
            "user"
        } else {
            "system"
        };
        Self {
            kind,
            id: (kind != "system").then_some(actor),
            key_prefix,
            session,
        }
    }
}

/// A transaction that gave credits back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReversalView {
    /// Public id of the reversal.
    pub(crate) id: String,
    /// Credits that it gave back.
    pub(crate) amount: i64,
    /// Booking time of the reversal.
    pub(crate) booked_at: Timestamp,
}

/// Explains a transaction of a website's customer. Another website's transaction answers 404, like an unknown one.
pub(crate) async fn of_site(
    app: &App,
    access: &SiteAccess,
    public_id: &str,
) -> Result<Explanation, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let site = (access.website_id.as_str(), access.mode);
    match explanations::wallet(&mut db, site, public_id).await? {
        Some(wallet) => explained(&mut db, public_id, &[wallet]).await,
        None => Err(Problem::not_found("transaction")),
    }
}

/// Explains a transaction of the user, within the token's view. The response omits the API key and the idempotency key, which
/// only the website may see.
pub(crate) async fn of_holder<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    public_id: &str,
) -> Result<Explanation, Problem> {
    let user_id = holder.user.id.as_str();
    let view = view_of(app, holder).await?;
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let wallets = match &view {
        View::Only(website) => {
            statements::wallets(&mut db, Whose::User(user_id, Some(&website.id), None)).await?
        }
        View::Everything | View::Granted => {
            let mut all = statements::wallets(&mut db, Whose::User(user_id, None, None)).await?;
            all.extend(statements::wallets(&mut db, Whose::Platform(user_id)).await?);
            all
        }
    };
    let mut told = explained(&mut db, public_id, &wallets).await?;
    told.actor = Who {
        kind: told.actor.kind,
        id: None,
        key_prefix: None,
        session: None,
    };
    told.cause.idempotency_key = None;
    Ok(told)
}

async fn explained(
    db: &mut Connection<'_>,
    public_id: &str,
    wallets: &[Wallet],
) -> Result<Explanation, Problem> {
    let absent = || Problem::not_found("transaction");
    let facts = explanations::facts(db, public_id, wallets).await?;
    let facts = facts.ok_or_else(absent)?;
    Ok(with_parts(db, facts).await?)
}

async fn with_parts(db: &mut Connection<'_>, facts: Facts) -> Result<Explanation, Failure> {
    let (id, account_id) = (facts.id, facts.account_id);
    let mut cause = facts.cause;
    if facts.listed.transaction.kind == "capture" {
        cause.hold = explanations::hold_of(db, account_id, operation_of(&facts.op_key)).await?;
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
