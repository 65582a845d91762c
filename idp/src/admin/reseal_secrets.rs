//! Sealing anew what a master secret of before sealed, so that it can be forgotten.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::{keys, users};

/// How many accounts are gone through at a time.
const PAGE: i64 = 100;

/// How far it came.
pub(super) struct Progress {
    /// How many values were sealed anew.
    pub(super) resealed: u64,
    /// Where it goes on; `None` when all is done.
    pub(super) next: Option<String>,
}

/// Seals the keys anew, and the tokens of some accounts after one; each step can be done again.
pub(super) async fn reseal_secrets(
    app: &App,
    actor: &str,
    after: Option<&str>,
) -> Result<Progress, Failure> {
    let of_keys = if after.is_none() {
        keys::reseal(app).await?
    } else {
        0
    };
    let (of_accounts, next) = users::reseal_accounts(app, after.unwrap_or_default(), PAGE).await?;
    let resealed = of_keys + of_accounts;
    if resealed > 0 {
        let event = Event {
            actor,
            action: Action::SecretsResealed,
            subject: "secrets",
            network: None,
            client_id: Some(actor),
            details: json!({ "keys": of_keys, "accounts": of_accounts }),
        };
        let mut transaction = app.database.begin().await?;
        audit::record(app, &mut transaction.connection(), event).await?;
        transaction.commit().await?;
    }
    Ok(Progress { resealed, next })
}
