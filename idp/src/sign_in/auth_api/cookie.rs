//! Email address of a refused form, which a cookie keeps so that the form shows it again.

use std::time::Duration;

use foundation::{EmailAddress, Failure};
use poem::Response;
use poem::http::header;

use super::context::SignInContext;
use super::error_code::EMAIL_SIGNIN;
use crate::http::cookies::{self, CookieName, Lifetime};

/// Maximum length of an email address that a form shows again, in bytes.
const MAX_ADDRESS: usize = 254;

/// Lifetime of the cookie.
const LIFETIME: Duration = Duration::from_mins(5);

impl SignInContext {
    /// Redirects to the page of a stale form; a cookie keeps the address that was typed there.
    pub(super) fn redirect_stale_form(&self, page: &str) -> Result<Response, Failure> {
        let response = self.redirect_to_auth(&format!("{page}?csrf=true"))?;
        self.keep_typed_address(response)
    }

    /// Redirects to the page of a form without a valid email address; a cookie keeps the text that was typed there.
    pub(super) fn redirect_unusable_address(&self, page: &str) -> Result<Response, Failure> {
        let response = self.redirect_to_auth(&format!("{page}?error={EMAIL_SIGNIN}"))?;
        self.keep_typed_address(response)
    }

    fn keep_typed_address(&self, mut response: Response) -> Result<Response, Failure> {
        let typed = self.body.get("email").filter(|_| !self.wants_json());
        let fits = |typed: &&str| !typed.is_empty() && typed.len() <= MAX_ADDRESS;
        match typed.filter(fits) {
            Some(typed) => {
                self.write_typed_address(&mut response, typed, Lifetime::For(LIFETIME))?;
            }
            // Otherwise the page would show the address of an earlier form as the one of this form.
            None => self.forget_typed_address(&mut response)?,
        }
        Ok(response)
    }

    /// Deletes the cookie of an earlier form, if the browser has one.
    pub(super) fn forget_typed_address(&self, response: &mut Response) -> Result<(), Failure> {
        match self.typed_address() {
            Some(_) => self.write_typed_address(response, "", Lifetime::Expired),
            None => Ok(()),
        }
    }

    fn write_typed_address(
        &self,
        response: &mut Response,
        typed: &str,
        lifetime: Lifetime,
    ) -> Result<(), Failure> {
        let name = CookieName::TypedAddress;
        let cookie = cookies::write(name, typed, lifetime, self.is_secure())?;
        response.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(())
    }

    fn typed_address(&self) -> Option<String> {
        cookies::read(&self.headers, CookieName::TypedAddress, self.is_secure())
    }

    /// Returns the address for a form: of the query, or of the cookie after a refused form.
    pub(super) fn address(&self) -> Option<String> {
        let in_query = self.query.get("email").map(ToOwned::to_owned);
        in_query.or_else(|| {
            let is_refused = self.is_after_stale_form() || self.is_after_unusable_form();
            self.typed_address().filter(|_| is_refused)
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
