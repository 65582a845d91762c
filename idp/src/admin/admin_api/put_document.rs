//! Operator settings for a client with a client ID metadata document, above all its deactivation.

use foundation::Failure;
use serde_json::json;

use super::put_client::{PutClientOutcome, PutClientRequest, record_and_commit};
use crate::app::App;
use crate::protocol::clients::{apply_operator_settings, new_inactive_client, store};

const UNKNOWN: &str = "no client of this address is known; a client that is a document comes by its own first request, and before that it can only be switched off (is_active false)";
const NO_RESOURCES: &str =
    "protected_resources: a client that is a document has none; leave them out";
const NO_SECRET: &str = "rotate_secret: a client that is a document has no secret";

/// Applies the operator's settings to the client's row, which stays locked until the commit. A client that has sent no
/// request yet can be deactivated in advance.
pub(super) async fn put_document(
    app: &App,
    put: PutClientRequest<'_>,
) -> Result<PutClientOutcome, Failure> {
    if !put.resources.is_empty() {
        return Ok(PutClientOutcome::Wrong(vec![NO_RESOURCES.to_owned()]));
    }
    if put.rotate_secret {
        return Ok(PutClientOutcome::Wrong(vec![NO_SECRET.to_owned()]));
    }
    let now = app.clock.now();
    let banned = new_inactive_client(&put.client_id, now);
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    // Lets one of several concurrent requests create the row, which is locked from here on.
    let is_new = store::insert(&mut db, &banned).await?;
    let before = if is_new {
        Some(banned)
    } else {
        store::lock(&mut db, &put.client_id).await?
    };
    let Some(before) = before else {
        return Ok(PutClientOutcome::Deleted);
    };
    let problems = match apply_operator_settings(&before, &put.metadata, now) {
        Ok(client) if is_new && client.is_active => vec![UNKNOWN.to_owned()],
        Ok(client) => {
            if let Some(why) = put.caller.reason_against(&before) {
                return Ok(PutClientOutcome::Lacking(why));
            }
            store::put(&mut db, &client).await?;
            let details = json!({ "new": is_new, "new_secret": false, "active": client.is_active });
            record_and_commit(app, transaction, put.caller.client_id, &client, details).await?;
            return Ok(PutClientOutcome::Done {
                client: client.into(),
                secret: None,
                is_new,
            });
        }
        Err(problems) => problems,
    };
    transaction.rollback().await?;
    Ok(PutClientOutcome::Wrong(problems))
}
