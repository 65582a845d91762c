//! Queues emails to the owner of a connection, about objects that could not be applied and about findings.

use foundation::{Connection, Failure, Timestamp};

use super::connection::StripeConnection;
use super::find::find_website_owner;
use crate::app::App;
use crate::owner_mails::{OwnerMail, queue_mail};

/// Queues an email about a dead object: one a day for each connection, because one cause makes many objects dead.
pub(crate) async fn mail_dead_letter(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    error: &str,
) -> Result<(), Failure> {
    let Some(owner) = find_website_owner(db, connection).await? else {
        return Ok(());
    };
    let day = day_of(app.clock.now());
    let mail = OwnerMail {
        cause: format!("dead letter {} {day}", connection.id),
        title: "An object of Stripe could not be applied".to_owned(),
        lines: [
            format!(
                "Stripe account {} of {}: {error}",
                connection.account_name, owner.website_name
            ),
            "Remove the cause, and apply the object again. Until then a sale or a refund may be missing here.".to_owned(),
        ],
        page: "billing/comparison".to_owned(),
    };
    queue_mail(app, db, &owner, &mail).await
}

/// Queues an email about the findings that a run has added: one for each run.
pub(crate) async fn mail_findings(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    run_id: &str,
    findings: i64,
) -> Result<(), Failure> {
    let Some(owner) = find_website_owner(db, connection).await? else {
        return Ok(());
    };
    let differences = if findings == 1 {
        "a new difference".to_owned()
    } else {
        format!("{findings} new differences")
    };
    let mail = OwnerMail {
        cause: format!("findings of {run_id}"),
        title: "Your records and Stripe's differ".to_owned(),
        lines: [
            format!(
                "Stripe account {} of {}: the last comparison found {differences} that no repair removes.",
                connection.account_name, owner.website_name
            ),
            "The page shows both sides and what to do. Accept a difference that is as it should be, with the reason.".to_owned(),
        ],
        page: "billing/comparison".to_owned(),
    };
    queue_mail(app, db, &owner, &mail).await
}

/// Returns the day of a time in UTC, as in `2027-01-22`.
fn day_of(time: Timestamp) -> String {
    time.to_iso8601().chars().take(10).collect()
}
