//! Begins runs that an owner or the operator asks for.

use std::sync::Arc;

use serde_json::json;

use super::run::ReconcileRun;
use super::start::{RunOptions, insert_run, start_run};
use super::store::schedule::list_usable;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::billing::connections::{StripeConnection, connection_of_book, find_connection};
use crate::billing::inbox::find_own_connection;
use crate::caller::{Mode, SiteScope};
use crate::credits::{self, LedgerOperator};
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// The connections that the operator wants to be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunSelection<'a> {
    /// All that can be used.
    All,
    /// One by its id.
    Connection(&'a str),
    /// The one of a book: a website's id, or `platform`, and a mode.
    Book(&'a str),
}

/// Begins a run of the caller's connection, or returns the one that is running.
pub(super) async fn request_own_run(
    app: &Arc<App>,
    access: &SiteAccess,
    options: RunOptions,
) -> Result<ReconcileRun, Problem> {
    let connection = find_own_connection(app, access).await?;
    let inserted = insert_run(app, &connection, options).await?;
    if inserted.is_new {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let details = json!({ "run": inserted.run.id, "dry_run": options.is_dry_run });
        let entry = Action::ReconcileStarted.on(&connection.id, details);
        access.record(app, &mut db, entry).await?;
        transaction.commit().await?;
        start_run(app, inserted.run.clone());
    }
    Ok(inserted.run)
}

/// Begins runs of the selected connections, or returns those that are running.
pub(super) async fn request_runs(
    app: &Arc<App>,
    operator: &LedgerOperator,
    selection: RunSelection<'_>,
    options: RunOptions,
) -> Result<Vec<ReconcileRun>, Problem> {
    let mut runs = Vec::new();
    for connection in selected(app, selection).await? {
        let inserted = insert_run(app, &connection, options).await?;
        if inserted.is_new {
            record_start(app, operator, &inserted.run).await?;
            start_run(app, inserted.run.clone());
        }
        runs.push(inserted.run);
    }
    Ok(runs)
}

async fn record_start(
    app: &App,
    operator: &LedgerOperator,
    run: &ReconcileRun,
) -> Result<(), Problem> {
    let event = Event {
        actor: &operator.actor,
        session: operator.session.as_ref(),
        action: Action::ReconcileStarted,
        website_id: None,
        subject: &run.connection_id,
        details: json!({ "run": run.id, "dry_run": run.is_dry_run }),
    };
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    transaction.commit().await?;
    Ok(())
}

async fn selected(
    app: &App,
    selection: RunSelection<'_>,
) -> Result<Vec<StripeConnection>, Problem> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let found = match selection {
        RunSelection::All => {
            let mut usable = Vec::new();
            for id in list_usable(&mut db).await? {
                usable.extend(find_connection(&mut db, &id).await?);
            }
            return Ok(usable);
        }
        RunSelection::Connection(id) => find_connection(&mut db, id).await?,
        RunSelection::Book(text) => {
            let (website, mode) = parse_book(text).ok_or_else(invalid_book)?;
            let site = SiteScope {
                website_id: website,
                mode,
            };
            match credits::find_site_book(&mut db, site).await? {
                Some(book) => connection_of_book(&mut db, book.id).await?,
                None => None,
            }
        }
    };
    let connection = found.ok_or_else(|| Problem::not_found("connection"))?;
    Ok(vec![connection])
}

/// Reads a website's id and a mode, such as `web_…:live`.
fn parse_book(text: &str) -> Option<(&str, Mode)> {
    let (website, mode) = text.split_once(':')?;
    Some((website, mode.parse().ok()?))
}

fn invalid_book() -> Problem {
    let detail = "Must be a website's id, or `platform`, and a mode, such as `web_…:live`.";
    Problem::invalid(&[FieldError::body("/book", detail)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn book_is_a_website_and_a_mode() {
        let rows = [
            ("web_1:live", Some(("web_1", Mode::Live))),
            ("platform:test", Some(("platform", Mode::Test))),
            ("web_1", None),
            ("web_1:other", None),
        ];
        for (text, expected) in rows {
            assert_eq!(parse_book(text), expected, "{text}");
        }
    }
}
