//! Applies the clients file when the server starts, and records each change in the audit log. A client that becomes
//! inactive loses its grants and gets logout notifications for its sessions, as if an operator had deactivated it.

use std::path::Path;

use foundation::outbound::AllowedHosts;
use foundation::{Clock, Database, Random};
use serde_json::json;

use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::clients::{self, BootstrapRefusal};
use crate::protocol::grants;
use crate::session::backchannel;

/// Reads the file and applies all of it, or nothing.
pub(crate) async fn apply_clients(
    file: &Path,
    database: &Database,
    clock: &Clock,
    random: &Random,
    allowed: &AllowedHosts,
) -> Result<(), BootstrapRefusal> {
    let now = clock.now();
    let listed = clients::read_file(file, now, allowed).await?;
    let mut transaction = database.begin().await?;
    let mut db = transaction.connection();
    for client in clients::apply_file(&mut db, listed, now).await? {
        if !client.is_active {
            grants::store::revoke_of_client(&mut db, &client.id, now).await?;
            // Needs no wake-up: the outbox reads the due notifications when it starts.
            let _due =
                backchannel::schedule_logouts_of_client_with(clock, &mut db, &client.id, None)
                    .await?;
        }
        let event = AuditEvent {
            actor: "idp",
            action: Action::ClientPut,
            subject: &client.id,
            network: None,
            client_id: None,
            details: json!({ "file": true, "active": client.is_active }),
        };
        audit::record_with(clock, random, &mut db, event).await?;
    }
    transaction.commit().await?;
    Ok(())
}
