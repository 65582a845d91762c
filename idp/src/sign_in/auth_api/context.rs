//! Parsed request to `/api/auth`, and the responses to it.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use foundation::Failure;
use foundation::http::RequestId;
use poem::error::ReadBodyError;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Body, Request, Response};
use serde::Serialize;
use serde_json::json;

use super::callback_url::choose;
use super::csrf::{self, Csrf};
use super::email_attempt::EmailAttempt;
use super::error_code::{OTHER_PERSON, refusal_in};
use super::fields::Fields;
use super::start_session::BrowserContext;
use crate::app::App;
use crate::http::cookies::{self, CookieName, Lifetime, RequestOrigin};
use crate::http::i18n::say;
use crate::http::network::{Network, network_of};
use crate::http::pages::{self, FormTargets};
use crate::protocol::repeated_requests::RepeatKey;
use crate::session::sessions;

/// Maximum length of a body, in bytes.
const MAX_BODY_LENGTH: usize = 1024 * 1024;

/// Lifetime of the cookie with the sign-in method that the browser used last.
const LAST_METHOD_LIFETIME: Duration = Duration::from_hours(24 * 365);

/// Path of the page of the operator link.
pub(crate) const CLAIM_PAGE: &str = "/admin/claim";

/// Parsed request.
pub(super) struct SignInContext {
    pub(super) app: Arc<App>,
    pub(super) headers: HeaderMap,
    /// The fields of the query.
    pub(super) query: Fields,
    /// The fields of a POST's body.
    pub(super) body: Fields,
    /// The URL to which sign-in or sign-out leads: absolute and checked.
    pub(super) callback_url: String,
    /// The browser's CSRF token.
    pub(super) csrf: Csrf,
    /// The relation of the request's origin to ours.
    pub(super) origin: RequestOrigin,
    /// The network that the request comes from.
    pub(super) network: Network,
    pub(super) request_id: String,
    /// The sign-in method that the user used with this request.
    used_method: Option<String>,
}

impl SignInContext {
    /// Parses a request; the error is the response to one that cannot be parsed.
    pub(super) async fn read(
        app: &Arc<App>,
        request: &Request,
        body: Body,
    ) -> Result<Result<Self, Response>, Failure> {
        let headers = request.headers().clone();
        let query = Fields::from_form(
            request
                .original_uri()
                .query()
                .unwrap_or_default()
                .as_bytes(),
        );
        let body = if request.method() == Method::POST {
            match Box::pin(read_body(&headers, body)).await {
                Ok(fields) => fields,
                Err(response) => return Ok(Err(response)),
            }
        } else {
            Fields::default()
        };
        let base = &app.config.base;
        let cookie = cookies::read(&headers, CookieName::CallbackUrl, base.is_secure());
        let callback_url = choose(
            [
                body.get("callbackUrl"),
                query.get("callbackUrl"),
                cookie.as_deref(),
            ],
            &base.issuer,
        );
        let csrf = csrf::issue(app, &headers)?;
        let origin = RequestOrigin::from_headers(&headers, &base.issuer);
        Ok(Ok(Self {
            app: Arc::clone(app),
            query,
            body,
            callback_url,
            csrf,
            origin,
            network: network_of(app, request),
            request_id: RequestId::read(request),
            used_method: None,
            headers,
        }))
    }

    /// Returns whether the form's CSRF token is the browser's.
    pub(super) fn is_verified(&self) -> Result<bool, Failure> {
        let field = self.body.get("csrfToken").unwrap_or_default();
        csrf::verify(&self.app, &self.headers, field)
    }

    /// Returns the message for a form with an invalid CSRF token. The browser signed in or out while the page was open,
    /// or it sends no cookies.
    pub(super) fn stale_form_message(&self) -> &'static str {
        let cookie = cookies::read(&self.headers, CookieName::Csrf, self.is_secure());
        if cookie.is_none() && !self.csrf.is_known() {
            "Your browser keeps no cookies for this site. Allow them, then send this page again."
        } else {
            "This page was open for too long. Please send it again."
        }
    }

    /// Returns true if the sign-in leads back to the operator link, which this browser has opened.
    pub(super) fn is_for_operator_link(&self) -> bool {
        let is_bound =
            self.callback_url.strip_prefix(&self.app.config.base.issuer) == Some(CLAIM_PAGE);
        let link = cookies::read(&self.headers, CookieName::OperatorLink, self.is_secure());
        is_bound && link.is_some()
    }

    /// Returns the session id of the request.
    pub(super) fn session_id(&self) -> Option<String> {
        sessions::presented_cookie(&self.app, &self.headers)
    }

    /// Returns the key of a one-time request that this browser may send twice; `None` for a browser without our cookies.
    pub(super) fn repeat_key(
        &self,
        purpose: &str,
        one_time: &str,
    ) -> Result<Option<RepeatKey>, Failure> {
        RepeatKey::from_cookie(&self.app, &self.headers, purpose, one_time)
    }

    /// Returns the browser's data for a sign-in; `session` is the id that it presents.
    pub(super) fn browser_context<'a>(&'a self, session: Option<&'a str>) -> BrowserContext<'a> {
        let user_agent = self.headers.get(header::USER_AGENT);
        BrowserContext {
            user_agent: user_agent.and_then(|value| value.to_str().ok()),
            session,
            network: self.network,
            destination: &self.callback_url,
            repeat: None,
        }
    }

    /// Returns the attempt of the last email that this browser requested, unless it was used.
    pub(super) fn attempt(&self) -> Option<EmailAttempt> {
        let sealed = cookies::read(&self.headers, CookieName::Attempt, self.is_secure())?;
        EmailAttempt::open(&self.app, &sealed)
    }

    /// Returns the cookie of a browser's attempt; without an attempt it deletes the cookie.
    pub(super) fn attempt_cookie(
        &self,
        attempt: Option<&EmailAttempt>,
    ) -> Result<HeaderValue, Failure> {
        let (value, lifetime) = match attempt {
            Some(attempt) => (
                attempt.seal(&self.app)?,
                Lifetime::For(self.app.config.mail.link_lifetime),
            ),
            None => (String::new(), Lifetime::Expired),
        };
        cookies::write(CookieName::Attempt, &value, lifetime, self.is_secure())
    }

    /// Resets the destination after a sign-in, so that later visits do not lead there again.
    pub(super) fn reset_destination(&mut self) {
        self.callback_url.clone_from(&self.app.config.base.issuer);
    }

    /// Remembers the sign-in method: the sign-in page of this browser offers it first.
    pub(super) fn remember_method(&mut self, way: &str) {
        self.used_method = Some(way.to_owned());
    }

    /// Returns the sign-in method of the browser's last sign-in, from its cookie.
    pub(super) fn last_method(&self) -> Option<String> {
        cookies::read(&self.headers, CookieName::LastWay, self.is_secure())
    }

    pub(super) fn is_secure(&self) -> bool {
        self.app.config.base.is_secure()
    }

    /// Returns our host and port, as pages show them.
    pub(super) fn host(&self) -> &str {
        self.app.config.base.host()
    }

    /// Returns an absolute URL under `/api/auth/`.
    pub(super) fn auth_url(&self, path: &str) -> String {
        format!("{}/api/auth/{path}", self.app.config.base.issuer)
    }

    /// Redirects to a URL; a script that sends `json=true` in the body gets `{"url"}` instead.
    pub(super) fn redirect(&self, url: &str) -> Result<Response, Failure> {
        if self.wants_json() {
            return Ok(json_response(StatusCode::OK, &json!({ "url": url })));
        }
        let location = HeaderValue::from_str(url)
            .map_err(|error| Failure::broken("writing a Location", error))?;
        Ok(Response::builder()
            .status(StatusCode::FOUND)
            .header(header::LOCATION, location)
            .finish())
    }

    /// Returns whether a script sent the request and reads a URL from the response: only for the text `true`.
    pub(super) fn wants_json(&self) -> bool {
        self.body.get("json") == Some("true")
    }

    /// Redirects to a path under `/api/auth/` that shows the error; a script gets the status too.
    pub(super) fn refuse(&self, status: StatusCode, path: &str) -> Result<Response, Failure> {
        let mut response = self.redirect_to_auth(path)?;
        if self.wants_json() {
            response.set_status(status);
        }
        Ok(response)
    }

    /// Redirects to the page that asks the other user to authenticate again.
    pub(super) fn refuse_other_user(&self) -> Result<Response, Failure> {
        let path = format!("signin?error={OTHER_PERSON}");
        self.refuse(StatusCode::FORBIDDEN, &path)
    }

    /// Redirects to a path under `/api/auth/`.
    pub(super) fn redirect_to_auth(&self, path: &str) -> Result<Response, Failure> {
        if let Some(code) = refusal_in(path) {
            metrics::counter!("idp_sign_in_refusals_total", "code" => code).increment(1);
        }
        self.redirect(&self.auth_url(path))
    }

    /// Returns a page whose forms may finally redirect to a client's own URL.
    #[expect(
        clippy::unused_self,
        reason = "the responses of an exchange are read together"
    )]
    pub(super) fn page(
        &self,
        status: StatusCode,
        template: &impl Template,
    ) -> Result<Response, Failure> {
        pages::page(status, template, FormTargets::AnyOrigin)
    }

    /// Adds the CSRF and callback cookies if they changed, and after a sign-in the cookie of its method.
    pub(super) fn with_state_cookies(self, response: Response) -> Result<Response, Failure> {
        let (app, secure) = (&self.app, self.is_secure());
        let mut response = self.csrf.add_cookie(response);
        let stored = cookies::read(&self.headers, CookieName::CallbackUrl, secure);
        if stored.as_deref() != Some(self.callback_url.as_str()) {
            debug_assert!(self.callback_url.len() >= app.config.base.issuer.len());
            let line = cookies::write(
                CookieName::CallbackUrl,
                &self.callback_url,
                Lifetime::Browser,
                secure,
            )?;
            response.headers_mut().append(header::SET_COOKIE, line);
        }
        if let Some(way) = &self.used_method {
            let cookie = cookies::write(
                CookieName::LastWay,
                way,
                Lifetime::For(LAST_METHOD_LIFETIME),
                secure,
            )?;
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

async fn read_body(headers: &HeaderMap, body: Body) -> Result<Fields, Response> {
    let bytes = match body.into_bytes_limit(MAX_BODY_LENGTH).await {
        Ok(bytes) => bytes,
        Err(ReadBodyError::PayloadTooLarge) => {
            return Err(refusal(
                headers,
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too long.",
            ));
        }
        Err(_) => {
            return Err(refusal(
                headers,
                StatusCode::BAD_REQUEST,
                "The body broke off.",
            ));
        }
    };
    let content_type = headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    Fields::from_body(content_type, &bytes)
        .map_err(|_malformed| refusal(headers, StatusCode::BAD_REQUEST, "Invalid JSON"))
}

/// Returns a JSON response that must not be cached, because it may be about a session.
pub(super) fn json_response(status: StatusCode, value: &impl Serialize) -> Response {
    Response::builder()
        .status(status)
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "private, no-cache, no-store")
        .header(header::PRAGMA, "no-cache")
        .header(header::EXPIRES, "0")
        .header(header::VARY, "Cookie")
        // Never fails, because texts and maps of texts can always be serialized.
        .body(serde_json::to_string(value).unwrap_or_default())
}

/// Refuses a request with one sentence: on a page for a browser, as plain text for a script.
pub(super) fn refusal(headers: &HeaderMap, status: StatusCode, line: &str) -> Response {
    if accepts_html(headers) {
        return pages::refused_request_page(status, say(line));
    }
    text(status, line)
}

/// Returns true if the request accepts a page.
pub(super) fn accepts_html(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("text/html"))
}

/// Returns a plain text response.
pub(super) fn text(status: StatusCode, line: &str) -> Response {
    Response::builder()
        .status(status)
        .content_type("text/plain; charset=utf-8")
        .body(line.to_owned())
}
