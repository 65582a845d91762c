//! A client as it is registered (RFC 7591 section 2), and every rule that it has to keep.

use foundation::Timestamp;
use serde::Deserialize;

use super::client::{ApplicationType, AuthMethod, Client, GrantType};
use super::color::Color;
use super::logo::Logo;
use super::redirect_uri;
use super::scope::Scope;
use crate::keys::Algorithm;

const LONGEST_ID: usize = 128;
const LONGEST_NAME: usize = 100;
const MOST_ADDRESSES: usize = 50;
const COLOR: &str = "brand_color is not # and six hexadecimal digits";
const LOGO: &str = "logo_uri is no data:image/png;base64, URL of a whole PNG that does not move, of at most 16 KiB and 1024 pixels a side";

/// What is registered of a client, in the names of RFC 7591. What is left out takes the default that is given here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ClientMetadata {
    /// The name that people see; the client's id when left out.
    pub(crate) client_name: Option<String>,
    /// `none`, `client_secret_basic` (default) or `client_secret_post`.
    pub(crate) token_endpoint_auth_method: Option<String>,
    /// `web` (default) or `native`.
    pub(crate) application_type: Option<String>,
    /// Where answers of the authorization endpoint may go.
    pub(crate) redirect_uris: Vec<String>,
    /// Where browsers may go after sign-out.
    pub(crate) post_logout_redirect_uris: Vec<String>,
    /// `authorization_code` (default), `client_credentials`, `refresh_token`.
    pub(crate) grant_types: Option<Vec<String>>,
    /// `code` is the only one there is.
    pub(crate) response_types: Option<Vec<String>>,
    /// Words beside `openid profile email offline_access` that the client may ask for.
    pub(crate) scope: Option<String>,
    /// `RS256` (default) or `ES256`.
    pub(crate) id_token_signed_response_alg: Option<String>,
    /// Whether authorization requests need a PKCE challenge (default); public clients always need one.
    pub(crate) require_pkce: Option<bool>,
    /// `#rrggbb`: the colour of buttons on pages that the client's requests lead to.
    pub(crate) brand_color: Option<String>,
    /// A `data:` URL of a small PNG, shown on those pages.
    pub(crate) logo_uri: Option<String>,
}

/// What is decided about a client elsewhere than in its own registration.
pub(crate) struct Registration {
    /// `client_id`.
    pub(crate) id: String,
    /// The digest of its secret, if it has one.
    pub(crate) secret_digest: Option<String>,
    /// Whether it belongs to this installation.
    pub(crate) first_party: bool,
    /// Now.
    pub(crate) now: Timestamp,
}

impl ClientMetadata {
    /// The client, or everything that is wrong with it.
    pub(crate) fn into_client(self, registration: Registration) -> Result<Client, Vec<String>> {
        let mut problems = Vec::new();
        check_id(&registration.id, &mut problems);
        let auth_method = read(
            "token_endpoint_auth_method",
            self.token_endpoint_auth_method.as_deref(),
            AuthMethod::ClientSecretBasic,
            AuthMethod::named,
            &mut problems,
        );
        let application_type = read(
            "application_type",
            self.application_type.as_deref(),
            ApplicationType::Web,
            ApplicationType::named,
            &mut problems,
        );
        let id_token_algorithm = read(
            "id_token_signed_response_alg",
            self.id_token_signed_response_alg.as_deref(),
            Algorithm::Rs256,
            Algorithm::named,
            &mut problems,
        );
        let client = Client {
            name: name(self.client_name, &registration.id, &mut problems),
            id: registration.id,
            secret_digest: registration
                .secret_digest
                .filter(|_| auth_method != AuthMethod::None),
            auth_method,
            application_type,
            redirect_uris: self.redirect_uris,
            post_logout_redirect_uris: self.post_logout_redirect_uris,
            grant_types: grant_types(self.grant_types, &mut problems),
            scope: scope(self.scope.as_deref(), &mut problems),
            id_token_algorithm,
            require_pkce: self.require_pkce.unwrap_or(true),
            color: picked(
                self.brand_color.as_deref(),
                Color::parse,
                COLOR,
                &mut problems,
            ),
            logo: picked(self.logo_uri.as_deref(), Logo::parse, LOGO, &mut problems),
            first_party: registration.first_party,
            created_at: registration.now,
            updated_at: registration.now,
        };
        check_response_types(self.response_types.as_deref(), &mut problems);
        check_addresses(&client, &mut problems);
        check_combination(&client, &mut problems);
        if problems.is_empty() {
            Ok(client)
        } else {
            Err(problems)
        }
    }
}

fn read<T>(
    member: &str,
    value: Option<&str>,
    default: T,
    named: impl Fn(&str) -> Option<T>,
    problems: &mut Vec<String>,
) -> T {
    let Some(value) = value else {
        return default;
    };
    named(value).unwrap_or_else(|| {
        problems.push(format!("{member} is none that is supported"));
        default
    })
}

/// What may be left out, and stands for nothing else when it is wrong.
fn picked<T>(
    value: Option<&str>,
    parse: fn(&str) -> Option<T>,
    problem: &str,
    problems: &mut Vec<String>,
) -> Option<T> {
    let parsed = parse(value?);
    if parsed.is_none() {
        problems.push(problem.to_owned());
    }
    parsed
}

/// Whether a client may have this id. Any other is nobody's, and no store is asked for it.
pub(crate) fn is_id(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    !id.is_empty() && id.len() <= LONGEST_ID && id.bytes().all(is_plain)
}

fn check_id(id: &str, problems: &mut Vec<String>) {
    if !is_id(id) {
        problems.push(format!(
            "client_id is not 1 to {LONGEST_ID} letters, digits, hyphens, dots, underscores or tildes"
        ));
    }
}

fn name(given: Option<String>, id: &str, problems: &mut Vec<String>) -> String {
    let name = given.unwrap_or_else(|| id.to_owned());
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME || name.chars().any(char::is_control) {
        problems.push(format!(
            "client_name is not 1 to {LONGEST_NAME} characters without control characters"
        ));
    }
    name
}

fn grant_types(given: Option<Vec<String>>, problems: &mut Vec<String>) -> Vec<GrantType> {
    let Some(given) = given else {
        return vec![GrantType::AuthorizationCode];
    };
    let mut types: Vec<_> = given
        .iter()
        .filter_map(|name| GrantType::named(name))
        .collect();
    if types.len() < given.len() {
        problems.push("grant_types holds one that is not supported".to_owned());
    }
    types.sort_unstable();
    types.dedup();
    types
}

fn scope(given: Option<&str>, problems: &mut Vec<String>) -> Scope {
    // The idp's own words need no registration; clients send them along, so they are taken and left out.
    let read = Scope::parse(given.unwrap_or_default());
    if read.is_none() {
        problems.push("scope is not words separated by blanks".to_owned());
    }
    read.unwrap_or_default()
        .filtered(|word| !Scope::OWN.contains(&word))
}

fn check_response_types(given: Option<&[String]>, problems: &mut Vec<String>) {
    if given.is_some_and(|types| types.iter().any(|one| one != "code")) {
        problems
            .push("response_types holds one that is not supported; there is only code".to_owned());
    }
}

fn check_addresses(client: &Client, problems: &mut Vec<String>) {
    let lists = [
        ("redirect_uris", &client.redirect_uris),
        (
            "post_logout_redirect_uris",
            &client.post_logout_redirect_uris,
        ),
    ];
    for (member, addresses) in lists {
        if addresses.len() > MOST_ADDRESSES {
            problems.push(format!(
                "{member} holds more than {MOST_ADDRESSES} addresses"
            ));
        }
        for address in addresses.iter().take(MOST_ADDRESSES) {
            if let Some(what) = redirect_uri::problem(address, client.application_type) {
                problems.push(format!("{member}: {address:?} {what}"));
            }
        }
    }
}

fn check_combination(client: &Client, problems: &mut Vec<String>) {
    let with_code = client.may_use(GrantType::AuthorizationCode);
    if with_code && client.redirect_uris.is_empty() {
        problems
            .push("redirect_uris is empty, but grant_types holds authorization_code".to_owned());
    }
    if client.may_use(GrantType::RefreshToken) && !with_code {
        problems.push("grant_types holds refresh_token without authorization_code".to_owned());
    }
    if client.is_public() && client.may_use(GrantType::ClientCredentials) {
        problems.push(
            "grant_types holds client_credentials, which a client without a secret cannot use"
                .to_owned(),
        );
    }
}
