//! Rotates the secret of an endpoint: for some hours both sign, so that its website can switch over.

use std::time::Duration;

use foundation::Timestamp;
use foundation::secret::{ExposeSecret, SecretString};
use serde_json::json;

use super::change::find;
use super::deliver::SECRETS;
use super::endpoint_of_site::WebhookEndpoint;
use super::sign::{Signing, fresh};
use super::store::endpoints;
use crate::app::App;
use crate::audit::Action;
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// Gives an endpoint a new secret, which is returned, or a new key of the same kind; the previous one also signs for
/// `overlap_hours`. Refuses a third secret during that time: it would replace the one that the receiver still uses.
pub(super) async fn rotate(
    app: &App,
    access: &SiteAccess,
    id: &str,
    overlap_hours: u16,
) -> Result<(WebhookEndpoint, Option<SecretString>), Problem> {
    let signing = match find(app, access, id).await?.public_key {
        Some(_) => Signing::OwnKey,
        None => Signing::Shared,
    };
    let made = fresh(signing, &app.random)?;
    let sealed = app.sealer.seal(SECRETS, made.secret.expose_secret())?;
    let signs = (sealed.as_str(), made.public_key.as_deref());
    let now = app.clock.now();
    let until = now.plus(Duration::from_hours(overlap_hours.into()));
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    if !endpoints::rotate(&mut db, id, signs, (until, now)).await? {
        return Err(two_sign(find(app, access, id).await?.previous_until));
    }
    let details = json!({ "overlap_hours": overlap_hours });
    access
        .record(app, &mut db, (Action::WebhookRotated, id, details))
        .await?;
    transaction.commit().await?;
    Ok((find(app, access, id).await?, made.shown()))
}

/// Returns the refusal of a rotation while two secrets sign.
fn two_sign(until: Option<Timestamp>) -> Problem {
    let until = until.map_or_else(|| "then".to_owned(), Timestamp::to_iso8601);
    let detail = format!(
        "Two secrets sign already, until {until}: change the receiver over to the newer one and rotate after that, or send \
         0 to have only a new one sign from now on."
    );
    Problem::invalid(&[FieldError::body("/overlap_hours", &detail)])
}
