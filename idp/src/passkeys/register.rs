//! Making a passkey from a device's answer, in the caller's transaction.

use foundation::{Connection, Failure, id, json};
use webauthn_rs::prelude::{Credential, RegisterPublicKeyCredential};

use super::begin::Registration;
use super::ceremony::{Ceremony, Purpose};
use super::passkey::{KeptPasskey, MOST_PER_USER};
use super::relying_party::RelyingParty;
use super::store;
use crate::app::App;

/// What a browser brings back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewPasskey<'a> {
    /// Who is signed in there.
    pub(crate) user_id: &'a str,
    /// The sealed ceremony.
    pub(crate) ceremony: &'a str,
    /// The device's answer, as JSON.
    pub(crate) credential: &'a str,
    /// What only this browser knows.
    pub(crate) browser: &'a str,
    /// How the passkey is to be called.
    pub(crate) name: &'a str,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Registered {
    /// It is the user's.
    Added,
    /// The user has as many as there may be.
    TooMany,
    /// The ceremony is another's, over or used, or the answer does not fit it.
    NotValid,
}

/// Adds a passkey. The ceremony is used up by this, whatever becomes of it: the caller commits.
pub(crate) async fn register(
    app: &App,
    db: &mut Connection<'_>,
    party: &RelyingParty,
    new: NewPasskey<'_>,
) -> Result<Registered, Failure> {
    let now = app.clock.now();
    let opened: Option<Ceremony<Registration>> = Ceremony::open(
        &app.sealer,
        Purpose::Registration,
        new.ceremony,
        new.browser,
        now,
    );
    let Some(ceremony) = opened.filter(|ceremony| ceremony.state.0 == new.user_id) else {
        return Ok(Registered::NotValid);
    };
    if !store::use_ceremony(db, &ceremony.id, ceremony.expires_at()).await? {
        return Ok(Registered::NotValid);
    }
    let answer: Option<RegisterPublicKeyCredential> =
        json::from_slice(new.credential.as_bytes()).ok();
    let made = answer.and_then(|answer| {
        party
            .rules()
            .finish_passkey_registration(&answer, &ceremony.state.1)
            .ok()
    });
    let Some(passkey) = made else {
        return Ok(Registered::NotValid);
    };
    // Whoever counts and then adds holds the user's row, so that two at once cannot both be the last.
    store::hold_user(db, new.user_id).await?;
    if store::count_of_user(db, new.user_id).await? >= MOST_PER_USER {
        return Ok(Registered::TooMany);
    }
    let kept = KeptPasskey {
        id: id::new("pky", &app.clock, &app.random)?,
        user_id: new.user_id.to_owned(),
        made_for: new.user_id.to_owned(),
        backup_eligible: Credential::from(passkey.clone()).backup_eligible,
        passkey,
        name: new.name.to_owned(),
        created_at: now,
        last_used_at: None,
    };
    let is_added = store::insert(db, &kept).await?;
    Ok(if is_added {
        Registered::Added
    } else {
        Registered::NotValid
    })
}
