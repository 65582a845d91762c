//! How the installation is: what it leans on, its books, its webhooks and its mail.

use foundation::{Failure, Timestamp};

use super::store::health::{self, LastRun, Numbers};
use crate::app::App;
use crate::idp::ToldStatus;

/// Something that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Looked {
    pub(super) name: &'static str,
    /// Why it is not as it should be; none when it is.
    pub(super) problem: Option<String>,
}

/// How the installation is.
#[derive(Clone, Debug)]
pub(super) struct Health {
    pub(super) checks: Vec<Looked>,
    pub(super) last_verified_at: Option<Timestamp>,
    pub(super) findings: i64,
    pub(super) numbers: Numbers,
    /// How many letters wait, and how many of them were tried in vain; none when the identity provider does not tell.
    pub(super) mail: (Option<i64>, Option<i64>),
    /// The engine of our database.
    pub(super) database: &'static str,
}

/// Looks at everything. What does not answer is told, and hides nothing else.
pub(super) async fn look(app: &App) -> Health {
    let (books, run) = (numbers(app).await, last_run(app).await);
    let idp = app.directory.status().await;
    let run = run.ok().flatten();
    let told = idp.as_ref().ok();
    Health {
        last_verified_at: run.as_ref().and_then(LastRun::ended_at),
        findings: run.as_ref().map_or(0, findings),
        mail: told.map_or((None, None), |told| (told.mail.waiting, told.mail.tried)),
        database: app.database.engine(),
        checks: checks(app, &books, &idp).await,
        numbers: books.unwrap_or_default(),
    }
}

async fn checks(
    app: &App,
    books: &Result<Numbers, Failure>,
    idp: &Result<ToldStatus, Failure>,
) -> Vec<Looked> {
    let database = app.database.ready().await.and(app.clock.check());
    let frozen = books.as_ref().map_or(0, |numbers| numbers.frozen);
    let mut checks = vec![
        of("database", &database),
        Looked {
            name: "ledger",
            problem: (frozen > 0).then(|| format!("{frozen} accounts are frozen.")),
        },
        of("merged_users", &app.polling.check()),
        of("identity_provider", idp),
    ];
    if let Ok(told) = idp {
        let is_off = |ready: bool| (!ready).then(|| "It does not answer.".to_owned());
        let mail = told.mail.problem.clone();
        checks.extend([
            Looked {
                name: "identity_provider_database",
                problem: is_off(told.database.ready),
            },
            Looked {
                name: "sessions",
                problem: is_off(told.sessions.ready),
            },
            Looked {
                name: "mail",
                problem: is_off(told.mail.ready).map(|off| mail.unwrap_or(off)),
            },
        ]);
    }
    checks
}

fn of<T>(name: &'static str, outcome: &Result<T, Failure>) -> Looked {
    if let Err(failure) = outcome {
        tracing::warn!(name, %failure, "the operator is told");
    }
    Looked {
        name,
        problem: outcome
            .is_err()
            .then(|| "It does not answer as it should; the log says why.".to_owned()),
    }
}

fn findings(run: &LastRun) -> i64 {
    let kept = run.findings.as_deref().unwrap_or_default();
    let found = serde_json::from_str::<Vec<serde_json::Value>>(kept).unwrap_or_default();
    i64::try_from(found.len()).unwrap_or(i64::MAX)
}

async fn numbers(app: &App) -> Result<Numbers, Failure> {
    let mut reader = app.database.reader().await?;
    health::numbers(&mut reader.connection(), app.clock.now()).await
}

async fn last_run(app: &App) -> Result<Option<LastRun>, Failure> {
    let mut reader = app.database.reader().await?;
    health::last_run(&mut reader.connection()).await
}
