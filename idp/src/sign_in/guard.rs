//! Sign-in requests that a browser sends twice: the second one gets the result of the first. Also keeps the email address
//! of a refused form in a cookie, so that the form shows it again.

use std::time::Duration;

use foundation::{EmailAddress, Failure};
use poem::Response;
use poem::http::header;

use super::callback_url::choose;
use super::exchange::Exchange;
use super::own_page::after_sign_in;
use crate::cookies::{self, CookieName, Lifetime};
use crate::repeats::RepeatKey;
use crate::sessions::{self, RepeatedSignIn, Started, put_cookies};

/// Maximum length of an email address that a form shows again, in bytes.
const LONGEST_ADDRESS: usize = 254;

/// Error code of an email that could not be sent.
const EMAIL_SIGNIN: &str = "EmailSignin";

/// Lifetime of the cookie with the email address of a refused form.
const TYPED_LIFE: Duration = Duration::from_mins(5);

/// Finds the sign-in that this browser sent before with the same key.
pub(super) async fn find_repeated(
    exchange: &Exchange,
    key: Option<&RepeatKey>,
) -> Result<Option<RepeatedSignIn>, Failure> {
    let Some(key) = key else {
        return Ok(None);
    };
    let app = &exchange.app;
    let session = exchange.session_id();
    sessions::find_repeated(app, key, session.as_deref()).await
}

/// Returns the first response to a sign-in that this browser sent before; `None` for any other.
pub(super) async fn answer_again(
    exchange: &mut Exchange,
    key: Option<&RepeatKey>,
) -> Result<Option<Response>, Failure> {
    let Some(first) = find_repeated(exchange, key).await? else {
        return Ok(None);
    };
    let wanted = choose(
        [Some(first.bound_for.as_str()), Some(&exchange.callback_url)],
        &exchange.app.config.base.issuer,
    );
    let to = after_sign_in(exchange, first.is_new, &wanted);
    signed_in(exchange, &first.started, &to).map(Some)
}

/// Redirects to a URL with the cookies of a new session.
pub(super) fn signed_in(
    exchange: &mut Exchange,
    started: &Started,
    to: &str,
) -> Result<Response, Failure> {
    let mut response = exchange.lead_to(to)?;
    exchange.arrived();
    put_cookies(
        &exchange.app,
        &mut response,
        &started.id,
        started.expires_at,
    )?;
    Ok(response)
}

impl Exchange {
    /// Redirects to the page of a stale form; a cookie keeps the address that was typed there.
    pub(super) fn lead_to_stale(&self, page: &str) -> Result<Response, Failure> {
        let response = self.lead_to_auth(&format!("{page}?csrf=true"))?;
        self.keep_typed(response)
    }

    /// Redirects to the page of a form without a valid email address; a cookie keeps the text that was typed there.
    pub(super) fn lead_to_unusable(&self, page: &str) -> Result<Response, Failure> {
        let response = self.lead_to_auth(&format!("{page}?error={EMAIL_SIGNIN}"))?;
        self.keep_typed(response)
    }

    fn keep_typed(&self, mut response: Response) -> Result<Response, Failure> {
        let typed = self.body.get("email").filter(|_| !self.wants_json());
        let fits = |typed: &&str| !typed.is_empty() && typed.len() <= LONGEST_ADDRESS;
        if let Some(typed) = typed.filter(fits) {
            let cookie = cookies::write(
                CookieName::TypedAddress,
                typed,
                Lifetime::For(TYPED_LIFE),
                self.is_secure(),
            )?;
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// Returns the address for a form: of the query, or of the cookie after a refused form.
    pub(super) fn address(&self) -> Option<String> {
        let in_query = self.query.get("email").map(ToOwned::to_owned);
        in_query.or_else(|| {
            let cookie = cookies::read(&self.headers, CookieName::TypedAddress, self.is_secure());
            cookie.filter(|_| self.is_after_stale_form() || self.is_after_unusable_form())
        })
    }

    /// Returns whether the query says that no email was sent to the address of a form.
    fn is_after_unusable_form(&self) -> bool {
        self.query.get("error") == Some(EMAIL_SIGNIN)
    }

    /// Returns whether no email was sent because the typed text is not a valid address.
    pub(super) fn has_unusable_address(&self) -> bool {
        let typed = self.address().filter(|_| self.is_after_unusable_form());
        typed.is_some_and(|typed| EmailAddress::parse(&typed).is_err())
    }

    /// Returns whether the query says that a form was stale.
    pub(super) fn is_after_stale_form(&self) -> bool {
        self.query.get("csrf") == Some("true")
    }
}
