//! Reads the state of this server and its dependencies.

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::config::{MailRoute, SessionStoreKind};
use crate::identity::mail::{MailServerStatus, OutboxStatus};

/// State of a server.
pub(super) struct ServerStatus {
    /// The current time: the database's on PostgreSQL, the machine's on SQLite.
    pub(super) now: Timestamp,
    /// The time by which the machine's clock is ahead of the database's, in milliseconds.
    pub(super) host_ahead_ms: Option<i64>,
    /// The database engine, and whether the database responds.
    pub(super) database: (&'static str, bool),
    /// The kind of session store, and whether it responds.
    pub(super) sessions: (&'static str, bool),
    /// The kind of mail delivery.
    pub(super) mail_route: &'static str,
    /// The state of the mail server or folder.
    pub(super) mail: MailServerStatus,
    /// The number of queued emails; `None` if the database does not respond.
    pub(super) queue: Option<OutboxStatus>,
}

/// Checks all dependencies of this server.
pub(super) async fn read_status(app: &App) -> ServerStatus {
    let sessions = match app.config.sessions.store {
        SessionStoreKind::Sql => "sql",
        SessionStoreKind::Redis => "redis",
        SessionStoreKind::Cookie => "cookie",
    };
    let mail_route = match app.config.mail.route {
        MailRoute::Smtp(_) => "smtp",
        MailRoute::Directory(_) => "directory",
    };
    ServerStatus {
        now: app.clock.now(),
        host_ahead_ms: app.clock.host_ahead().map(|ahead| ahead.div_euclid(1_000)),
        database: (app.database.engine(), is_ready(&app.database.ready().await)),
        sessions: (sessions, is_ready(&app.sessions.ready().await)),
        mail_route,
        mail: app.mail.check_server().await,
        queue: app.mail.outbox_status().await.ok(),
    }
}

fn is_ready(result: &Result<(), Failure>) -> bool {
    if let Err(failure) = result {
        tracing::warn!(%failure, "a status check failed");
    }
    result.is_ok()
}
