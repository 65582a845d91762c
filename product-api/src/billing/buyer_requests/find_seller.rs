//! Finds the seller of a user's own purchase: the website of the token's client, or the one that the request names.

use crate::app::App;
use crate::caller::CreditsBuy;
use crate::problem::{FieldError, Kind, Problem};
use crate::users::AuthenticatedUser;
use crate::websites::{VisibleBalances, find, find_active, visible_balances};

/// The websites that a request of a user may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AskedWebsite {
    /// Websites that work without limits only.
    Active,
    /// Suspended websites, too: nothing is bought.
    Any,
}

/// Returns the website that sells; none for the platform. A user may buy at each active website, also before the first visit.
/// A token of a suspended website's own client is always refused.
/// Rejects with 403 an application that a user runs: money is spent in this installation's app and at websites only.
pub(crate) async fn find_seller(
    app: &App,
    holder: &AuthenticatedUser<CreditsBuy>,
    asked: Option<&str>,
    allowed: AskedWebsite,
) -> Result<Option<String>, Problem> {
    if asked.is_some_and(|asked| asked.chars().any(char::is_control)) {
        let error = FieldError::body("/website", "Must hold no control characters.");
        return Err(Problem::invalid(&[error]));
    }
    match visible_balances(app, holder).await? {
        VisibleBalances::Only(own) if asked.is_none_or(|asked| asked == own.id) => Ok(Some(own.id)),
        VisibleBalances::Only(_) => Err(Problem::not_found("website")),
        VisibleBalances::Everything => match asked {
            Some(asked) => find_asked(app, asked, allowed).await.map(Some),
            None => Ok(None),
        },
        VisibleBalances::Granted => Err(Problem::new(
            Kind::ClientNotAllowed,
            "Credits are bought in this installation's app and at websites only.",
        )),
    }
}

async fn find_asked(app: &App, asked: &str, allowed: AskedWebsite) -> Result<String, Problem> {
    match allowed {
        AskedWebsite::Active => Ok(find_active(app, asked).await?.id),
        AskedWebsite::Any => {
            let website = find(app, asked).await?;
            let website = website.ok_or_else(|| Problem::not_found("website"))?;
            Ok(website.id)
        }
    }
}
