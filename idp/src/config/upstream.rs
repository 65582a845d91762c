//! External providers for sign-in.

use std::time::Duration;

use foundation::env::Reader;
use foundation::secret::SecretString;
use foundation::text::host::is_loopback_url;
use url::Url;

/// Maximum length of a provider's id.
const MAX_ID_LENGTH: usize = 32;
/// Reserved ids.
const RESERVED_IDS: [&str; 5] = ["github", "google", "email", "credentials", "passkey"];
const LIST: &str = "IDP_OIDC_PROVIDERS";
/// Google's issuer, and further hosts of its endpoints.
const GOOGLE: &str = "https://accounts.google.com";
const GOOGLE_HOSTS: [&str; 3] = [
    "oauth2.googleapis.com",
    "openidconnect.googleapis.com",
    "www.googleapis.com",
];
/// Timeout of a provider; the HTTP middleware permits a request no more than 10 s.
const DEFAULT_TIMEOUT: u64 = 9;

/// All providers, in the order of their buttons: GitHub, Google, then the others as listed.
#[derive(Clone, Debug)]
pub struct UpstreamConfig {
    /// GitHub, if it is configured.
    pub github: Option<GitHubConfig>,
    /// Google and other OpenID Connect providers.
    pub openid: Vec<OpenIdConfig>,
    /// `IDP_PROVIDER_SECONDS`: the timeout of all requests to a provider in one step of a sign-in, at most 9 s.
    pub timeout: Duration,
}

/// GitHub, or a GitHub Enterprise server.
#[derive(Clone, Debug)]
pub struct GitHubConfig {
    /// `IDP_GITHUB_CLIENT_ID`
    pub client_id: String,
    /// `IDP_GITHUB_CLIENT_SECRET`
    pub client_secret: SecretString,
    /// `IDP_GITHUB_BASE_URL`: the sign-in URL, without a trailing slash.
    pub base_url: String,
    /// `IDP_GITHUB_API_URL`: the URL of the profile's API, without a trailing slash.
    pub api_url: String,
}

/// An OpenID Connect provider.
#[derive(Clone, Debug)]
pub struct OpenIdConfig {
    /// Id in URLs and accounts.
    pub id: String,
    /// Name on the button.
    pub name: String,
    /// Issuer, exactly as the discovery document names it.
    pub issuer: String,
    /// Our client id at the provider.
    pub client_id: String,
    /// Our client secret at the provider.
    pub client_secret: SecretString,
    /// Requested scopes.
    pub scopes: Vec<String>,
    /// Permitted hosts of its endpoints: the issuer's, and those of `IDP_OIDC_<ID>_HOSTS`.
    pub hosts: Vec<String>,
}

impl UpstreamConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let github = github(reader);
        let google = google(reader);
        let list = reader.text(LIST).unwrap_or_default();
        let mut openid: Vec<OpenIdConfig> = google.into_iter().collect();
        for id in list.split(',').map(str::trim).filter(|id| !id.is_empty()) {
            if !is_id(id) || openid.iter().any(|one| one.id == id) {
                reader.problem(
                    LIST,
                    "is not a list of different short ids such as acme, example",
                );
            } else {
                openid.extend(other(reader, id));
            }
        }
        Self {
            github,
            openid,
            timeout: timeout(reader),
        }
    }
}

/// Returns true if the server may send requests to a URL: https, or http on this machine.
pub fn is_safe_address(url: &Url) -> bool {
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_guarded = url.scheme() == "https" || (url.scheme() == "http" && is_loopback_url(url));
    is_plain && url.fragment().is_none() && is_guarded
}

fn timeout(reader: &mut Reader<'_>) -> Duration {
    let name = "IDP_PROVIDER_SECONDS";
    let seconds = reader.parsed(name, DEFAULT_TIMEOUT, "a whole number from 1 to 9");
    if !(1..=DEFAULT_TIMEOUT).contains(&seconds) {
        reader.problem(name, "is not a whole number from 1 to 9");
    }
    Duration::from_secs(seconds)
}

/// Returns the hosts of a provider's endpoints: the issuer's and additional ones.
fn hosts<'a>(issuer: &str, more: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let issuer = Url::parse(issuer).ok();
    let own = issuer.and_then(|url| url.host_str().map(ToOwned::to_owned));
    own.into_iter()
        .chain(more.into_iter().map(ToOwned::to_owned))
        .collect()
}

fn is_id(id: &str) -> bool {
    id.len() <= MAX_ID_LENGTH
        && !RESERVED_IDS.contains(&id)
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn github(reader: &mut Reader<'_>) -> Option<GitHubConfig> {
    let client = client(reader, "IDP_GITHUB_CLIENT_ID", "IDP_GITHUB_CLIENT_SECRET");
    let base_url = address(reader, "IDP_GITHUB_BASE_URL", Some("https://github.com"));
    let api_url = address(reader, "IDP_GITHUB_API_URL", Some("https://api.github.com"));
    let (client_id, client_secret) = client?;
    Some(GitHubConfig {
        client_id,
        client_secret,
        base_url: base_url.trim_end_matches('/').to_owned(),
        api_url: api_url.trim_end_matches('/').to_owned(),
    })
}

fn google(reader: &mut Reader<'_>) -> Option<OpenIdConfig> {
    let client = client(reader, "IDP_GOOGLE_CLIENT_ID", "IDP_GOOGLE_CLIENT_SECRET");
    let issuer = address(reader, "IDP_GOOGLE_ISSUER", Some(GOOGLE));
    let more = GOOGLE_HOSTS.into_iter().filter(|_| issuer == GOOGLE);
    let (client_id, client_secret) = client?;
    Some(OpenIdConfig {
        id: "google".to_owned(),
        name: "Google".to_owned(),
        hosts: hosts(&issuer, more),
        issuer,
        client_id,
        client_secret,
        scopes: default_scopes(),
    })
}

/// Reads any other provider, whose variables contain its id.
fn other(reader: &mut Reader<'_>, id: &str) -> Option<OpenIdConfig> {
    let name_of = |what: &str| -> &'static str {
        let id = id.to_ascii_uppercase().replace('-', "_");
        // Settings are read once, and their names live as long as the process.
        Box::leak(format!("IDP_OIDC_{id}_{what}").into_boxed_str())
    };
    let issuer = address(reader, name_of("ISSUER"), None);
    let named = reader.text(name_of("NAME"));
    let scopes = reader.text(name_of("SCOPES"));
    let more = reader.text(name_of("HOSTS")).unwrap_or_default();
    let more = more
        .split(',')
        .map(str::trim)
        .filter(|host| !host.is_empty());
    let id_name = name_of("CLIENT_ID");
    let client = client(reader, id_name, name_of("CLIENT_SECRET"));
    let Some((client_id, client_secret)) = client else {
        reader.problem(id_name, "is not set; the provider gave it to you");
        return None;
    };
    let mut requested = default_scopes();
    if let Some(scopes) = scopes {
        requested = scopes.split_whitespace().map(ToOwned::to_owned).collect();
        if !requested.iter().any(|scope| scope == "openid") {
            reader.problem(name_of("SCOPES"), "does not hold openid");
        }
    }
    Some(OpenIdConfig {
        id: id.to_owned(),
        name: named.unwrap_or_else(|| id.to_owned()),
        hosts: hosts(&issuer, more),
        issuer,
        client_id,
        client_secret,
        scopes: requested,
    })
}

fn default_scopes() -> Vec<String> {
    ["openid", "email", "profile"].map(ToOwned::to_owned).into()
}

/// Reads the client id and secret; one without the other is a problem.
fn client(
    reader: &mut Reader<'_>,
    id: &'static str,
    secret: &'static str,
) -> Option<(String, SecretString)> {
    match (reader.text(id), reader.text(secret)) {
        (Some(id), Some(secret)) => Some((id, secret.into())),
        (None, None) => None,
        (Some(_), None) => {
            reader.problem(secret, "is not set, but the client id is");
            None
        }
        (None, Some(_)) => {
            reader.problem(id, "is not set, but the client secret is");
            None
        }
    }
}

fn address(reader: &mut Reader<'_>, name: &'static str, default: Option<&str>) -> String {
    let Some(text) = reader.text(name).or_else(|| default.map(ToOwned::to_owned)) else {
        reader.problem(name, "is not set; it is the provider's issuer");
        return String::new();
    };
    let is_good = Url::parse(&text).is_ok_and(|url| is_safe_address(&url) && url.query().is_none());
    if !is_good {
        reader.problem(name, "is not an https address (http on this machine only)");
    }
    text
}
