//! Sets or replaces a user's email address, proven by a link or a code for this user and address only.

use foundation::Failure;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::guard::FormRequester;
use crate::app::App;
use crate::identity::mail::{self, AddressProof, Notice, ProofRequest};
use crate::identity::users;
use crate::identity::users::store::AddressChange;
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::repeated_requests::{self, RepeatKey};
use crate::session::sessions::{self, SessionCookie};
use crate::sign_in::merges;

/// Result of changing an email address.
#[derive(Clone, Debug)]
pub(super) enum AddressChangeOutcome {
    /// The address belongs to the user, and the session has a new id.
    Done(SessionCookie),
    /// Another account has the address, and the proof shows that the user owns that account too. Contains the offer to
    /// merge the accounts.
    MayMerge(String),
    /// Another account has the address.
    Taken,
    /// The proof is used, expired, replaced or mistyped, or it was sent for another user.
    NotValid,
}

/// Outcome of proving an address that another account has: the offer to merge the accounts.
#[derive(Debug, Deserialize, Serialize)]
struct StoredMergeOffer(String);

/// Finds the offer that an earlier request with this key received.
pub(super) async fn find_stored_offer(
    app: &App,
    key: &RepeatKey,
) -> Result<Option<String>, Failure> {
    let offered = repeated_requests::find_committed::<StoredMergeOffer>(app, key).await?;
    Ok(offered.map(|offered| offered.0))
}

/// Sends a link and a code, unless the email limit is used up or the browser repeats its request. Nothing that the user
/// sees depends on whether the address is known.
pub(super) async fn request_proof(app: &App, request: ProofRequest<'_>) -> Result<(), Failure> {
    let mut transaction = app.database.begin().await?;
    if !mail::queue_proof(app, &mut transaction.connection(), request).await? {
        return transaction.rollback().await;
    }
    transaction.commit().await?;
    app.mail.wake();
    Ok(())
}

/// Consumes the link or the code and sets the user's address in one transaction. Retries once if another request takes
/// the address concurrently; the retry then finds it taken.
pub(super) async fn change(
    app: &App,
    requester: FormRequester<'_>,
    proof: AddressProof<'_>,
) -> Result<AddressChangeOutcome, Failure> {
    if let Some(changed) = change_unless_raced(app, requester, proof).await? {
        return Ok(changed);
    }
    let again = change_unless_raced(app, requester, proof).await?;
    Ok(again.unwrap_or(AddressChangeOutcome::Taken))
}

/// Returns `None` and commits nothing if another request takes the address concurrently.
async fn change_unless_raced(
    app: &App,
    requester: FormRequester<'_>,
    proof: AddressProof<'_>,
) -> Result<Option<AddressChangeOutcome>, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let user_id = &requester.signed_in.user.id;
    // Consumes the proof before it locks the user, in the order of a sign-in by email. Another order could deadlock.
    let Some(email) = mail::take_proof(app, &mut db, user_id, proof).await? else {
        // Commits, because the failed attempt counts.
        transaction.commit().await?;
        return Ok(Some(AddressChangeOutcome::NotValid));
    };
    let Some(before) = users::store::lock(&mut db, user_id).await? else {
        return Ok(Some(AddressChangeOutcome::NotValid));
    };
    match users::store::change_email(&mut db, user_id, &email, app.clock.now()).await? {
        AddressChange::Done => {}
        AddressChange::Taken => {
            // Stores the offer by the form's key: the link is used up, and a repeated form needs the offer again.
            let offer =
                merges::offer_by_address(app, &mut db, &email, &requester.signed_in.session)
                    .await?;
            if let (Some(offer), Some(repeatable)) = (&offer, requester.session.repeatable) {
                let offered = StoredMergeOffer(offer.clone());
                repeated_requests::remember(
                    app,
                    &mut db,
                    repeatable.key,
                    &offered,
                    repeated_requests::LIFETIME,
                )
                .await?;
            }
            transaction.commit().await?;
            return Ok(Some(offer.map_or(
                AddressChangeOutcome::Taken,
                AddressChangeOutcome::MayMerge,
            )));
        }
        AddressChange::TakenConcurrently => {
            transaction.rollback().await?;
            return Ok(None);
        }
    }
    let event = AuditEvent {
        actor: user_id,
        action: Action::EmailChanged,
        subject: user_id,
        network: Some(requester.network.to_string()),
        client_id: None,
        details: json!({ "replaced": before.email.is_some() }),
    };
    audit::record(app, &mut db, event).await?;
    if let Some(old) = before.email.filter(|old| *old != email) {
        mail::queue_notice(app, &mut db, &old, Notice::AddressReplaced).await?;
    }
    let renewed = sessions::renew(app, transaction, requester.session).await?;
    app.mail.wake();
    Ok(Some(renewed.map_or(
        AddressChangeOutcome::NotValid,
        AddressChangeOutcome::Done,
    )))
}
