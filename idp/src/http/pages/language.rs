//! Language of a response: that of the request, else that of an earlier request, else the browser's.

use poem::http::{HeaderMap, HeaderValue, Method, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use crate::http::cookies::{self, CookieName, Lifetime};
use crate::http::i18n::{Language, language, preferred, with_language};
use crate::http::parameters::read_query;

/// Parameter that names languages (OpenID Connect Core 3.1.2.1).
const NAMED_BY: &str = "ui_locales";

tokio::task_local! {
    /// Query that the current page keeps in another language; `None` for a page without language links.
    static QUERY: Option<String>;
}

/// The current page in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OtherLanguage {
    /// Language tag (BCP 47).
    pub(crate) tag: &'static str,
    /// Name of the language in the language itself.
    pub(crate) name: &'static str,
    /// URL of the page in this language, relative to the page.
    pub(crate) address: String,
}

/// Lists the other languages of the current page; a response to a POST has none.
pub(crate) fn other_languages() -> Vec<OtherLanguage> {
    let Ok(Some(query)) = QUERY.try_with(Clone::clone) else {
        return Vec::new();
    };
    let others = Language::ALL.into_iter().filter(|one| *one != language());
    let other = |one: Language| OtherLanguage {
        tag: one.tag(),
        name: one.name(),
        address: format!("?{query}{NAMED_BY}={}", one.tag()),
    };
    others.map(other).collect()
}

/// Renders a page without language links: an error page must not repeat the refused URL.
pub(crate) fn without_other_languages<T>(render: impl FnOnce() -> T) -> T {
    QUERY.sync_scope(None, render)
}

/// Pages of sign-in that do not need their query, because cookies contain the rest of their state.
const WITHOUT_QUERY: [&str; 4] = ["signin", "signout", "verify-request", "error"];

/// Returns the query to keep in the page's other languages: all parameters of an authorization request, and none of
/// other pages, so that no page echoes its URL. `None` for a page that needs its query, and for a POST.
fn kept_query(request: &Request) -> Option<String> {
    if request.method() != Method::GET {
        return None;
    }
    let uri = request.original_uri();
    let query = uri.query().unwrap_or_default();
    let action = uri.path().strip_prefix("/api/auth/").unwrap_or_default();
    let is_kept = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        !pair.is_empty() && name != NAMED_BY
    };
    let is_whole = !query.split('&').any(|pair| is_kept(&pair))
        || action
            .split('/')
            .next()
            .is_some_and(|first| WITHOUT_QUERY.contains(&first));
    if is_whole {
        return Some(String::new());
    }
    (uri.path() == "/oauth/authorize").then(|| {
        let retained = query.split('&').filter(is_kept);
        retained.flat_map(|pair| [pair, "&"]).collect()
    })
}

/// Serves an endpoint in each request's language. `ui_locales` (OpenID Connect Core 3.1.2.1) is valid for the whole
/// visit, because later pages do not have the parameter: a cookie stores it until the browser is closed.
pub(crate) fn in_language<E: Endpoint + 'static>(
    endpoint: E,
    is_secure: bool,
) -> impl Endpoint<Output = Response> {
    endpoint.around(move |endpoint, request| async move {
        let language = RequestLanguage::read(&request, is_secure);
        let query = kept_query(&request);
        let with_query = QUERY.scope(query, endpoint.call(request));
        let result = with_language(language.language, with_query).await;
        let mut response = result?.into_response();
        if let Some(line) = language.set_cookie {
            response.headers_mut().append(header::SET_COOKIE, line);
        }
        Ok(response)
    })
}

/// Language of a request.
struct RequestLanguage {
    language: Language,
    /// Cookie that stores the language, if the request changes it.
    set_cookie: Option<HeaderValue>,
}

impl RequestLanguage {
    fn read(request: &Request, is_secure: bool) -> Self {
        let headers = request.headers();
        let stored = cookies::read(headers, CookieName::Language, is_secure);
        let stored = stored.as_deref().and_then(Language::from_tag);
        let named = read_query(request)
            .get(NAMED_BY)
            .and_then(Language::from_tags);
        if let Some(language) = named {
            let set_cookie = (stored != Some(language)).then(|| {
                let (name, lifetime) = (CookieName::Language, Lifetime::Browser);
                cookies::write(name, language.tag(), lifetime, is_secure).ok()
            });
            return Self {
                language,
                set_cookie: set_cookie.flatten(),
            };
        }
        Self {
            language: stored
                .or_else(|| browser_language(headers))
                .unwrap_or_default(),
            set_cookie: None,
        }
    }
}

/// Returns the supported language that the browser prefers; a repeated header counts as none.
fn browser_language(headers: &HeaderMap) -> Option<Language> {
    let mut lines = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    let (line, None) = (lines.next()?, lines.next()) else {
        return None;
    };
    preferred(line.to_str().ok()?)
}
