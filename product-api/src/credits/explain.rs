//! Explaining a transaction: its entries, the lots it moved, the price it had, what caused it, who did it, and what gave
//! it back.

use foundation::{Connection, Failure, Timestamp};

use super::inherited::BEYOND;
use super::lot::LotKind;
use super::statement::{Listed, Wallet};
use super::store::explanations::{self, Facts};
use super::store::statements::{self, Whose};
use crate::app::App;
use crate::features::Price;
use crate::problem::Problem;
use crate::users::Holder;
use crate::websites::{PersonSession, SiteAccess, View, view_of};

/// Everything that is known of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Explanation {
    /// The transaction.
    pub(crate) listed: Listed,
    /// Its entries.
    pub(crate) entries: Vec<EntryView>,
    /// What it took from lots, or gave to them.
    pub(crate) lots: Vec<LotChange>,
    /// The price that decided its amount.
    pub(crate) price: Option<Price>,
    /// What caused it.
    pub(crate) cause: Cause,
    /// Who did it; whatever a visitor may not know is left out.
    pub(crate) actor: Who,
    /// The transaction that it gives back.
    pub(crate) reverses: Option<String>,
    /// Transactions that gave it back, in parts or whole.
    pub(crate) reversals: Vec<ReversalView>,
}

/// One leg.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntryView {
    /// The account's kind.
    pub(crate) account: String,
    /// What it adds there.
    pub(crate) amount: i64,
    /// The balance after it, on a wallet or a debt.
    pub(crate) balance_after: Option<i64>,
}

/// What happened to a lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LotChange {
    /// What the lot came from.
    pub(crate) kind: LotKind,
    /// What came into it (above zero) or went out of it (below).
    pub(crate) amount: i64,
    /// From when it can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// The one feature that it is for.
    pub(crate) feature: Option<String>,
    /// The transaction that it came with.
    pub(crate) transaction_id: String,
}

/// What caused a transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cause {
    /// `request`, `signup`, `expiry`, `hold-expiry`, `merge`, or the kind of an outside cause.
    pub(crate) kind: String,
    /// The request's idempotency key.
    pub(crate) idempotency_key: Option<String>,
    /// The name of the outside cause.
    pub(crate) reference: Option<String>,
    /// The hold that it captured from.
    pub(crate) hold: Option<String>,
}

impl Cause {
    /// The cause that the name of a transaction tells.
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

/// The name of the operation that a transaction was written for: a capture may have two.
fn operation_of(op_key: &str) -> &str {
    op_key.strip_prefix(BEYOND).unwrap_or(op_key)
}

/// Who did it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Who {
    /// `key`, `user` or `system`.
    pub(crate) kind: &'static str,
    /// The key's or the user's id.
    pub(crate) id: Option<String>,
    /// The first characters of the key.
    pub(crate) key_prefix: Option<String>,
    /// The program and the session of a user.
    pub(crate) session: Option<PersonSession>,
}

impl Who {
    /// Whom the text of a transaction's actor means.
    pub(crate) fn of_text(
        actor: String,
        key_prefix: Option<String>,
        session: Option<PersonSession>,
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
    /// Its id.
    pub(crate) id: String,
    /// The credits.
    pub(crate) amount: i64,
    /// When it counts from.
    pub(crate) booked_at: Timestamp,
}

/// A transaction of a website's customer; another website's is as absent as none.
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

/// A transaction of the account holder's own, as far as the token sees. Which key of a website did it, under which name,
/// is the website's to know.
pub(crate) async fn of_holder<S>(
    app: &App,
    holder: &Holder<S>,
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
