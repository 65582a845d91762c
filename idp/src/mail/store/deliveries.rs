//! What became of letters, and the list of them beside those that wait.

use foundation::database::{Expired, Failed};
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str = "INSERT INTO mail_deliveries \
     (id, kind, recipient, state, attempts, reason, reply, created_at, ended_at) \
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING";

/// Letters of a recipient (`$1`) and in a state (`$2`), both empty for any, older than one (`$3`): those that wait, by the
/// outbox's own order, and the rest by an index of the one condition that narrows them down most. One statement, so that a
/// letter which is sent meanwhile is in the list once.
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
             ) letters ORDER BY id DESC LIMIT $4"
        )
    };
}

const LIST: &str = list!("TRUE");
const LIST_OF_STATE: &str = list!("state = $2");
const LIST_OF_RECIPIENT: &str = list!("recipient = $1");

/// After every id: these go on in hexadecimal digits.
const NEWEST: &str = "mail_g";

/// Letters by their end.
pub(crate) const EXPIRED: Expired = expired!("mail_deliveries", key "id", at "ended_at");

/// What became of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::mail) struct Outcome<'a> {
    pub(in crate::mail) id: &'a str,
    pub(in crate::mail) kind: &'a str,
    pub(in crate::mail) recipient: &'a str,
    pub(in crate::mail) state: &'static str,
    pub(in crate::mail) attempts: i64,
    pub(in crate::mail) reason: Option<&'a str>,
    pub(in crate::mail) reply: Option<&'a str>,
    pub(in crate::mail) created_at: Timestamp,
    pub(in crate::mail) ended_at: Timestamp,
}

/// Which letters are wanted; an empty text narrows nothing down.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    /// The address that they are for.
    pub(crate) recipient: &'a str,
    /// The state that they are in.
    pub(crate) state: &'a str,
    /// Only those older than this one.
    pub(crate) before: Option<&'a str>,
    /// How many at most.
    pub(crate) length: i64,
}

/// What is told of a letter.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Told {
    /// `mail_…`.
    pub(crate) id: String,
    /// What it is.
    pub(crate) kind: String,
    /// Whom it is for.
    pub(crate) recipient: String,
    /// How far it came.
    pub(crate) state: String,
    /// How often it was tried.
    pub(crate) attempts: i64,
    /// Why the last attempt that was in vain was.
    pub(crate) reason: Option<String>,
    /// The codes of the answer to it.
    pub(crate) reply: Option<String>,
    created_at: i64,
    next_attempt_at: Option<i64>,
    ended_at: Option<i64>,
}

impl Told {
    /// When it was queued.
    pub(crate) const fn created_at(&self) -> Timestamp {
        Timestamp::from_micros(self.created_at)
    }

    /// When it is tried again.
    pub(crate) fn next_attempt_at(&self) -> Option<Timestamp> {
        self.next_attempt_at.map(Timestamp::from_micros)
    }

    /// When it was sent or given up.
    pub(crate) fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at.map(Timestamp::from_micros)
    }
}

/// Writes down what became of a letter.
pub(in crate::mail) async fn insert(
    db: &mut Connection<'_>,
    ended: &Outcome<'_>,
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
    .failed("writing down what became of a mail")
}

/// The question for a part of the list.
pub(in crate::mail) const fn text_of(wanted: Wanted<'_>) -> &'static str {
    if !wanted.recipient.is_empty() {
        LIST_OF_RECIPIENT
    } else if !wanted.state.is_empty() {
        LIST_OF_STATE
    } else {
        LIST
    }
}

/// Letters, the newest first.
pub(crate) async fn list(
    db: &mut Connection<'_>,
    wanted: Wanted<'_>,
) -> Result<Vec<Told>, Failure> {
    on_engine!(db, |c| {
        sqlx::query_as(text_of(wanted))
            .bind(wanted.recipient)
            .bind(wanted.state)
            .bind(wanted.before.unwrap_or(NEWEST))
            .bind(wanted.length)
            .fetch_all(c)
            .await
    })
    .failed("listing mails")
}
