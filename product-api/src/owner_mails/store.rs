//! The table of emails to owners.

use std::time::Duration;

use foundation::database::{ExpiredRows, SqlResultExt};
use foundation::task::Outbox;
use foundation::{Connection, Failure, Timestamp, expired, on_engine};

const INSERT: &str = "\
    INSERT INTO owner_mail (id, cause, user_id, title, lines, page, next_attempt_at, created_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7) ON CONFLICT (cause) DO NOTHING";

const POSTPONE: &str =
    "UPDATE owner_mail SET next_attempt_at = $2 WHERE id = $1 AND ended_at IS NULL";

const END: &str = "\
    UPDATE owner_mail SET next_attempt_at = NULL, outcome = $2, ended_at = $3 WHERE id = $1 AND ended_at IS NULL";

/// Statements of the outbox.
pub(super) const OUTBOX: Outbox = Outbox {
    content: "emails to owners",
    next: "SELECT next_attempt_at FROM owner_mail WHERE next_attempt_at IS NOT NULL ORDER BY next_attempt_at LIMIT 1",
    due: "SELECT id FROM owner_mail WHERE next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT 100",
    claim: "UPDATE owner_mail SET next_attempt_at = $3, attempts = attempts + 1 \
        WHERE id = $1 AND next_attempt_at <= $2 RETURNING id, user_id, title, lines, page, attempts, created_at",
    lease: Duration::from_mins(2),
};

/// Emails that ended long ago.
pub(crate) const ENDED_MAILS: ExpiredRows =
    expired!("owner_mail", key "id", at "ended_at", only "ended_at IS NOT NULL");

/// An email to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewMail<'a> {
    pub(super) id: &'a str,
    pub(super) cause: &'a str,
    pub(super) user_id: &'a str,
    pub(super) title: &'a str,
    pub(super) lines: &'a str,
    pub(super) page: &'a str,
}

/// An email that this server has claimed.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct ClaimedMail {
    /// The id, `ntc_…`: the name of the email at the identity provider.
    pub(super) id: String,
    pub(super) user_id: String,
    pub(super) title: String,
    /// The paragraphs, one in each line.
    pub(super) lines: String,
    /// The path of the page in the app.
    pub(super) page: String,
    /// Number of attempts, with this one.
    pub(super) attempts: i64,
    created_at: i64,
}

impl ClaimedMail {
    /// Returns the time of its cause.
    pub(super) const fn created_at(&self) -> Timestamp {
        Timestamp::from_micros(self.created_at)
    }
}

/// Writes an email, due at once, unless its cause has had one.
pub(super) async fn insert(
    db: &mut Connection<'_>,
    mail: NewMail<'_>,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(INSERT)
        .bind(mail.id)
        .bind(mail.cause)
        .bind(mail.user_id)
        .bind(mail.title)
        .bind(mail.lines)
        .bind(mail.page)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("queueing an email to an owner")
}

/// Moves the next attempt of a claimed email.
pub(super) async fn postpone(
    db: &mut Connection<'_>,
    id: &str,
    next: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(POSTPONE)
        .bind(id)
        .bind(next.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("postponing an email to an owner")
}

/// Ends a claimed email with an outcome.
pub(super) async fn end(
    db: &mut Connection<'_>,
    id: &str,
    outcome: &str,
    now: Timestamp,
) -> Result<(), Failure> {
    on_engine!(db, |c| sqlx::query(END)
        .bind(id)
        .bind(outcome)
        .bind(now.micros())
        .execute(c)
        .await
        .map(drop))
    .failed("ending an email to an owner")
}
