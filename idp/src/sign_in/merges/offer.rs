//! The offer of a merge, created when the signed-in user proves another user's sign-in method; valid for that session
//! only.

use std::time::Duration;

use foundation::secret::equal;
use foundation::text::strict_json;
use foundation::{Connection, Failure, Timestamp};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::identity::users::{self, CurrentSignIn, User};
use crate::session::sessions::CurrentSession;

/// Lifetime of an offer.
const LIFETIME: Duration = Duration::from_mins(10);
/// Purpose of the offers' encryption key.
const SEALED: &str = "merge-offer";
/// Maximum length of an encrypted offer, in bytes.
const MAX_OFFER_LENGTH: usize = 4096;

/// Proof that the session's user owns another user's sign-in method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MergeOffer {
    /// The proven user, who would be merged.
    pub(crate) from: String,
    /// The signed-in user, the merge target.
    pub(crate) into: String,
    /// Method of the proof: `email`, or a provider's id.
    pub(crate) way: String,
    /// Digest of the session's id; a new id ends the offer.
    session: String,
    /// Expiry, in microseconds since the epoch.
    until: i64,
}

impl MergeOffer {
    /// Decrypts an offer that was created in this session and has not expired.
    pub(crate) fn open(app: &App, sealed: &str, current: &CurrentSession) -> Option<Self> {
        let text = (sealed.len() <= MAX_OFFER_LENGTH)
            .then(|| app.sealer.open(SEALED, sealed))
            .flatten()?;
        let offer: Self = strict_json::from_stored(&text).ok()?;
        let is_here = offer.into == current.user_id && equal(&offer.session, &current.digest);
        let is_live = app.clock.now() <= Timestamp::from_micros(offer.until);
        (is_here && is_live).then_some(offer)
    }
}

/// Returns an offer if the provider's account, just proven, belongs to another user.
pub(crate) async fn offer_by_account(
    app: &App,
    provider: &str,
    provider_account_id: &str,
    current: &CurrentSession,
) -> Result<Option<String>, Failure> {
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let account = users::store::accounts::find(&mut db, provider, provider_account_id).await?;
    let Some(account) = account else {
        return Ok(None);
    };
    let owner = users::store::find(&mut db, &account.user_id).await?;
    drop(reader);
    offered(app, owner, provider, current)
}

/// Returns an offer if the address, just proven by email, is the confirmed address of another user. Any person could
/// have created a user with an unconfirmed address.
pub(crate) async fn offer_by_address(
    app: &App,
    db: &mut Connection<'_>,
    email: &str,
    current: &CurrentSession,
) -> Result<Option<String>, Failure> {
    let owner = users::store::find_by_email(db, email).await?;
    let owner = owner.filter(User::has_verified_email);
    offered(app, owner, "email", current)
}

fn offered(
    app: &App,
    owner: Option<User>,
    method: &str,
    current: &CurrentSession,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    let signed_in = CurrentSignIn {
        user_id: &current.user_id,
        auth_time: current.auth_time,
    };
    let owner = owner.filter(|owner| owner.is_active && owner.id != current.user_id);
    let Some(owner) = owner.filter(|_| signed_in.is_fresh(now)) else {
        return Ok(None);
    };
    let offer = MergeOffer {
        from: owner.id,
        into: current.user_id.clone(),
        way: method.to_owned(),
        session: current.digest.clone(),
        until: now.plus(LIFETIME).micros(),
    };
    let text = serde_json::to_string(&offer)
        .map_err(|error| Failure::broken("writing an offer", error))?;
    app.sealer.seal(SEALED, &text).map(Some)
}
