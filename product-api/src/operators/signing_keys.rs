//! Lists and rotates the keys with which the identity provider signs.

use super::record_action::{OperatorAction, record_completion, record_request};
use crate::app::App;
use crate::audit::Action;
use crate::idp::IdpSigningKey;
use crate::problem::{Kind, Problem};
use crate::users::Operator;

/// Seconds after which the operator may retry a rotation, if the maximum number of keys exists.
const RETRY_AFTER_SECONDS: u32 = 3600;

/// Returns the keys, oldest first.
pub(super) async fn list(app: &App) -> Result<Vec<IdpSigningKey>, Problem> {
    Ok(app.directory.keys().await?)
}

/// Announces the next keys.
pub(super) async fn rotate(app: &App, operator: &Operator) -> Result<Vec<IdpSigningKey>, Problem> {
    let action_of = |action| OperatorAction {
        action,
        subject: "",
        reason: None,
    };
    record_request(app, operator, action_of(Action::SigningKeysRotationAsked)).await?;
    let keys = app.directory.rotate_keys().await?;
    let keys = keys.ok_or_else(|| {
        Problem::new(
            Kind::Conflict,
            "There are as many keys as there may be. Rotate again when the announced ones sign.",
        )
        .retry_after(RETRY_AFTER_SECONDS)
    })?;
    record_completion(app, operator, action_of(Action::SigningKeysRotated)).await;
    Ok(keys)
}
