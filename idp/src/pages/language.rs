//! Which language a request is answered in: the one it names, else the one it named before, else the browser's.

use poem::http::{HeaderMap, HeaderValue, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use crate::cookies::{self, CookieName, Lifetime};
use crate::parameters::read_query;
use crate::texts::{Language, preferred, speaking};

/// Answers each request of an endpoint in its language. `ui_locales` (OpenID Connect Core 3.1.2.1) counts for the whole
/// visit, because the pages after an authorization request do not carry it: a cookie remembers it until the browser
/// is closed.
pub(crate) fn in_language<E: Endpoint + 'static>(
    endpoint: E,
    is_secure: bool,
) -> impl Endpoint<Output = Response> {
    endpoint.around(move |endpoint, request| async move {
        let chosen = Chosen::of(&request, is_secure);
        let answered = speaking(chosen.language, endpoint.call(request)).await;
        let mut response = answered?.into_response();
        if let Some(line) = chosen.set_cookie {
            response.headers_mut().append(header::SET_COOKIE, line);
        }
        Ok(response)
    })
}

/// The language of a request.
struct Chosen {
    language: Language,
    /// The cookie that remembers it, when it is named anew.
    set_cookie: Option<HeaderValue>,
}

impl Chosen {
    fn of(request: &Request, is_secure: bool) -> Self {
        let headers = request.headers();
        let kept = cookies::read(headers, CookieName::Language, is_secure);
        let kept = kept.as_deref().and_then(Language::of_tag);
        let named = read_query(request)
            .get("ui_locales")
            .and_then(Language::of_tags);
        if let Some(language) = named {
            let set_cookie = (kept != Some(language)).then(|| {
                let (name, life) = (CookieName::Language, Lifetime::Browser);
                cookies::write(name, language.tag(), life, is_secure).ok()
            });
            return Self {
                language,
                set_cookie: set_cookie.flatten(),
            };
        }
        Self {
            language: kept.or_else(|| of_browser(headers)).unwrap_or_default(),
            set_cookie: None,
        }
    }
}

/// What the browser likes best of our languages; of two headers neither counts.
fn of_browser(headers: &HeaderMap) -> Option<Language> {
    let mut lines = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    let (line, None) = (lines.next()?, lines.next()) else {
        return None;
    };
    preferred(line.to_str().ok()?)
}
