//! Freezes wallets whose rows contradict each other, and unfreezes them. Operations refuse a frozen wallet.

use std::collections::BTreeSet;

use foundation::{Database, Failure};
use serde_json::json;

use super::guard::LedgerOperator;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::credits::store::verifications;
use crate::problem::Problem;

/// Freezes wallets in the order of their keys, each in a transaction of its own; frozen ones stay as they are.
pub(crate) async fn freeze(
    app: &App,
    run_id: &str,
    wallets: &BTreeSet<i64>,
) -> Result<(), Failure> {
    for wallet in wallets {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        let frozen = verifications::freeze(&mut db, *wallet, app.clock.now()).await?;
        let Some(website_id) = frozen else {
            transaction.rollback().await?;
            continue;
        };
        let event = Event {
            actor: "system",
            session: None,
            action: Action::WalletFrozen,
            website_id: website_id.as_deref(),
            subject: &wallet.to_string(),
            details: json!({ "verification": run_id }),
        };
        audit::record(&mut db, &event, &app.clock, &app.random).await?;
        transaction.commit().await?;
        tracing::error!(
            wallet,
            "a wallet was frozen: its rows contradict each other"
        );
    }
    Ok(())
}

/// Counts the frozen wallets.
pub(crate) async fn count_frozen(database: &Database) -> Result<i64, Failure> {
    let mut reader = database.reader().await?;
    verifications::count_frozen(&mut reader.connection()).await
}

/// Unfreezes a wallet; 404 if there is none. A wallet that is not frozen stays as it is.
pub(crate) async fn unfreeze(
    app: &App,
    operator: &LedgerOperator,
    wallet: &str,
) -> Result<(), Problem> {
    let absent = || Problem::not_found("account");
    let wallet: i64 = wallet.parse().map_err(|_error| absent())?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(website_id) = verifications::unfreeze(&mut db, wallet).await? else {
        let is_there = verifications::is_wallet(&mut db, wallet).await?;
        transaction.rollback().await?;
        return if is_there { Ok(()) } else { Err(absent()) };
    };
    let event = Event {
        actor: &operator.actor,
        session: operator.session.as_ref(),
        action: Action::WalletFreed,
        website_id: website_id.as_deref(),
        subject: &wallet.to_string(),
        details: json!({}),
    };
    audit::record(&mut db, &event, &app.clock, &app.random).await?;
    transaction.commit().await?;
    Ok(())
}
