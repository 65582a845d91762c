//! Results of deliveries, and the list of them together with waiting emails.

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str = "INSERT INTO mail_deliveries \
     (id, kind, recipient, state, attempts, reason, reply, created_at, ended_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";

/// Lists emails of a recipient (`$1`) and in a state (`$2`), both empty for any, older than an id (`$3`). Waiting
/// emails are read in the outbox's own order, the others by an index of the most selective condition. One statement
/// reads both, so that an email sent at the same time is listed once.
macro_rules! list {
    ($narrowed:literal) => {
        concat!(
            "SELECT * FROM (SELECT * FROM (\
                SELECT id, kind, recipient, 'waiting' AS state, attempts, reason, reply, created_at, next_attempt_at, \
                    CAST(NULL AS BIGINT) AS ended_at \
                FROM outgoing_mail WHERE $2 IN ('', 'waiting') AND recipient <> '' AND ($1 = '' OR recipient = $1) \
                AND id < $3 ORDER BY id DESC LIMIT $4) waiting \
             UNION ALL SELECT * FROM (\
                SELECT id, kind, recipient, state, attempts, reason, reply, created_at, \
                    CAST(NULL AS BIGINT) AS next_attempt_at, ended_at \
                FROM mail_deliveries WHERE ",
            $narrowed,
            " AND ($1 = '' OR recipient = $1) AND ($2 = '' OR state = $2) \
                AND id < $3 ORDER BY id DESC LIMIT $4) ended\
             ) listed ORDER BY id DESC LIMIT $4"
        )
    };
}

const LIST: &str = list!("TRUE");
const LIST_OF_STATE: &str = list!("state = $2");
const LIST_OF_RECIPIENT: &str = list!("recipient = $1");

/// Follows every id, because ids continue with hexadecimal digits.
const NEWEST: &str = "mail_g";

/// Results by the time of their end.
pub(crate) const EXPIRED: ExpiredRows = expired!("mail_deliveries", key "id", at "ended_at");

/// Result of a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::identity::mail) struct DeliveryResult<'a> {
    pub(in crate::identity::mail) id: &'a str,
    pub(in crate::identity::mail) kind: &'a str,
    pub(in crate::identity::mail) recipient: &'a str,
    pub(in crate::identity::mail) state: &'static str,
    pub(in crate::identity::mail) attempts: i64,
    pub(in crate::identity::mail) reason: Option<&'a str>,
    pub(in crate::identity::mail) reply: Option<&'a str>,
    pub(in crate::identity::mail) created_at: Timestamp,
    pub(in crate::identity::mail) ended_at: Timestamp,
}

/// Filter of the list; an empty text matches all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EmailFilter<'a> {
    /// Address of the recipient.
    pub(crate) recipient: &'a str,
    /// The state.
    pub(crate) state: &'a str,
    /// Id of an email; only older ones match.
    pub(crate) before: Option<&'a str>,
    /// Maximum number of results.
    pub(crate) length: i64,
}

/// A listed email.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct ListedEmail {
    /// `mail_…`.
    pub(crate) id: String,
    /// The kind.
    pub(crate) kind: String,
    /// Address of the recipient.
    pub(crate) recipient: String,
    /// The delivery state.
    pub(crate) state: String,
    /// Number of attempts.
    pub(crate) attempts: i64,
    /// Reason for the last failed attempt.
    pub(crate) reason: Option<String>,
    /// Codes of the reply to that attempt.
    pub(crate) reply: Option<String>,
    created_at: i64,
    next_attempt_at: Option<i64>,
    ended_at: Option<i64>,
}

impl ListedEmail {
    /// Returns the time at which the email was queued.
    pub(crate) const fn created_at(&self) -> Timestamp {
        Timestamp::from_micros(self.created_at)
    }

    /// Returns the time of the next attempt.
    pub(crate) fn next_attempt_at(&self) -> Option<Timestamp> {
        self.next_attempt_at.map(Timestamp::from_micros)
    }

    /// Returns the time at which the email was sent or given up.
    pub(crate) fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at.map(Timestamp::from_micros)
    }
}

/// Stores the result of a delivery.
pub(in crate::identity::mail) async fn insert(
    db: &mut Connection<'_>,
    ended: &DeliveryResult<'_>,
) -> Result<(), Failure> {
    on_engine!(db, |c| {
        sqlx::query(INSERT)
            .bind(ended.id)
            .bind(ended.kind)
            .bind(ended.recipient)
            .bind(ended.state)
            .bind(ended.attempts)
            .bind(ended.reason)
            .bind(ended.reply)
            .bind(ended.created_at.micros())
            .bind(ended.ended_at.micros())
            .execute(c)
            .await
            .map(|_| ())
    })
    .failed("recording the delivery of a mail")
}

/// Returns the query for a filter.
pub(in crate::identity::mail) const fn query_for(filter: EmailFilter<'_>) -> &'static str {
    if !filter.recipient.is_empty() {
        LIST_OF_RECIPIENT
    } else if !filter.state.is_empty() {
        LIST_OF_STATE
    } else {
        LIST
    }
}

/// Lists emails, the newest first.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    filter: EmailFilter<'_>,
) -> Result<Vec<ListedEmail>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(query_for(filter))
            .bind(filter.recipient)
            .bind(filter.state)
            .bind(filter.before.unwrap_or(NEWEST))
            .bind(filter.length)
            .fetch_all(c)
            .await
    })
    .failed("listing mails")
}
