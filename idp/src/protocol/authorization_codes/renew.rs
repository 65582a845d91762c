//! Another code of a grant, for a browser that lost the first response.

use foundation::{Connection, Failure};

use super::code::{LIFETIME, digest_of};
use super::store;
use crate::app::App;

/// Creates another code of a grant, in the caller's transaction, if a client has redeemed the first one. Returns `None`
/// if the first one is unredeemed or unknown.
pub(crate) async fn renew_if_redeemed(
    app: &App,
    db: &mut Connection<'_>,
    code: &str,
) -> Result<Option<String>, Failure> {
    let new = app.random.token()?;
    let now = app.clock.now();
    let digests = store::Renewal {
        old: &digest_of(code),
        new: &digest_of(&new),
    };
    let is_renewed = store::renew(db, digests, now, now.plus(LIFETIME)).await?;
    Ok(is_renewed.then_some(new))
}
