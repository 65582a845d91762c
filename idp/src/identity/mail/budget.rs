//! Budgets of emails that requests cause: per address, per network, and for the installation.

use foundation::{Connection, Failure};

use super::link::BUDGET_WINDOW;
use super::store;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::{self, Limit, LimitOutcome};

/// Takes an email from all of its budgets. Returns false if one is used up; the caller then rolls back, which also
/// restores the other budgets, and responds as after a success.
pub(super) async fn take(
    app: &App,
    db: &mut Connection<'_>,
    to: &str,
    network: Network,
) -> Result<bool, Failure> {
    let is_left = take_of_address(app, db, to).await?;
    let reached = take_shared(app, db, network, to).await?;
    Ok(log_exhausted((!is_left).then_some("address").or(reached)))
}

/// Takes an email from the address's budget; the locked row serializes the requests for an address.
pub(super) async fn take_of_address(
    app: &App,
    db: &mut Connection<'_>,
    to: &str,
) -> Result<bool, Failure> {
    let now = app.clock.now();
    store::budgets::take(db, to, now, now.minus(BUDGET_WINDOW)).await
}

/// Takes an email from the shared budgets, the most shared last, and returns the name of one that is used up. A part of the
/// hourly budget is reserved for users' confirmed addresses, so that requests for other addresses do not keep users out.
pub(super) async fn take_shared(
    app: &App,
    db: &mut Connection<'_>,
    network: Network,
    to: &str,
) -> Result<Option<&'static str>, Failure> {
    let is_known = store::budgets::is_confirmed(db, to).await?;
    let of_network = limits::take_of_network(app, db, Limit::MailOfNetwork, network).await?;
    let of_all = if is_known {
        limits::take(app, db, Limit::MailOfAll, "").await?
    } else {
        limits::take_with_reserve(app, db, Limit::MailOfAll).await?
    };
    if let LimitOutcome::Refused { retry_after } = of_all {
        tracing::error!(
            seconds = retry_after.as_secs(),
            is_known,
            "IDP_MAILS_PER_HOUR is reached: no mail is sent for so long, or none to an address that is not known yet"
        );
        return Ok(Some("all"));
    }
    Ok((of_network != LimitOutcome::Allowed).then_some("network"))
}

/// Logs the reached budget; returns true if there is none.
pub(super) fn log_exhausted(reached: Option<&'static str>) -> bool {
    let Some(budget) = reached else {
        return true;
    };
    metrics::counter!("idp_mail_total", "outcome" => "over_budget").increment(1);
    tracing::info!(budget, "a mail was not sent");
    false
}
