//! The offer to become one: made when who is signed in proves to own a way in of somebody else, and good for nobody else.

use std::time::Duration;

use foundation::secret::equal;
use foundation::{Connection, Failure, Timestamp, json};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::sessions::Current;
use crate::users::{self, SignedIn, User};

/// How long the proof of the other user counts.
const LIFE: Duration = Duration::from_mins(10);
/// The purpose under which offers are sealed.
const SEALED: &str = "merge-offer";
/// Longer texts are none of ours, in bytes.
const LONGEST: usize = 4096;

/// A proof that whoever has a session is somebody else as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// Who was proven: who would go.
    pub(crate) from: String,
    /// Who is signed in: who would stay.
    pub(crate) into: String,
    /// How it was proven: `email`, or a provider's id.
    pub(crate) way: String,
    /// The digest of the session's id; a new one ends the offer.
    session: String,
    /// When it ends, in microseconds since the epoch.
    until: i64,
}

impl Offer {
    /// Reads a sealed offer that was made in this session and still counts.
    pub(crate) fn open(app: &App, sealed: &str, current: &Current) -> Option<Self> {
        let text = (sealed.len() <= LONGEST)
            .then(|| app.sealer.open(SEALED, sealed))
            .flatten()?;
        let offer: Self = json::from_stored(&text).ok()?;
        let is_here = offer.into == current.user_id && equal(&offer.session, &current.digest);
        let is_live = app.clock.now() <= Timestamp::from_micros(offer.until);
        (is_here && is_live).then_some(offer)
    }
}

/// The offer that follows from a provider's identity that was proven just now, if it is somebody else's.
pub(crate) async fn offer_by_account(
    app: &App,
    (provider, provider_account_id): (&str, &str),
    current: &Current,
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

/// The offer that follows from an address that was proven by mail just now, if it is somebody else's who had proven it
/// as well: of an address that nobody confirmed yet nobody knows who made its user.
pub(crate) async fn offer_by_address(
    app: &App,
    db: &mut Connection<'_>,
    email: &str,
    current: &Current,
) -> Result<Option<String>, Failure> {
    let owner = users::store::find_by_email(db, email).await?;
    let owner = owner.filter(User::has_verified_email);
    offered(app, owner, "email", current)
}

fn offered(
    app: &App,
    owner: Option<User>,
    way: &str,
    current: &Current,
) -> Result<Option<String>, Failure> {
    let now = app.clock.now();
    let signed_in = SignedIn {
        user_id: &current.user_id,
        auth_time: current.auth_time,
    };
    let owner = owner.filter(|owner| owner.is_active && owner.id != current.user_id);
    let Some(owner) = owner.filter(|_| signed_in.is_fresh(now)) else {
        return Ok(None);
    };
    let offer = Offer {
        from: owner.id,
        into: current.user_id.clone(),
        way: way.to_owned(),
        session: current.digest.clone(),
        until: now.plus(LIFE).micros(),
    };
    let text = serde_json::to_string(&offer)
        .map_err(|error| Failure::broken("writing an offer", error))?;
    app.sealer.seal(SEALED, &text).map(Some)
}
