//! One request of the surface, read once, and the forms that its answers take.

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

use super::admit::Visitor;
use super::attempt::Attempt;
use super::callback_url::choose;
use super::csrf::{self, Csrf};
use super::error_code::{OTHER_PERSON, refusal_in};
use super::fields::Fields;
use crate::app::App;
use crate::cookies::{self, CookieName, Lifetime, Origin};
use crate::network::{Network, network_of};
use crate::pages::{self, Forms};
use crate::repeats::RepeatKey;
use crate::sessions;
use crate::texts::say;

/// The longest body, in bytes.
const LONGEST_BODY: usize = 1024 * 1024;

/// The life of the cookie with the way by which a browser signed in last.
const LAST_WAY_LIFE: Duration = Duration::from_hours(24 * 365);

/// One request, read.
pub(super) struct Exchange {
    /// The idp.
    pub(super) app: Arc<App>,
    /// The headers.
    pub(super) headers: HeaderMap,
    /// The fields of the query.
    pub(super) query: Fields,
    /// The fields of the body of a POST.
    pub(super) body: Fields,
    /// Where sign-in or sign-out leads to: absolute and checked.
    pub(super) callback_url: String,
    /// The browser's token against forged requests.
    pub(super) csrf: Csrf,
    /// Which page the request comes from.
    pub(super) origin: Origin,
    /// Which network the request comes from.
    pub(super) network: Network,
    /// The request's id.
    pub(super) request_id: String,
    /// The way by which the person signed in with this request.
    used_way: Option<String>,
}

impl Exchange {
    /// Reads a request; the error is the answer to one that cannot be read.
    pub(super) async fn read(
        app: &Arc<App>,
        request: &Request,
        body: Body,
    ) -> Result<Result<Self, Response>, Failure> {
        let headers = request.headers().clone();
        let query = Fields::of_form(
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
        let origin = Origin::of(&headers, &base.issuer);
        Ok(Ok(Self {
            app: Arc::clone(app),
            query,
            body,
            callback_url,
            csrf,
            origin,
            network: network_of(app, request),
            request_id: RequestId::of(request),
            used_way: None,
            headers,
        }))
    }

    /// Whether the form's token is the browser's.
    pub(super) fn is_verified(&self) -> Result<bool, Failure> {
        let field = self.body.get("csrfToken").unwrap_or_default();
        csrf::verify(&self.app, &self.headers, field)
    }

    /// The sentence for a form whose token does not count: the page was open while its browser signed in or out, or the
    /// browser sends no cookies back.
    pub(super) fn stale_form(&self) -> &'static str {
        let cookie = cookies::read(&self.headers, CookieName::Csrf, self.is_secure());
        if cookie.is_none() && !self.csrf.is_known() {
            "Your browser keeps no cookies for this site. Allow them, then send this page again."
        } else {
            "This page was open for too long. Please send it again."
        }
    }

    /// The session id that came with the request.
    pub(super) fn session_id(&self) -> Option<String> {
        sessions::presented(&self.app, &self.headers)
    }

    /// The key of a one-time request that this browser may send twice; `None` for a browser without our cookies.
    pub(super) fn repeat_key(
        &self,
        purpose: &str,
        one_time: &str,
    ) -> Result<Option<RepeatKey>, Failure> {
        RepeatKey::from_cookie(&self.app, &self.headers, purpose, one_time)
    }

    /// The browser, as sign-in needs to know it; `session` is the id that it presents.
    pub(super) fn visitor<'a>(&'a self, session: Option<&'a str>) -> Visitor<'a> {
        let user_agent = self.headers.get(header::USER_AGENT);
        Visitor {
            user_agent: user_agent.and_then(|value| value.to_str().ok()),
            session,
            network: self.network,
            bound_for: &self.callback_url,
            repeat: None,
        }
    }

    /// The mail that this browser asked for last, unless it was answered.
    pub(super) fn attempt(&self) -> Option<Attempt> {
        let sealed = cookies::read(&self.headers, CookieName::Attempt, self.is_secure())?;
        Attempt::open(&self.app, &sealed)
    }

    /// The cookie that keeps the attempt of a browser; without one it is deleted.
    pub(super) fn attempt_cookie(&self, attempt: Option<&Attempt>) -> Result<HeaderValue, Failure> {
        let (value, life) = match attempt {
            Some(attempt) => (
                attempt.seal(&self.app)?,
                Lifetime::For(self.app.config.mail.link_life),
            ),
            None => (String::new(), Lifetime::Gone),
        };
        cookies::write(CookieName::Attempt, &value, life, self.is_secure())
    }

    /// The person is where they wanted to go: later visits do not lead there again.
    pub(super) fn arrived(&mut self) {
        self.callback_url.clone_from(&self.app.config.base.issuer);
    }

    /// Remembers the way of this sign-in: the sign-in page of this browser offers it first.
    pub(super) fn remember_way(&mut self, way: &str) {
        self.used_way = Some(way.to_owned());
    }

    /// The way by which this browser signed in last, as its cookie says.
    pub(super) fn last_way(&self) -> Option<String> {
        cookies::read(&self.headers, CookieName::LastWay, self.is_secure())
    }

    pub(super) fn is_secure(&self) -> bool {
        self.app.config.base.is_secure()
    }

    /// Our host and port, as people know us.
    pub(super) fn host(&self) -> &str {
        self.app.config.base.host()
    }

    /// An absolute address under `/api/auth/`.
    pub(super) fn auth_url(&self, path: &str) -> String {
        format!("{}/api/auth/{path}", self.app.config.base.issuer)
    }

    /// Leads on to an address: a redirect, or `{"url"}` for a body with `json=true`, as scripts ask for it.
    pub(super) fn lead_to(&self, url: &str) -> Result<Response, Failure> {
        if self.wants_json() {
            return Ok(json_answer(StatusCode::OK, &json!({ "url": url })));
        }
        let location = HeaderValue::from_str(url)
            .map_err(|error| Failure::broken("writing a Location", error))?;
        Ok(Response::builder()
            .status(StatusCode::FOUND)
            .header(header::LOCATION, location)
            .finish())
    }

    /// Whether a script asks, which reads addresses to go to from a body: the text `true`, and no other value.
    pub(super) fn wants_json(&self) -> bool {
        self.body.get("json") == Some("true")
    }

    /// Leads on to an address under `/api/auth/` that tells what went wrong; a script sees the status as well.
    pub(super) fn refuse(&self, status: StatusCode, path: &str) -> Result<Response, Failure> {
        let mut response = self.lead_to_auth(path)?;
        if self.wants_json() {
            response.set_status(status);
        }
        Ok(response)
    }

    /// Leads a person back to the page that asks another person to confirm who they are.
    pub(super) fn refuse_other_person(&self) -> Result<Response, Failure> {
        let path = format!("signin?error={OTHER_PERSON}");
        self.refuse(StatusCode::FORBIDDEN, &path)
    }

    /// Leads on to an address under `/api/auth/`.
    pub(super) fn lead_to_auth(&self, path: &str) -> Result<Response, Failure> {
        if let Some(code) = refusal_in(path) {
            metrics::counter!("idp_sign_in_refusals_total", "code" => code).increment(1);
        }
        self.lead_to(&self.auth_url(path))
    }

    /// Answers with a page whose forms may lead to a client's own address in the end.
    #[expect(
        clippy::unused_self,
        reason = "the answers of an exchange are read together"
    )]
    pub(super) fn page(
        &self,
        status: StatusCode,
        template: &impl Template,
    ) -> Result<Response, Failure> {
        pages::page(status, template, Forms::MayLeave)
    }

    /// Adds the two cookies that every answer keeps fresh, the token and where to go, and after a sign-in its way.
    pub(super) fn keep_house(self, response: Response) -> Result<Response, Failure> {
        let (app, secure) = (&self.app, self.is_secure());
        let mut response = self.csrf.kept_by(response);
        let kept = cookies::read(&self.headers, CookieName::CallbackUrl, secure);
        if kept.as_deref() != Some(self.callback_url.as_str()) {
            debug_assert!(self.callback_url.len() >= app.config.base.issuer.len());
            let line = cookies::write(
                CookieName::CallbackUrl,
                &self.callback_url,
                Lifetime::Browser,
                secure,
            )?;
            response.headers_mut().append(header::SET_COOKIE, line);
        }
        if let Some(way) = &self.used_way {
            let cookie = cookies::write(
                CookieName::LastWay,
                way,
                Lifetime::For(LAST_WAY_LIFE),
                secure,
            )?;
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

async fn read_body(headers: &HeaderMap, body: Body) -> Result<Fields, Response> {
    let bytes = match body.into_bytes_limit(LONGEST_BODY).await {
        Ok(bytes) => bytes,
        Err(ReadBodyError::PayloadTooLarge) => {
            return Err(refused(
                headers,
                StatusCode::PAYLOAD_TOO_LARGE,
                "The body is too long.",
            ));
        }
        Err(_) => {
            return Err(refused(
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
    Fields::of_body(content_type, &bytes)
        .map_err(|_malformed| refused(headers, StatusCode::BAD_REQUEST, "Invalid JSON"))
}

/// An answer of JSON; what is about a session is kept by nobody.
pub(super) fn json_answer(status: StatusCode, value: &impl Serialize) -> Response {
    Response::builder()
        .status(status)
        .content_type("application/json; charset=utf-8")
        .header(header::CACHE_CONTROL, "private, no-cache, no-store")
        .header(header::PRAGMA, "no-cache")
        .header(header::EXPIRES, "0")
        .header(header::VARY, "Cookie")
        // Texts and maps of texts can always be written.
        .body(serde_json::to_string(value).unwrap_or_default())
}

/// Refuses a request in one sentence: on a page for a browser, as a plain line for a script.
pub(super) fn refused(headers: &HeaderMap, status: StatusCode, line: &str) -> Response {
    if accepts_html(headers) {
        return pages::refused_request_page(status, say(line));
    }
    text(status, line)
}

/// Returns true when a browser asks for a page.
pub(super) fn accepts_html(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.contains("text/html"))
}

/// A short plain line.
pub(super) fn text(status: StatusCode, line: &str) -> Response {
    Response::builder()
        .status(status)
        .content_type("text/plain; charset=utf-8")
        .body(line.to_owned())
}
