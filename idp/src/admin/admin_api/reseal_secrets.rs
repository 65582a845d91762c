//! Encrypts stored values again with the current master secret, so that a previous one can be removed.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::{identity::users, protocol::keys};

/// Number of accounts that one step handles.
const PAGE: i64 = 100;

/// Progress of the re-encryption.
pub(super) struct ResealProgress {
    /// The number of values that were encrypted again.
    pub(super) resealed: u64,
    /// The id after which the next step continues; `None` after the last step.
    pub(super) next: Option<String>,
}

/// Encrypts the signing keys again, and the provider tokens of the accounts after an id. Each step can be repeated.
pub(super) async fn reseal_secrets(
    app: &App,
    actor: &str,
    after: Option<&str>,
) -> Result<ResealProgress, Failure> {
    let of_keys = if after.is_none() {
        keys::reseal(app).await?
    } else {
        0
    };
    let (of_accounts, next) = users::reseal_accounts(app, after.unwrap_or_default(), PAGE).await?;
    let resealed = of_keys + of_accounts;
    if resealed > 0 {
        let event = AuditEvent {
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
    Ok(ResealProgress { resealed, next })
}
