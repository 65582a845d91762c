//! Facts about the owners of checkouts: the lock that new checkouts take, their number, and what forbids a purchase.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::rows::{Row, columns};
use crate::billing::checkouts::checkout::Checkout;
use crate::credits::{Owner, WalletKey};

// A wallet need not exist yet; the rows of its owners do.
const LOCK_CUSTOMER: &str = "UPDATE customers SET updated_at = updated_at WHERE id = $1";
const LOCK_USER: &str = "UPDATE users SET updated_at = updated_at WHERE id = $1";

const COUNT_SINCE: &str = "\
    SELECT COUNT(*) FROM checkout WHERE owner_kind = $1 AND owner_id = $2 AND book_id = $3 AND created_at > $4";

const IS_FROZEN: &str = "\
    SELECT COUNT(*) FROM account \
    WHERE book_id = $3 AND kind = 'wallet' AND owner_kind = $1 AND owner_id = $2 AND frozen_at IS NOT NULL";

/// `CROSS JOIN` makes SQLite begin with the buyer: it would else read all payments of the book.
const HAS_BOUGHT: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($2 AS TEXT) UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    SELECT COUNT(*) FROM ( \
        SELECT 1 FROM merged CROSS JOIN payment p WHERE p.owner_kind = $1 AND p.owner_id = merged.id AND p.book_id = $3 \
          AND p.state IN ('pending', 'paid', 'review') LIMIT 1) AS bought";

const HAS_BOUGHT_AS_USER: &str = "\
    WITH RECURSIVE people (id) AS ( \
        SELECT CAST($2 AS TEXT) \
        UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m WHERE m.into_user_id = people.id AND m.state = 'merged') \
    SELECT COUNT(*) FROM ( \
        SELECT 1 FROM people CROSS JOIN payment p WHERE p.owner_kind = $1 AND p.owner_id = people.id AND p.book_id = $3 \
          AND p.state IN ('pending', 'paid', 'review') LIMIT 1) AS bought";

const FIND_ALIKE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM checkout WHERE owner_kind = $1 AND owner_id = $2 AND book_id = $3 AND state IN ('new', 'open') AND expires_at > $4 \
        AND price_id = $5 AND quantity = $6 AND success_url = $7 AND cancel_url = $8 AND terms = $9 AND metadata = $10 \
        AND connection_id = $11 ORDER BY created_at DESC LIMIT 1"
);

/// Locks the row of an owner, so that new checkouts of the owner are counted one after the other. The caller holds no lock of a
/// wallet and takes none.
pub(in crate::billing::checkouts) async fn lock_owner(
    db: &mut Connection<'_>,
    owner: &Owner,
) -> Result<(), Failure> {
    let statement = match owner {
        Owner::Customer(_) => LOCK_CUSTOMER,
        Owner::User(_) => LOCK_USER,
    };
    on_engine!(db, |c| sqlx::query(statement)
        .bind(owner.id())
        .execute(c)
        .await
        .map(drop))
    .failed("locking a buyer")
}

async fn count(
    db: &mut Connection<'_>,
    statement: &'static str,
    wallet: &WalletKey,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(statement)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(wallet.book_id)
        .fetch_one(c)
        .await)
    .failed("reading a buyer")
}

/// Counts the checkouts that an owner has started in a book since a time.
pub(in crate::billing::checkouts) async fn count_since(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    since: Timestamp,
) -> Result<i64, Failure> {
    on_engine!(db, |c| sqlx::query_scalar(COUNT_SINCE)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(wallet.book_id)
        .bind(since.micros())
        .fetch_one(c)
        .await)
    .failed("counting the checkouts of a buyer")
}

/// Returns true if a verification has frozen the owner's wallet.
pub(in crate::billing::checkouts) async fn is_frozen(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<bool, Failure> {
    Ok(count(db, IS_FROZEN, wallet).await? > 0)
}

/// Returns true if the owner, or an owner who was merged into this one, has bought in the book, also if the money is still on
/// its way.
pub(in crate::billing::checkouts) async fn has_bought(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<bool, Failure> {
    let statement = match wallet.owner {
        Owner::Customer(_) => HAS_BOUGHT,
        Owner::User(_) => HAS_BOUGHT_AS_USER,
    };
    Ok(count(db, statement, wallet).await? > 0)
}

/// Finds the newest checkout of an owner that is open for exactly what a new one would sell.
pub(in crate::billing::checkouts) async fn find_alike(
    db: &mut Connection<'_>,
    wanted: &Checkout,
    now: Timestamp,
) -> Result<Option<Checkout>, Failure> {
    let terms = wanted.terms.text()?;
    let row: Option<Row> = on_engine!(db, |c| sqlx::query_as(FIND_ALIKE)
        .bind(wanted.owner.kind())
        .bind(wanted.owner.id())
        .bind(wanted.book_id)
        .bind(now.micros())
        .bind(wanted.price_id)
        .bind(wanted.quantity)
        .bind(&wanted.success_url)
        .bind(&wanted.cancel_url)
        .bind(&terms)
        .bind(&wanted.metadata)
        .bind(&wanted.connection_id)
        .fetch_optional(c)
        .await)
    .failed("finding an open checkout")?;
    row.map(Checkout::try_from).transpose()
}
