//! Merging two users: all sign-in methods of one move to the other, in one commit.

use foundation::{Connection, Failure, id};
use serde_json::json;

use super::merge::{AddressEffect, Merge, MergeRefusal, MergedUsers, address_effect, may_join};
use super::next_sequence::next_sequence;
use super::offer::MergeOffer;
use super::store::{self, moves};
use crate::app::App;
use crate::http::network::Network;
use crate::identity::mail::{self, Notice};
use crate::identity::passkeys;
use crate::identity::passwords;
use crate::identity::users::{self, Account, User};
use crate::observability::audit::{self, Action, AuditEvent};
use crate::protocol::grants;
use crate::session::sessions::{self, SessionCookie, SessionRenewal, SessionsToEnd};

/// Outcome of a merge.
#[derive(Clone, Debug)]
pub(crate) enum JoinOutcome {
    /// The users are merged, and the session has a new id.
    Done(SessionCookie),
    /// The merge was refused.
    Refused(MergeRefusal),
    /// The session has ended; nothing was changed.
    SignedOut,
}

/// Effects of a merge: what would move, and what would be lost.
#[derive(Clone, Debug)]
pub(crate) struct MergePreview {
    /// The user who would be merged.
    pub(crate) from: User,
    /// Provider accounts that would move.
    pub(crate) accounts: Vec<Account>,
    /// Number of passkeys that would move.
    pub(crate) passkeys: usize,
    /// True if both have a password: the merged user's is lost.
    pub(crate) loses_password: bool,
    /// True if the password would move.
    pub(crate) moves_password: bool,
    /// Effect on the address.
    pub(crate) address: AddressEffect,
    /// True if the merge target operates the installation.
    pub(crate) is_operator: bool,
}

/// Returns the effects of an offer; changes nothing.
pub(crate) async fn preview(
    app: &App,
    offer: &MergeOffer,
) -> Result<Result<MergePreview, MergeRefusal>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let from = users::store::find(&mut db, &offer.from).await?;
    let into = users::store::find(&mut db, &offer.into).await?;
    let (Some(from), Some(into)) = (from, into) else {
        return Ok(Err(MergeRefusal::NotAllowed));
    };
    if let Err(refusal) = may_join(&from, &into) {
        return Ok(Err(refusal));
    }
    let has_password = passwords::store::hashes::has(&mut db, &from.id).await?;
    let keeps_own = passwords::store::hashes::has(&mut db, &into.id).await?;
    Ok(Ok(MergePreview {
        accounts: users::store::accounts::list(&mut db, &from.id).await?,
        passkeys: passkeys::store::list(&mut db, &from.id).await?.len(),
        loses_password: has_password && keeps_own,
        moves_password: has_password && !keeps_own,
        address: address_effect(&from, &into),
        is_operator: into.is_operator,
        from,
    }))
}

/// Accepts an offer; only one of several concurrent requests does. Locks the sequence number first, then both users,
/// the smaller id first.
pub(crate) async fn join(
    app: &App,
    offer: &MergeOffer,
    session: SessionRenewal<'_>,
    network: Network,
) -> Result<JoinOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let sequence = next_sequence(app, &mut db).await?;
    let (from, into) = match lock_users_of_offer(&mut db, offer).await? {
        Ok(both) => both,
        Err(refusal) => {
            transaction.rollback().await?;
            return Ok(JoinOutcome::Refused(refusal));
        }
    };
    let merge = Merge {
        id: id::new("mrg", &app.clock, &app.random)?,
        from_user_id: from.id.clone(),
        into_user_id: into.id.clone(),
        sequence,
        merged_at: app.clock.now(),
        undone_at: None,
    };
    store::insert(&mut db, &merge, &offer.way).await?;
    let users = MergedUsers {
        from: &from,
        into: &into,
    };
    move_all(&mut db, &merge, users).await?;
    let record = MergeRecord {
        merge: &merge,
        users,
        method: &offer.way,
        network,
    };
    record_merge(app, &mut db, record).await?;
    let ending = SessionsToEnd {
        other_user: Some(&from.id),
        network,
        is_method_removed: false,
    };
    let renewed = sessions::renew_alone(app, transaction, session, ending).await?;
    app.mail.wake();
    Ok(renewed.map_or(JoinOutcome::SignedOut, JoinOutcome::Done))
}

/// Locks both users of an offer, if they may be merged.
async fn lock_users_of_offer(
    db: &mut Connection<'_>,
    offer: &MergeOffer,
) -> Result<Result<(User, User), MergeRefusal>, Failure> {
    let Some((from, into)) = lock_both(db, &offer.from, &offer.into).await? else {
        return Ok(Err(MergeRefusal::NotAllowed));
    };
    Ok(may_join(&from, &into).map(|()| (from, into)))
}

/// Locks both users until the transaction ends, in the order that all transactions with two users keep.
pub(super) async fn lock_both(
    db: &mut Connection<'_>,
    from: &str,
    into: &str,
) -> Result<Option<(User, User)>, Failure> {
    let (first, second) = if from < into {
        (from, into)
    } else {
        (into, from)
    };
    let first = users::store::lock(db, first).await?;
    let second = users::store::lock(db, second).await?;
    let (Some(first), Some(second)) = (first, second) else {
        return Ok(None);
    };
    Ok(Some(if first.id == from {
        (first, second)
    } else {
        (second, first)
    }))
}

async fn move_all(
    db: &mut Connection<'_>,
    merge: &Merge,
    users: MergedUsers<'_>,
) -> Result<(), Failure> {
    let MergedUsers { from, into } = users;
    moves::record(db, merge).await?;
    moves::over(db, merge).await?;
    let email = from.email.as_deref().unwrap_or_default();
    match address_effect(from, into) {
        AddressEffect::None | AddressEffect::Leads => {}
        AddressEffect::Moves => {
            moves::record_address(db, merge, "address", email).await?;
            moves::set_address(db, &from.id, None).await?;
            let proven = from.email_verified_at;
            moves::set_address(db, &into.id, Some((email, proven))).await?;
        }
        AddressEffect::Goes => {
            moves::record_address(db, merge, "let_go", email).await?;
            moves::set_address(db, &from.id, None).await?;
        }
    }
    // A token's user never changes (OpenID Connect Core 12.2): the merged user's grants end, and clients request new ones.
    grants::store::revoke_of_user(db, &from.id, merge.merged_at).await?;
    store::deactivate_merged(db, merge).await
}

/// Merge to record in the audit log.
#[derive(Clone, Copy)]
struct MergeRecord<'a> {
    merge: &'a Merge,
    users: MergedUsers<'a>,
    /// Method by which the user proved the other account.
    method: &'a str,
    network: Network,
}

async fn record_merge(
    app: &App,
    db: &mut Connection<'_>,
    record: MergeRecord<'_>,
) -> Result<(), Failure> {
    let MergedUsers { from, into } = record.users;
    let event = AuditEvent {
        actor: &into.id,
        action: Action::UsersMerged,
        subject: &from.id,
        network: Some(record.network.to_string()),
        client_id: None,
        details: json!({ "merge": record.merge.id, "into": into.id, "way": record.method }),
    };
    audit::record(app, db, event).await?;
    for (email, notice) in [
        (&into.email, Notice::MergedInto),
        (&from.email, Notice::MergedAway),
    ] {
        if let Some(email) = email {
            mail::queue_notice(app, db, email, notice).await?;
        }
    }
    Ok(())
}
