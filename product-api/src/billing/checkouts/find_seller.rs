//! Finds the seller of a user's own purchase: the website of the token's client, or the one that the request names.

use crate::app::App;
use crate::caller::{CreditsBuy, Mode, SiteScope};
use crate::customers::{CustomerRef, look_up};
use crate::problem::{FieldError, Kind, Problem};
use crate::users::AuthenticatedUser;
use crate::websites::{View, find_active, view_of};

/// Returns the website that sells; none for the platform. Rejects with 404 a website at which the user has no balance, and with
/// 403 an application that a user runs: money is spent in this installation's app and at websites only.
pub(super) async fn find_seller(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    asked: Option<&str>,
    mode: Mode,
) -> Result<Option<String>, Problem> {
    if asked.is_some_and(|asked| asked.chars().any(char::is_control)) {
        let error = FieldError::body("/website", "Must hold no control characters.");
        return Err(Problem::invalid(&[error]));
    }
    match view_of(app, holder).await? {
        View::Only(own) if asked.is_none_or(|asked| asked == own.id) => Ok(Some(own.id)),
        View::Only(_) => Err(Problem::not_found("website")),
        View::Everything => match asked {
            Some(asked) => known_seller(app, holder, asked, mode).await.map(Some),
            None => Ok(None),
        },
        View::Granted => Err(Problem::new(
            Kind::ClientNotAllowed,
            "Credits are bought in this installation's app and at websites only.",
        )),
    }
}

/// Returns a website at which the user has a balance.
async fn known_seller(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    website_id: &str,
    mode: Mode,
) -> Result<String, Problem> {
    let site = SiteScope { website_id, mode };
    let known = {
        let mut reader = app.database.reader().await?;
        let own = CustomerRef::Sub(holder.user.id.clone());
        look_up(&mut reader.connection(), site, &own).await?
    };
    if known.is_none() {
        return Err(Problem::not_found("website"));
    }
    Ok(find_active(app, website_id).await?.id)
}
