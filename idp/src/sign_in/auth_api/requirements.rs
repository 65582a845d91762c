//! Requirements of an authorization request for the sign-in, which are passed on to the provider that the user chooses.

use std::time::Duration;

use foundation::Failure;
use url::Url;

use crate::app::App;
use crate::http::parameters::Parameters;
use crate::protocol::branding::request_of;
use crate::sign_in::upstream::Freshness;

/// Maximum age of a sign-in at a provider for our own account pages.
const OWN_PAGES_MAX_AGE: Duration = Duration::from_mins(10);
/// Any age, for a client that requires `auth_time` only.
const ANY_AGE: Duration = Duration::from_hours(24 * 365 * 10);

/// Requirements of the request that a sign-in returns to.
#[derive(Clone, Debug, Default)]
pub(super) struct SignInRequirements {
    /// The maximum age of the sign-in.
    pub(super) freshness: Freshness,
    request: Option<Parameters>,
}

impl SignInRequirements {
    /// Reads the requirements of the URL to which a sign-in leads.
    pub(super) async fn read(app: &App, bound_for: &str) -> Result<Self, Failure> {
        let Some(request) = request_of(app, bound_for).await? else {
            return Ok(Self::for_own_page(bound_for));
        };
        let client = match request.get("client_id") {
            Some(id) => app.clients.find(id).await?,
            None => None,
        };
        let attempt = request.get("max_age").and_then(|text| text.parse().ok());
        let max_age = attempt.map(|seconds| Duration::from_secs(seconds).min(ANY_AGE));
        let usual = client.as_ref().and_then(|client| client.default_max_age);
        let wants_time = client.is_some_and(|client| client.require_auth_time);
        let max_age = if has_word(&request, "prompt", "login") {
            Some(Duration::ZERO)
        } else {
            max_age.or(usual).or(wants_time.then_some(ANY_AGE))
        };
        Ok(Self {
            freshness: Freshness {
                max_age,
                is_required: max_age.is_some(),
            },
            request: Some(request),
        })
    }

    /// Returns the requirements of our account pages: a recent sign-in. A provider that cannot prove it is accepted,
    /// because some users have no other sign-in method.
    fn for_own_page(bound_for: &str) -> Self {
        let path = Url::parse(bound_for).map(|url| url.path().to_owned());
        let is_own = path.is_ok_and(|path| {
            path.starts_with("/api/auth/account") || path == "/api/auth/password/change"
        });
        Self {
            freshness: Freshness {
                max_age: is_own.then_some(OWN_PAGES_MAX_AGE),
                is_required: false,
            },
            request: None,
        }
    }

    /// Returns a parameter that the provider gets unchanged. Passes no `acr_values`, because the classes are our own.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let request = self.request.as_ref()?;
        match name {
            "login_hint" | "ui_locales" => request.get(name),
            "prompt" if has_word(request, "prompt", "select_account") => Some("select_account"),
            _ => None,
        }
    }
}

fn has_word(request: &Parameters, name: &str, word: &str) -> bool {
    let words = request.get(name).unwrap_or_default();
    words.split_ascii_whitespace().any(|one| one == word)
}
