//! Encryption of the keys with the current master secret, so that an earlier one can be removed.

use foundation::Failure;
use foundation::secret::ResealOutcome;

use super::open::{PURPOSE, read};
use super::{stable, store};
use crate::app::App;

/// Encrypts values of earlier secrets again; returns the number of values.
pub(crate) async fn reseal(app: &App) -> Result<u64, Failure> {
    let mut written = 0;
    for key in read(&app.database).await? {
        if let Some(new) = reseal_if_outdated(app, PURPOSE, &key.sealed_pkcs8)? {
            let mut transaction = app.database.begin().await?;
            let mut db = transaction.connection();
            let is_written = store::reseal(&mut db, &key.kid, &key.sealed_pkcs8, &new).await?;
            written += u64::from(is_written);
            transaction.commit().await?;
        }
    }
    let mut reader = app.database.reader().await?;
    let secret = store::find_secret(&mut reader.connection(), stable::NAME).await?;
    drop(reader);
    let Some(old) = secret else {
        return Ok(written);
    };
    if let Some(new) = reseal_if_outdated(app, stable::NAME, &old)? {
        let mut transaction = app.database.begin().await?;
        let mut db = transaction.connection();
        written += u64::from(store::reseal_secret(&mut db, stable::NAME, &old, &new).await?);
        transaction.commit().await?;
    }
    Ok(written)
}

/// Encrypts a value with the current secret; `None` if it already is.
fn reseal_if_outdated(app: &App, purpose: &str, sealed: &str) -> Result<Option<String>, Failure> {
    match app.sealer.reseal(purpose, sealed)? {
        ResealOutcome::Current => Ok(None),
        ResealOutcome::Renewed(new) => Ok(Some(new)),
        ResealOutcome::Unreadable => Err(Failure::defect(
            "a key cannot be decrypted under IDP_SECRET or IDP_SECRET_PREVIOUS",
        )),
    }
}
