//! Rules for registrations, in the order in which problems are listed. A problem's text begins with its member, then
//! `/` and the index in a list, so that [`super::pointer_of`] finds it.

use std::time::Duration;

use foundation::outbound::AllowedHosts;
use foundation::text::is_showable;
use url::Url;

use super::address::{display_problem, fetch_problem, resource_problem};
use super::client::Client;
use super::own_page::{IS_OWN, is_own_page};
use super::redirect_uri;
use super::words::{ApplicationType, AuthMethod, GrantType, RegisteredBy, SubjectType};

const MAX_ID_LENGTH: usize = 128;
const MAX_DOCUMENT_URL_LENGTH: usize = 512;
/// Maximum length of a name, in characters.
pub(super) const MAX_NAME_LENGTH: usize = 100;
const MAX_ADDRESSES: usize = 50;
/// Maximum number of contacts, resources and authentication context classes, and maximum length of each in bytes.
const MAX_LIST_ITEMS: usize = 20;
const MAX_LIST_ITEM_LENGTH: usize = 200;
/// Maximum of `default_max_age`: longer than any session, which lives for 90 days at most (`IDP_SESSION_DAYS`).
const MAX_AGE: Duration = Duration::from_hours(366 * 24);

/// Adds all problems of a client. `allowed` are hosts that we may request even if their addresses are internal, and
/// `issuer` is our own origin.
pub(super) fn check(
    client: &Client,
    allowed: &AllowedHosts,
    issuer: &str,
    problems: &mut Vec<String>,
) {
    check_id(client, problems);
    check_name(&client.name, problems);
    check_redirects(client, issuer, problems);
    check_fetched_urls(client, allowed, problems);
    check_addresses(client, problems);
    check_lists(client, problems);
    check_grant_types(client, problems);
    check_rotation(client, problems);
    check_keys(client, problems);
    check_sector(client, problems);
    if client.default_max_age.is_some_and(|age| age > MAX_AGE) {
        problems.push("default_max_age is more than a year of seconds".to_owned());
    }
}

/// Returns whether a client may have this id. Other ids are never looked up in a store.
pub(crate) fn is_id(id: &str) -> bool {
    is_plain_id(id) || is_document_address(id)
}

fn is_plain_id(id: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    !id.is_empty() && id.len() <= MAX_ID_LENGTH && id.bytes().all(is_plain)
}

/// Returns whether an id is the URL of a document (draft-ietf-oauth-client-id-metadata-document section 3). Such a URL
/// is normalised and has a path, but no user, query or fragment. The fetch refuses http except for the hosts that may
/// be requested without TLS.
pub(crate) fn is_document_address(id: &str) -> bool {
    if id.len() > MAX_DOCUMENT_URL_LENGTH || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
        return false;
    }
    Url::parse(id).is_ok_and(|url| {
        matches!(url.scheme(), "https" | "http")
            && url.as_str() == id
            && url.path() != "/"
            && !id.contains(['?', '#', '@'])
    })
}

fn check_id(client: &Client, problems: &mut Vec<String>) {
    if client.registered_by == RegisteredBy::Document {
        if !is_document_address(&client.id) {
            problems.push(format!(
                "client_id is not a web address with a path, of at most {MAX_DOCUMENT_URL_LENGTH} bytes, in its normal form"
            ));
        }
    } else if !is_plain_id(&client.id) {
        problems.push(format!(
            "client_id is not 1 to {MAX_ID_LENGTH} letters, digits, hyphens, dots, underscores or tildes"
        ));
    }
}

fn check_name(name: &str, problems: &mut Vec<String>) {
    let length = name.chars().count();
    if length > MAX_NAME_LENGTH || !is_showable(name) {
        problems.push(format!(
            "client_name is not 1 to {MAX_NAME_LENGTH} characters without control or invisible ones"
        ));
    }
}

/// Refuses response types other than `code`.
pub(super) fn check_response_types(given: Option<&[String]>, problems: &mut Vec<String>) {
    if given.is_some_and(|types| types.iter().any(|one| one != "code")) {
        problems
            .push("response_types holds one that is not supported; there is only code".to_owned());
    }
}

fn check_redirects(client: &Client, issuer: &str, problems: &mut Vec<String>) {
    let lists = [
        ("redirect_uris", &client.redirect_uris),
        (
            "post_logout_redirect_uris",
            &client.post_logout_redirect_uris,
        ),
    ];
    for (member, addresses) in lists {
        if addresses.len() > MAX_ADDRESSES {
            problems.push(format!(
                "{member} holds more than {MAX_ADDRESSES} addresses"
            ));
        }
        for (index, address) in addresses.iter().take(MAX_ADDRESSES).enumerate() {
            let known = redirect_uri::problem(address, client.application_type, client.is_public());
            let own = || is_own_page(address, issuer).then_some(IS_OWN);
            let known = known.or_else(own);
            if let Some(what) = known.or_else(|| self_registration_problem(client, address)) {
                problems.push(format!("{member}/{index}: {address:?} {what}"));
            }
        }
    }
}

/// Refuses http for websites that register themselves: only native programs run on loopback. Clients of an operator may
/// use it, so that developers can test them on their machines.
fn self_registration_problem(client: &Client, address: &str) -> Option<&'static str> {
    let is_web = client.application_type == ApplicationType::Web;
    (is_web && client.is_self_registered() && address.starts_with("http://"))
        .then_some("is http, which is for native applications only; application_type says web")
}

fn check_fetched_urls(client: &Client, allowed: &AllowedHosts, problems: &mut Vec<String>) {
    let rows = [
        ("jwks_uri", &client.jwks_uri),
        ("sector_identifier_uri", &client.sector_identifier_uri),
        ("backchannel_logout_uri", &client.backchannel_logout_uri),
    ];
    for (member, address) in rows {
        let address = address.as_deref();
        if let Some(what) = address.and_then(|address| fetch_problem(address, allowed)) {
            problems.push(format!("{member} {what}"));
        }
    }
}

fn check_addresses(client: &Client, problems: &mut Vec<String>) {
    let rows = [
        ("client_uri", &client.client_uri),
        ("initiate_login_uri", &client.initiate_login_uri),
        ("policy_uri", &client.policy_uri),
        ("tos_uri", &client.tos_uri),
    ];
    for (member, address) in rows {
        if let Some(what) = address.as_deref().and_then(display_problem) {
            problems.push(format!("{member} {what}"));
        }
    }
    check_resources(&client.resources, problems);
}

/// Adds the problems of the resources that a client may request.
pub(super) fn check_resources(resources: &[String], problems: &mut Vec<String>) {
    for (index, address) in resources.iter().take(MAX_LIST_ITEMS).enumerate() {
        if let Some(what) = resource_problem(address) {
            problems.push(format!("resources/{index}: {address:?} {what}"));
        }
    }
    if resources.len() > MAX_LIST_ITEMS {
        problems.push(format!("resources holds more than {MAX_LIST_ITEMS}"));
    }
}

fn check_lists(client: &Client, problems: &mut Vec<String>) {
    let lists = [
        ("contacts", &client.contacts),
        ("default_acr_values", &client.default_acr_values),
    ];
    for (member, list) in lists {
        if list.len() > MAX_LIST_ITEMS {
            problems.push(format!("{member} holds more than {MAX_LIST_ITEMS}"));
        }
    }
    let is_contact =
        |text: &String| !text.is_empty() && text.len() <= MAX_LIST_ITEM_LENGTH && is_showable(text);
    if !client.contacts.iter().all(is_contact) {
        problems.push(format!(
            "contacts holds one that is not 1 to {MAX_LIST_ITEM_LENGTH} bytes without control or invisible characters"
        ));
    }
    let is_word = |text: &String| {
        !text.is_empty()
            && text.len() <= MAX_LIST_ITEM_LENGTH
            && text.bytes().all(|byte| byte.is_ascii_graphic())
    };
    if !client.default_acr_values.iter().all(is_word) {
        problems.push("default_acr_values holds one that is no word".to_owned());
    }
}

fn check_grant_types(client: &Client, problems: &mut Vec<String>) {
    let with_code = client.may_use(GrantType::AuthorizationCode);
    if with_code && client.redirect_uris.is_empty() {
        problems
            .push("redirect_uris is empty, but grant_types holds authorization_code".to_owned());
    }
    let has_user_grant = with_code || client.may_use(GrantType::DeviceCode);
    if client.may_use(GrantType::RefreshToken) && !has_user_grant {
        problems.push(
            "grant_types holds refresh_token without authorization_code or a device's".to_owned(),
        );
    }
    if client.is_public() && client.may_use(GrantType::ClientCredentials) {
        problems.push(
            "grant_types holds client_credentials, which a client without a secret cannot use"
                .to_owned(),
        );
    }
}

/// Requires rotation for a refresh token that is not bound to its client (RFC 9700 section 4.14.2).
fn check_rotation(client: &Client, problems: &mut Vec<String>) {
    let is_bound = client.dpop_bound || !client.is_public();
    if !is_bound && client.refresh_token_rotation == Some(false) {
        problems.push(
            "refresh_token_rotation is false, which a client may say that proves itself or has dpop_bound_access_tokens"
                .to_owned(),
        );
    }
}

fn check_keys(client: &Client, problems: &mut Vec<String>) {
    if client.jwks.is_some() && client.jwks_uri.is_some() {
        problems.push("jwks and jwks_uri are both there; one is allowed".to_owned());
    }
    if client
        .jwks
        .as_ref()
        .is_some_and(|jwks| jwks.keys().is_empty())
    {
        problems.push(
            "jwks holds no key that can be used: RSA, EC P-256 or Ed25519, for signatures"
                .to_owned(),
        );
    }
    let proves_itself_by_key = client.auth_method == AuthMethod::PrivateKeyJwt;
    if proves_itself_by_key && client.jwks.is_none() && client.jwks_uri.is_none() {
        problems.push(
            "token_endpoint_auth_method is private_key_jwt, but there is neither jwks nor jwks_uri"
                .to_owned(),
        );
    }
}

fn check_sector(client: &Client, problems: &mut Vec<String>) {
    if client.subject_type == SubjectType::Pairwise && client.sector.is_none() {
        problems.push(
            "subject_type is pairwise, but redirect_uris have no host in common; name a sector_identifier_uri"
                .to_owned(),
        );
    }
}
