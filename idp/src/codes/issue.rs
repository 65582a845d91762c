//! Issuing a code.

use foundation::{Connection, Failure};

use super::code::{Code, LIFE, NewCode, digest_of};
use super::store;
use crate::app::App;

/// Makes a code of 256 bits, in the caller's transaction; only its digest is kept.
pub(crate) async fn issue(
    app: &App,
    db: &mut Connection<'_>,
    new: NewCode<'_>,
) -> Result<String, Failure> {
    let code = app.random.token()?;
    let now = app.clock.now();
    let kept = Code {
        digest: digest_of(&code),
        grant_id: new.grant_id.to_owned(),
        client_id: new.client_id.to_owned(),
        redirect_uri: new.redirect_uri.to_owned(),
        challenge: new.challenge.cloned(),
        nonce: new.nonce.map(ToOwned::to_owned),
        dpop_jkt: new.dpop_jkt.map(ToOwned::to_owned),
        created_at: now,
    };
    store::insert(db, &kept, now.plus(LIFE)).await?;
    Ok(code)
}
