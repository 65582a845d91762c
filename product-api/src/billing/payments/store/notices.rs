//! Payments of an owner's websites that wait for a decision, in the database.

use foundation::database::SqlResultExt;
use foundation::{Connection, Failure, Timestamp, on_engine};

use crate::billing::payments::list_notices::{PaymentNotice, PaymentNoticeKind};
use crate::owner_mails::{WebsiteOwner, WebsiteOwnerRow};

// A dispute with an answer waits for the bank. A payment of which nothing is left needs no review.
const FOR_OWNER: &str = "\
    SELECT 'dispute' AS kind, d.id AS subject, d.payment_id, w.id AS website_id, w.name AS website_name, b.mode, \
        d.reason AS word, d.due_by, d.opened_at AS since, d.opened_at AS at \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN dispute d ON d.book_id = b.id \
    WHERE w.owner_user_id = $1 AND d.state IN ('inquiry', 'open') AND d.status NOT IN ('under_review', 'warning_under_review') \
    UNION ALL \
    SELECT 'fraud', p.id, p.id, w.id, w.name, b.mode, NULL, NULL, NULL, p.created_at \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN payment p ON p.book_id = b.id \
    WHERE w.owner_user_id = $1 AND p.early_fraud_warning = 'actionable' \
    UNION ALL \
    SELECT 'review', p.id, p.id, w.id, w.name, b.mode, p.reason, NULL, p.paid_at, p.created_at \
    FROM websites w JOIN book b ON b.website_id = w.id JOIN payment p ON p.book_id = b.id \
    WHERE w.owner_user_id = $1 AND p.state = 'review' AND p.refunded_minor < p.amount_minor \
    ORDER BY at DESC, subject LIMIT 100";

#[derive(sqlx::FromRow)]
struct Row {
    kind: String,
    subject: String,
    payment_id: String,
    website_id: String,
    website_name: String,
    mode: String,
    word: Option<String>,
    due_by: Option<i64>,
    since: Option<i64>,
}

impl TryFrom<Row> for PaymentNotice {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let unknown = || Failure::defect("a payment waits for an unknown decision");
        let mode = row.mode.parse();
        Ok(Self {
            kind: PaymentNoticeKind::from_word(&row.kind).ok_or_else(unknown)?,
            subject: row.subject,
            payment_id: row.payment_id,
            website_id: row.website_id,
            website_name: row.website_name,
            mode: mode.map_err(|error| Failure::broken("reading the mode of a book", error))?,
            word: row.word,
            due_by: row.due_by.map(Timestamp::from_micros),
            since: row.since.map(Timestamp::from_micros),
        })
    }
}

const OWNER_OF_BOOK: &str = "\
    SELECT w.owner_user_id, w.id, w.name, b.mode FROM book b JOIN websites w ON w.id = b.website_id WHERE b.id = $1";

/// Finds the owner of the website to which a book belongs; none for the platform's.
pub(in crate::billing::payments) async fn owner_of_book(
    db: &mut Connection<'_>,
    book_id: i64,
) -> Result<Option<WebsiteOwner>, Failure> {
    let row: Option<WebsiteOwnerRow> = on_engine!(db, |c| sqlx::query_as(OWNER_OF_BOOK)
        .bind(book_id)
        .fetch_optional(c)
        .await)
    .failed("finding the owner of a book's website")?;
    row.map(WebsiteOwner::try_from).transpose()
}

/// Returns the payments of a user's websites that wait for a decision, newest first, at most a hundred.
pub(in crate::billing::payments) async fn for_owner(
    db: &mut Connection<'_>,
    user_id: &str,
) -> Result<Vec<PaymentNotice>, Failure> {
    let rows: Vec<Row> = on_engine!(db, |c| sqlx::query_as(FOR_OWNER)
        .bind(user_id)
        .fetch_all(c)
        .await)
    .failed("listing payments that wait for a decision")?;
    rows.into_iter().map(PaymentNotice::try_from).collect()
}
