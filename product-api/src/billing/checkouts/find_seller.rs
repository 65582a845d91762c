//! Finds the seller of a user's own purchase: the website of the token's client, or the one that the request names.

use crate::app::App;
use crate::caller::CreditsBuy;
use crate::problem::{FieldError, Kind, Problem};
use crate::users::AuthenticatedUser;
use crate::websites::{View, find_active, view_of};

/// Returns the website that sells; none for the platform. A user may buy at each active website, also before the first visit.
/// Rejects with 403 an application that a user runs: money is spent in this installation's app and at websites only.
pub(crate) async fn find_seller(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    asked: Option<&str>,
) -> Result<Option<String>, Problem> {
    if asked.is_some_and(|asked| asked.chars().any(char::is_control)) {
        let error = FieldError::body("/website", "Must hold no control characters.");
        return Err(Problem::invalid(&[error]));
    }
    match view_of(app, holder).await? {
        View::Only(own) if asked.is_none_or(|asked| asked == own.id) => Ok(Some(own.id)),
        View::Only(_) => Err(Problem::not_found("website")),
        View::Everything => match asked {
            Some(asked) => Ok(Some(find_active(app, asked).await?.id)),
            None => Ok(None),
        },
        View::Granted => Err(Problem::new(
            Kind::ClientNotAllowed,
            "Credits are bought in this installation's app and at websites only.",
        )),
    }
}
