//! The wishes of an authorization request about the sign-in that it leads to: they go on to the provider that a person
//! chooses for it.

use std::time::Duration;

use foundation::Failure;
use url::Url;

use crate::app::App;
use crate::brands::request_of;
use crate::parameters::Parameters;
use crate::upstream::Freshness;

/// The age of a sign-in at a provider that our own account pages ask for.
const OWN_PAGES: Duration = Duration::from_mins(10);
/// Any age, for a client that wants to know it.
const ANY_AGE: Duration = Duration::from_hours(24 * 365 * 10);

/// The wishes of the request that a sign-in leads back to.
#[derive(Clone, Debug, Default)]
pub(super) struct Wish {
    /// How fresh the sign-in has to be.
    pub(super) freshness: Freshness,
    request: Option<Parameters>,
}

impl Wish {
    /// Reads the wishes behind an address of ours that a sign-in leads to.
    pub(super) async fn read(app: &App, bound_for: &str) -> Result<Self, Failure> {
        let Some(request) = request_of(app, bound_for).await? else {
            return Ok(Self::of_own_page(bound_for));
        };
        let client = match request.get("client_id") {
            Some(id) => app.clients.find(id).await?,
            None => None,
        };
        let asked = request.get("max_age").and_then(|text| text.parse().ok());
        let max_age = asked.map(|seconds| Duration::from_secs(seconds).min(ANY_AGE));
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

    /// Our account pages ask for a young sign-in. A provider that cannot prove one is taken there all the same: for some
    /// people it is the only way in.
    fn of_own_page(bound_for: &str) -> Self {
        let path = Url::parse(bound_for).map(|url| url.path().to_owned());
        let is_own = path.is_ok_and(|path| {
            path.starts_with("/api/auth/account") || path == "/api/auth/password/change"
        });
        Self {
            freshness: Freshness {
                max_age: is_own.then_some(OWN_PAGES),
                is_required: false,
            },
            request: None,
        }
    }

    /// A parameter that the provider gets unchanged. The classes of `acr_values` are our own and mean nothing there.
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
