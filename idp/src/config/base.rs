//! Identity of the idp: its public URL, its listening address, its master secret.

use std::net::{Ipv4Addr, SocketAddr};

use foundation::env::Reader;
use foundation::secret::{ExposeSecret, MIN_MASTER_SECRET_LENGTH, SecretString};
use url::Url;

use super::secrets;

/// Maximum number of previous master secrets.
const MAX_PREVIOUS: usize = 3;

/// Identity of this installation.
#[derive(Clone, Debug)]
pub struct BaseConfig {
    /// `IDP_BASE_URL`: the public origin and issuer, without a trailing slash. A change makes another issuer: clients
    /// that know the old one refuse it, and tokens and links of the old one end.
    pub issuer: String,
    /// `IDP_LISTEN`: the address to listen on.
    pub listen: SocketAddr,
    /// `IDP_SECRET`: protects keys, emails and CSRF tokens; at least 32 bytes.
    pub secret: SecretString,
    /// `IDP_SECRET_PREVIOUS`: previous master secrets. They decrypt old data and encrypt nothing.
    pub previous_secrets: Vec<SecretString>,
    /// `IDP_DEFAULT_AUDIENCE`: the audience of access tokens for clients that request none (RFC 9068 section 3).
    pub default_audience: String,
}

impl BaseConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let issuer = origin(reader);
        let default_audience = reader
            .text("IDP_DEFAULT_AUDIENCE")
            .unwrap_or_else(|| issuer.clone());
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 8081));
        let secret = reader.secret(
            "IDP_SECRET",
            MIN_MASTER_SECRET_LENGTH,
            "it encrypts the signing keys; make one with `openssl rand -hex 32`",
        );
        Self {
            listen: reader.parsed(
                "IDP_LISTEN",
                listen,
                "an address and port such as 127.0.0.1:8081",
            ),
            previous_secrets: previous_secrets(reader, &secret),
            secret,
            issuer,
            default_audience,
        }
    }

    /// Returns our host and port, as users see them.
    pub fn host(&self) -> &str {
        self.issuer
            .split_once("://")
            .map_or(self.issuer.as_str(), |(_, host)| host)
    }

    /// Returns the audience of tokens for these resources, or for none, as text for users.
    pub fn audience_of(&self, resources: &[String]) -> String {
        if resources.is_empty() {
            self.default_audience.clone()
        } else {
            resources.join(", ")
        }
    }

    /// Returns true if the public URL is https, which decides the cookies' names and their Secure flag.
    pub fn is_secure(&self) -> bool {
        self.issuer.starts_with("https://")
    }
}

/// Reads the previous master secrets, which must not contain the current one.
fn previous_secrets(reader: &mut Reader<'_>, secret: &SecretString) -> Vec<SecretString> {
    const NAME: &str = "IDP_SECRET_PREVIOUS";
    let previous = secrets::list(reader, NAME, MAX_PREVIOUS);
    let is_today = |one: &SecretString| one.expose_secret() == secret.expose_secret();
    if previous.iter().any(is_today) {
        reader.problem(NAME, "holds IDP_SECRET itself; it is for those of before");
    }
    previous
}

/// Reads the configured origin, normalised to scheme, host and port.
fn origin(reader: &mut Reader<'_>) -> String {
    const NAME: &str = "IDP_BASE_URL";
    let text = reader.required(
        NAME,
        "it is the public address, such as https://id.example.com",
    );
    if text.is_empty() {
        return text;
    }
    match Url::parse(&text) {
        Ok(url) if is_bare_origin(&url) => url.origin().ascii_serialization(),
        Ok(_) | Err(_) => {
            reader.problem(
                NAME,
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
