//! Settings of the issuer whose tokens product-api accepts, and of its own client there.

use foundation::env::Reader;
use foundation::secret::{MIN_MASTER_SECRET_LENGTH, SecretString};
use url::Url;

/// The issuer, and product-api's client at it.
#[derive(Clone, Debug)]
pub struct IssuerConfig {
    /// `API_ISSUER`: the issuer of accepted tokens, compared exactly; the idp's `IDP_BASE_URL`.
    pub issuer: String,
    /// `API_AUDIENCE`: the audience that access tokens must name; the issuer if unset.
    pub audience: String,
    /// URL of our metadata as a protected resource (RFC 9728 section 3.1), if the audience is a URL.
    pub resource_metadata: Option<String>,
    /// `API_IDP_URL`: the idp's address from this server; the issuer if unset.
    pub idp_url: String,
    /// `API_CLIENT_ID`: the id of our own client at the idp.
    pub client_id: String,
    /// `API_CLIENT_SECRET`: the client's secret; at least 32 bytes.
    pub client_secret: SecretString,
    /// `API_CLIENT_SECRET_PREVIOUS`: the previous secret. It decrypts what it has encrypted, and encrypts nothing.
    pub previous_secret: Option<SecretString>,
    /// `API_FIRST_PARTY_CLIENTS`: clients whose tokens show all of a user's balances, separated by spaces or commas.
    pub first_party_clients: Vec<String>,
    /// `API_STEP_UP_SECONDS`: maximum age of a sign-in for creating credentials, changing credits by hand and deciding about
    /// others; 30 to 86400.
    pub step_up_seconds: u32,
    /// `API_USER_CHANGES_SECONDS`: interval of polls for user changes (merged, deactivated, activated, deleted) and ended
    /// grants; 1 to 3600.
    pub user_changes_seconds: u16,
}

impl IssuerConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let purpose = "it is the idp's public address, such as https://id.example.com";
        let text = reader.required("API_ISSUER", purpose);
        let issuer = origin(reader, "API_ISSUER", text);
        let audience = reader
            .text("API_AUDIENCE")
            .unwrap_or_else(|| issuer.clone());
        let idp_url = match reader.text("API_IDP_URL") {
            Some(text) => origin(reader, "API_IDP_URL", text),
            None => issuer.clone(),
        };
        let client_id = reader
            .text("API_CLIENT_ID")
            .unwrap_or_else(|| "product-api".to_owned());
        let client_secret = reader.secret(
            "API_CLIENT_SECRET",
            MIN_MASTER_SECRET_LENGTH,
            "it is the secret of our client in IDP_CLIENTS_FILE; make one with `openssl rand -hex 32`",
        );
        let first_party = reader
            .text("API_FIRST_PARTY_CLIENTS")
            .unwrap_or_else(|| "web".to_owned());
        let form = "a number of seconds from 1 to 3600";
        let mut user_changes_seconds = reader.parsed("API_USER_CHANGES_SECONDS", 5, form);
        if !(1..=3600).contains(&user_changes_seconds) {
            reader.problem(
                "API_USER_CHANGES_SECONDS",
                "is not a number of seconds from 1 to 3600",
            );
            user_changes_seconds = 5;
        }
        Self {
            issuer,
            resource_metadata: metadata_of(&audience),
            audience,
            idp_url,
            client_id,
            client_secret,
            previous_secret: previous_secret(reader),
            first_party_clients: words(&first_party),
            user_changes_seconds,
            step_up_seconds: step_up_seconds(reader),
        }
    }

    /// Returns the origin by which clients know the API. It is the audience's if that is a URL, else the issuer. Proofs of
    /// possession name it.
    pub fn public_origin(&self) -> String {
        Url::parse(&self.audience)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"))
            .map_or_else(
                || self.issuer.clone(),
                |url| url.origin().ascii_serialization(),
            )
    }

    /// Returns true if a client is one of ours; its tokens show all data of their user.
    pub fn is_first_party(&self, client_id: &str) -> bool {
        self.first_party_clients
            .iter()
            .any(|known| known == client_id)
    }
}

fn step_up_seconds(reader: &mut Reader<'_>) -> u32 {
    const NAME: &str = "API_STEP_UP_SECONDS";
    const FORM: &str = "a number of seconds from 30 to 86400";
    let seconds = reader.parsed(NAME, 300, FORM);
    if (30..=86_400).contains(&seconds) {
        return seconds;
    }
    reader.problem(NAME, "is not a number of seconds from 30 to 86400");
    300
}

/// Reads the previous secret, if there is one. It must be as strong as the current one.
fn previous_secret(reader: &mut Reader<'_>) -> Option<SecretString> {
    const NAME: &str = "API_CLIENT_SECRET_PREVIOUS";
    reader.text(NAME)?;
    let purpose = "it is the API_CLIENT_SECRET of before";
    Some(reader.secret(NAME, MIN_MASTER_SECRET_LENGTH, purpose))
}

/// Returns the URL of a resource's metadata: the well-known path is inserted between its host and its own path.
fn metadata_of(resource: &str) -> Option<String> {
    let url = Url::parse(resource).ok()?;
    if !matches!(url.scheme(), "http" | "https")
        || url.query().is_some()
        || url.fragment().is_some()
    {
        return None;
    }
    let path = url.path().trim_end_matches('/');
    let origin = url.origin().ascii_serialization();
    Some(format!(
        "{origin}/.well-known/oauth-protected-resource{path}"
    ))
}

fn words(text: &str) -> Vec<String> {
    text.split([',', ' '])
        .filter(|word| !word.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// Reads and normalizes an origin: scheme, host and port only, without a trailing slash.
fn origin(reader: &mut Reader<'_>, name: &'static str, text: String) -> String {
    if text.is_empty() {
        return text;
    }
    match Url::parse(&text) {
        Ok(url) if is_bare_origin(&url) => url.origin().ascii_serialization(),
        Ok(_) | Err(_) => {
            reader.problem(
                name,
                "is not an http or https origin without path, query or user",
            );
            String::new()
        }
    }
}

fn is_bare_origin(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}
