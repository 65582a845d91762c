//! Facts about the owners of rules: their attempts of a month, disputes, open checkouts, their website, and the price that is sold.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use super::due::WalletRow;
use crate::billing::topups::attempt::Attempt;
use crate::billing::topups::claim::{DISPUTE, FRAUD_WARNING, MonthSum};
use crate::caller::Mode;
use crate::credits::{Owner, WalletKey};

// Amounts of different currencies have no sum: it is that of the attempt that is left out, or else of the rule.
const MONTH_SUM: &str = "\
    SELECT COALESCE(CAST(SUM(CASE WHEN t.currency = COALESCE( \
            (SELECT o.currency FROM topup_attempt o WHERE o.id = $5), \
            (SELECT r.currency FROM topup_rule r WHERE r.book_id = $1 AND r.owner_kind = $2 AND r.owner_id = $3)) \
            THEN t.total_minor ELSE 0 END) AS BIGINT), 0) AS total_minor, COUNT(*) AS count \
    FROM topup_attempt t \
    WHERE t.book_id = $1 AND t.owner_kind = $2 AND t.owner_id = $3 AND t.month = $4 AND t.state <> 'failed' AND t.id <> $5";

// `CROSS JOIN` makes SQLite begin with the buyer: it would else read all payments of the book.
const DISPUTE_LEVEL: &str = "\
    WITH RECURSIVE merged (id) AS ( \
        SELECT CAST($2 AS TEXT) UNION SELECT c.id FROM customers c JOIN merged ON c.merged_into = merged.id) \
    SELECT CAST(COALESCE(MAX(found.level), 0) AS BIGINT) FROM ( \
        SELECT CASE WHEN EXISTS (SELECT 1 FROM dispute o WHERE o.payment_id = p.id AND o.state = 'open') THEN 2 ELSE 1 END AS level \
        FROM merged CROSS JOIN payment p WHERE p.owner_kind = $1 AND p.owner_id = merged.id AND p.book_id = $3 \
          AND (p.early_fraud_warning = 'actionable' \
            OR EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id AND d.state = 'open'))) AS found";

const DISPUTE_LEVEL_AS_USER: &str = "\
    WITH RECURSIVE people (id) AS ( \
        SELECT CAST($2 AS TEXT) \
        UNION SELECT m.from_user_id FROM people CROSS JOIN user_merges m WHERE m.into_user_id = people.id AND m.state = 'merged') \
    SELECT CAST(COALESCE(MAX(found.level), 0) AS BIGINT) FROM ( \
        SELECT CASE WHEN EXISTS (SELECT 1 FROM dispute o WHERE o.payment_id = p.id AND o.state = 'open') THEN 2 ELSE 1 END AS level \
        FROM people CROSS JOIN payment p WHERE p.owner_kind = $1 AND p.owner_id = people.id AND p.book_id = $3 \
          AND (p.early_fraud_warning = 'actionable' \
            OR EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id AND d.state = 'open'))) AS found";

const OPEN_CHECKOUT: &str = "\
    SELECT MAX(created_at) FROM checkout WHERE owner_kind = $1 AND owner_id = $2 AND book_id = $3 AND created_at > $4 \
      AND kind = 'pack' AND state IN ('new', 'open', 'processing')";

const SUSPENDED: &str = "\
    SELECT COUNT(*) FROM book b JOIN websites w ON w.id = b.website_id WHERE b.id = $1 AND w.status <> 'active'";

// A pack that was archived is not sold, also while its price is still active at Stripe.
const SOLD_PRICE: &str = "\
    SELECT p.stripe_price_id FROM catalog_price p JOIN catalog_item i ON i.id = p.item_id \
    WHERE p.id = $1 AND p.state = 'synced' AND i.status = 'active'";

const MODE_OF_BOOK: &str = "SELECT mode FROM book WHERE id = $1";

const IS_USER: &str = "SELECT COUNT(*) FROM users WHERE id = $1 AND deleted_at IS NULL";

// Rows of a merged owner keep their owner, and so does the rule that ends with the merge.
const DISPUTED: &str = "\
    SELECT r.book_id, r.owner_kind, r.owner_id FROM payment p CROSS JOIN topup_rule r \
    WHERE p.connection_id = $1 AND p.stripe_payment_intent = $2 AND r.book_id = p.book_id AND r.owner_kind = p.owner_kind \
      AND r.owner_id = p.owner_id AND r.state <> 'off' \
      AND (p.early_fraud_warning = 'actionable' \
        OR EXISTS (SELECT 1 FROM dispute d WHERE d.payment_id = p.id AND d.state = 'open'))";

// A customer at Stripe keeps its owner in a merge, and the merge target pays as this customer.
// `CROSS JOIN` makes SQLite begin with the owner.
const OF_CUSTOMER: &str = "\
    WITH RECURSIVE owners (id) AS ( \
        SELECT s.owner_id FROM stripe_customer s \
        WHERE s.connection_id = $1 AND s.stripe_id = $2 AND s.is_default AND s.owner_kind = 'customer' \
        UNION SELECT c.merged_into FROM owners CROSS JOIN customers c WHERE c.id = owners.id AND c.merged_into IS NOT NULL) \
    SELECT r.book_id, r.owner_kind, r.owner_id FROM owners CROSS JOIN topup_rule r \
    WHERE r.owner_kind = 'customer' AND r.owner_id = owners.id AND r.connection_id = $1 AND r.state <> 'off'";

const OF_USER: &str = "\
    WITH RECURSIVE owners (id) AS ( \
        SELECT s.owner_id FROM stripe_customer s \
        WHERE s.connection_id = $1 AND s.stripe_id = $2 AND s.is_default AND s.owner_kind = 'user' \
        UNION SELECT m.into_user_id FROM owners CROSS JOIN user_merges m WHERE m.from_user_id = owners.id AND m.state = 'merged') \
    SELECT r.book_id, r.owner_kind, r.owner_id FROM owners CROSS JOIN topup_rule r \
    WHERE r.owner_kind = 'user' AND r.owner_id = owners.id AND r.connection_id = $1 AND r.state <> 'off'";

#[derive(sqlx::FromRow)]
struct SumRow {
    total_minor: i64,
    count: i64,
}

/// Counts the paid and open attempts of an owner in a month, without one of them, and sums those in the rule's currency.
pub(in crate::billing::topups) async fn month_sum(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    month: i64,
    without: Option<&Attempt>,
) -> Result<MonthSum, Failure> {
    let without = without.map_or("", |attempt| attempt.id.as_str());
    let row: SumRow = on_engine!(db, |c| sqlx::query_as(MONTH_SUM)
        .bind(wallet.book_id)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(month)
        .bind(without)
        .fetch_one(c)
        .await)
    .failed("summing the top-ups of a month")?;
    Ok(MonthSum {
        total_minor: row.total_minor,
        count: row.count,
    })
}

/// Returns the reason that turns a rule off: a payment of the owner, or of an owner who was merged into this one, is disputed, or a
/// bank warns of it. A dispute comes first.
pub(in crate::billing::topups) async fn find_stop_reason(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
) -> Result<Option<&'static str>, Failure> {
    let statement = match wallet.owner {
        Owner::Customer(_) => DISPUTE_LEVEL,
        Owner::User(_) => DISPUTE_LEVEL_AS_USER,
    };
    let level: i64 = on_engine!(db, |c| sqlx::query_scalar(statement)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(wallet.book_id)
        .fetch_one(c)
        .await)
    .failed("finding disputes of a buyer")?;
    Ok(match level {
        0 => None,
        1 => Some(FRAUD_WARNING),
        2.. | i64::MIN..0 => Some(DISPUTE),
    })
}

/// Returns the begin of the newest open checkout of a pack that an owner has started since a time.
pub(in crate::billing::topups) async fn open_checkout_at(
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    since: Timestamp,
) -> Result<Option<Timestamp>, Failure> {
    let newest: Option<i64> = on_engine!(db, |c| sqlx::query_scalar(OPEN_CHECKOUT)
        .bind(wallet.owner.kind())
        .bind(wallet.owner.id())
        .bind(wallet.book_id)
        .bind(since.micros())
        .fetch_one(c)
        .await)
    .failed("finding open checkouts of a buyer")?;
    Ok(newest.map(Timestamp::from_micros))
}

/// Returns true unless the website of a book is suspended. The platform is not.
pub(in crate::billing::topups) async fn is_website_active(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(SUSPENDED)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed("reading the status of a website")?;
    Ok(count == 0)
}

/// Returns the id at Stripe of a price; none if it cannot be sold at the moment.
pub(in crate::billing::topups) async fn find_sold_price(
    db: &mut Connection<'_>,
    price_id: i64,
) -> Result<Option<String>, Failure> {
    let found: Option<Option<String>> = on_engine!(db, |c| sqlx::query_scalar(SOLD_PRICE)
        .bind(price_id)
        .fetch_optional(c)
        .await)
    .failed("reading the price of a top-up")?;
    Ok(found.flatten())
}

/// Returns the mode of a book.
pub(in crate::billing::topups) async fn mode_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Mode, Failure> {
    let doing = "reading the mode of a book";
    let word: String = on_engine!(db, |c| sqlx::query_scalar(MODE_OF_BOOK)
        .bind(book_id)
        .fetch_one(c)
        .await)
    .failed(doing)?;
    word.parse().map_err(|error| Failure::broken(doing, error))
}

/// Returns true if there is a user with an id.
pub(in crate::billing::topups) async fn is_user(
    db: &mut Connection<'_>,
    id: &str,
) -> Result<bool, Failure> {
    let count: i64 = on_engine!(db, |c| sqlx::query_scalar(IS_USER)
        .bind(id)
        .fetch_one(c)
        .await)
    .failed("finding a user")?;
    Ok(count > 0)
}

/// Returns the owners of rules whose payment with an intent is disputed, or a bank warns of it.
pub(in crate::billing::topups) async fn list_disputed(
    db: &mut Connection<'_>,
    connection_id: &str,
    payment_intent: &str,
) -> Result<Vec<WalletKey>, Failure> {
    list(db, DISPUTED, connection_id, payment_intent).await
}

/// Returns the owners of rules who pay as a customer at Stripe, also as that of a merged owner.
pub(in crate::billing::topups) async fn list_of_stripe_customer(
    db: &mut Connection<'_>,
    connection_id: &str,
    stripe_customer_id: &str,
) -> Result<Vec<WalletKey>, Failure> {
    let mut found = list(db, OF_CUSTOMER, connection_id, stripe_customer_id).await?;
    found.extend(list(db, OF_USER, connection_id, stripe_customer_id).await?);
    Ok(found)
}

async fn list(
    db: &mut Connection<'_>,
    statement: &'static str,
    connection_id: &str,
    object_id: &str,
) -> Result<Vec<WalletKey>, Failure> {
    let rows: Vec<WalletRow> = on_engine!(db, |c| sqlx::query_as(statement)
        .bind(connection_id)
        .bind(object_id)
        .fetch_all(c)
        .await)
    .failed("finding rules of top-ups")?;
    Ok(rows.into_iter().map(WalletKey::from).collect())
}
