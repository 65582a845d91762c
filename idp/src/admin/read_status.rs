//! How this server is: what it leans on, and whether that answers.

use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::config::{MailRoute, SessionStoreKind};
use crate::mail::{Queue, Reach};

/// How a server is.
pub(super) struct Status {
    /// Now, by the clock that counts: the database's, or where there is none the machine's own.
    pub(super) now: Timestamp,
    /// How far the machine's own clock is ahead of it, in milliseconds.
    pub(super) host_ahead_ms: Option<i64>,
    /// The database's engine, and whether it answers.
    pub(super) database: (&'static str, bool),
    /// Where sessions live, and whether that answers.
    pub(super) sessions: (&'static str, bool),
    /// Where mail goes.
    pub(super) mail_route: &'static str,
    /// Whether that takes mail.
    pub(super) mail: Reach,
    /// What waits for it; `None` when the database cannot tell.
    pub(super) queue: Option<Queue>,
}

/// Asks everything that this server leans on.
pub(super) async fn read_status(app: &App) -> Status {
    let sessions = match app.config.sessions.store {
        SessionStoreKind::Sql => "sql",
        SessionStoreKind::Redis => "redis",
        SessionStoreKind::Cookie => "cookie",
    };
    let mail_route = match app.config.mail.route {
        MailRoute::Smtp(_) => "smtp",
        MailRoute::Directory(_) => "directory",
    };
    Status {
        now: app.clock.now(),
        host_ahead_ms: app.clock.host_ahead().map(|ahead| ahead.div_euclid(1_000)),
        database: (app.database.engine(), answers(&app.database.ready().await)),
        sessions: (sessions, answers(&app.sessions.ready().await)),
        mail_route,
        mail: app.mail.reach().await,
        queue: app.mail.queue().await.ok(),
    }
}

fn answers(asked: &Result<(), Failure>) -> bool {
    if let Err(failure) = asked {
        tracing::warn!(%failure, "whoever asks for the state is told");
    }
    asked.is_ok()
}
