//! Changes a user's own display name and other claims.

use std::time::Duration;

use foundation::{Connection, Failure};
use serde_json::json;

use super::profile_claims::ProfileClaim;
use super::store::{self, profiles};
use super::user::User;
use crate::app::App;
use crate::http::network::Network;
use crate::limits::{self, Limit, LimitOutcome};
use crate::observability::audit::{self, Action, AuditEvent};

/// Change of a user's own profile; claims that are not named keep their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProfileChange {
    pub(crate) name: Option<String>,
    /// Claims with their new values; `None` removes a claim.
    pub(crate) claims: Vec<(ProfileClaim, Option<String>)>,
}

impl ProfileChange {
    /// Returns true if the change names no member.
    pub(crate) fn is_empty(&self) -> bool {
        self.name.is_none() && self.claims.is_empty()
    }

    fn applied(self, user: &User) -> User {
        let mut changed = user.clone();
        changed.name = self.name.or(changed.name);
        for (claim, text) in self.claims {
            changed.profile.set(claim, text);
        }
        changed
    }
}

/// Result of a change of the profile.
#[derive(Clone, Debug)]
pub(crate) enum ProfileChangeOutcome {
    /// The user after the change.
    Done(User),
    /// The rate limit is used up; a new change is allowed after this time.
    TooMany(Duration),
    /// The user does not exist.
    Unknown,
}

/// Origin of a change, for the audit log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangeOrigin<'a> {
    /// Network of the request.
    pub(crate) network: Network,
    /// Client of the request.
    pub(crate) client_id: &'a str,
}

/// Changes a user's profile. The audit log gets the client, but not the new values. A change without effect does not
/// count against the rate limit.
pub(crate) async fn change_profile(
    app: &App,
    user_id: &str,
    change: ProfileChange,
    origin: ChangeOrigin<'_>,
) -> Result<ProfileChangeOutcome, Failure> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let Some(before) = store::lock(&mut db, user_id).await? else {
        return Ok(ProfileChangeOutcome::Unknown);
    };
    let after = change.applied(&before);
    if after == before {
        transaction.rollback().await?;
        return Ok(ProfileChangeOutcome::Done(before));
    }
    let outcome = limits::take(app, &mut db, Limit::NamesOfUser, user_id).await?;
    if let LimitOutcome::Refused { retry_after } = outcome {
        transaction.rollback().await?;
        return Ok(ProfileChangeOutcome::TooMany(retry_after));
    }
    profiles::set(&mut db, &after, app.clock.now()).await?;
    let actions = [
        (Action::NameChanged, after.name != before.name),
        (Action::ProfileChanged, after.profile != before.profile),
    ];
    for (action, _) in actions.into_iter().filter(|(_, is_done)| *is_done) {
        record(app, &mut db, action, user_id, origin).await?;
    }
    let user = store::find(&mut db, user_id).await?;
    transaction.commit().await?;
    app.owners.forget(user_id).await;
    Ok(user.map_or(ProfileChangeOutcome::Unknown, ProfileChangeOutcome::Done))
}

async fn record(
    app: &App,
    db: &mut Connection<'_>,
    action: Action,
    user_id: &str,
    origin: ChangeOrigin<'_>,
) -> Result<(), Failure> {
    let event = AuditEvent {
        actor: user_id,
        action,
        subject: user_id,
        network: Some(origin.network.to_string()),
        client_id: Some(origin.client_id),
        details: json!({}),
    };
    audit::record(app, db, event).await
}
