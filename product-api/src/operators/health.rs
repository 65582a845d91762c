//! The health of the installation: its dependencies, books, webhooks and mail.

use foundation::{Failure, Timestamp};

use super::store::health::{self, LastRun, Numbers};
use crate::app::App;
use crate::idp::{IdpMailStatus, IdpStatus};
use crate::user_changes::read_again_at;

/// The note for an installation without a mail server.
const MAIL_TO_FILES: &str =
    "Mail goes to files on the server and is not sent. Set IDP_SMTP_URL to send it.";
/// The problem of an identity provider without users.
const NO_USERS: &str = "The identity provider lists no users, and merges that it has forgotten are not undone for that. \
    Restore its database. See \"After a restore\" in deploy/README.md.";

/// A health check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HealthCheck {
    pub(super) name: &'static str,
    /// The cause of a failure; `None` if the check passed.
    pub(super) problem: Option<String>,
    /// A note for the operator about a check that passed.
    pub(super) note: Option<String>,
}

impl HealthCheck {
    fn new(name: &'static str, problem: Option<String>) -> Self {
        Self {
            name,
            problem,
            note: None,
        }
    }
}

/// The health of the installation.
#[derive(Clone, Debug)]
pub(super) struct Health {
    pub(super) checks: Vec<HealthCheck>,
    pub(super) last_verified_at: Option<Timestamp>,
    pub(super) findings: i64,
    pub(super) numbers: Numbers,
    /// The numbers of queued emails and of those with a failed attempt; `None` if the identity provider does not respond.
    pub(super) mail: (Option<i64>, Option<i64>),
    /// The engine of this service's database.
    pub(super) database: &'static str,
}

/// Runs every check. A failing check is reported and hides no other one.
pub(super) async fn check_health(app: &App) -> Health {
    let (books, run) = (read_numbers(app).await, read_last_run(app).await);
    let idp = app.directory.status().await;
    let checks = checks(app, &books, &run, &idp).await;
    let status = idp.as_ref().ok();
    let run = run.unwrap_or_default();
    Health {
        last_verified_at: run.ended_at,
        findings: run.findings,
        mail: status.map_or((None, None), |status| {
            (status.mail.waiting, status.mail.tried)
        }),
        database: app.database.engine(),
        checks,
        numbers: books.unwrap_or_default(),
    }
}

async fn checks(
    app: &App,
    books: &Result<Numbers, Failure>,
    run: &Result<LastRun, Failure>,
    idp: &Result<IdpStatus, Failure>,
) -> Vec<HealthCheck> {
    let database = app.database.ready().await.and(app.clock.check());
    let mut checks = vec![
        checked("database", &database),
        ledger(books, run),
        user_changes(app).await,
        checked("ended_grants", &app.grant_polling.check()),
        checked("identity_provider", idp),
    ];
    if let Ok(status) = idp {
        checks.extend([
            HealthCheck::new("identity_provider_database", is_off(status.database.ready)),
            HealthCheck::new("sessions", is_off(status.sessions.ready)),
            mail(&status.mail),
        ]);
    }
    checks
}

/// Checks that user changes are followed. For a week, notes that a restored identity provider was read again.
async fn user_changes(app: &App) -> HealthCheck {
    if app.polling.is_idp_empty() {
        return HealthCheck::new("user_changes", Some(NO_USERS.to_owned()));
    }
    let read_again = match app.polling.check() {
        Ok(()) => read_again_at(app).await,
        Err(failure) => Err(failure),
    };
    let note = read_again
        .as_ref()
        .ok()
        .and_then(|at| at.map(read_again_note));
    HealthCheck {
        note,
        ..checked("user_changes", &read_again)
    }
}

fn read_again_note(at: Timestamp) -> String {
    format!(
        "The database of the identity provider was restored from a backup, or is another one: since {} all its user changes \
         were read again. See \"After a restore\" in deploy/README.md.",
        at.to_iso8601()
    )
}

fn is_off(ready: bool) -> Option<String> {
    (!ready).then(|| "It does not answer.".to_owned())
}

fn mail(status: &IdpMailStatus) -> HealthCheck {
    let problem = is_off(status.ready).map(|off| status.problem.clone().unwrap_or(off));
    let note = status.writes_to_files().then(|| MAIL_TO_FILES.to_owned());
    HealthCheck {
        note,
        ..HealthCheck::new("mail", problem)
    }
}

fn checked<T>(name: &'static str, outcome: &Result<T, Failure>) -> HealthCheck {
    if let Err(failure) = outcome {
        tracing::warn!(name, %failure, "a health check failed");
    }
    let problem = outcome
        .is_err()
        .then(|| "It does not answer as it should; the log says why.".to_owned());
    HealthCheck::new(name, problem)
}

/// Checks the books. A failure to read is reported before findings, and findings before frozen accounts.
fn ledger(books: &Result<Numbers, Failure>, run: &Result<LastRun, Failure>) -> HealthCheck {
    let read = [checked("ledger", books), checked("ledger", run)];
    let unread = read.into_iter().find_map(|check| check.problem);
    let run = run.as_ref().copied().unwrap_or_default();
    let frozen = books.as_ref().map_or(0, |numbers| numbers.frozen);
    let found =
        (run.findings > 0).then(|| format!("Findings of the last verification: {}.", run.findings));
    let broken_off = run.is_broken_off.then(|| {
        "The last verification was broken off; the log says why. Verify all books again.".to_owned()
    });
    let frozen = (frozen > 0).then(|| format!("Frozen accounts: {frozen}."));
    HealthCheck::new("ledger", unread.or(found).or(broken_off).or(frozen))
}

/// Reads the numbers that the operator sees.
pub(crate) async fn read_numbers(app: &App) -> Result<Numbers, Failure> {
    let mut reader = app.database.reader().await?;
    health::numbers(&mut reader.connection(), app.clock.now()).await
}

/// Reads the result of the last verification of all books.
pub(crate) async fn read_last_run(app: &App) -> Result<LastRun, Failure> {
    let mut reader = app.database.reader().await?;
    health::last_run(&mut reader.connection()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_to_files_is_ready_and_noted() {
        let rows = [
            ("directory", true, None, Some(MAIL_TO_FILES)),
            ("smtp", true, None, None),
            ("smtp", false, Some("It does not answer."), None),
        ];
        for (route, ready, problem, note) in rows {
            let check = mail(&IdpMailStatus {
                route: route.to_owned(),
                ready,
                problem: None,
                waiting: None,
                tried: None,
            });
            assert_eq!(
                (check.problem.as_deref(), check.note.as_deref()),
                (problem, note)
            );
        }
    }
}
