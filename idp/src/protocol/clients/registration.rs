//! Builds a client from its metadata: applies the defaults and lists every problem.

use std::time::Duration;

use foundation::Timestamp;
use foundation::outbound::AllowedHosts;

use super::address::{host_of, is_loopback_http, is_on_a_machine};
use super::client::Client;
use super::color::Color;
use super::jwks::Jwks;
use super::logo::Logo;
use super::metadata::ClientMetadata;
use super::rules;
use super::scope::Scope;
use super::words::{
    ApplicationType, AuthMethod, GrantType, RegisteredBy, RequestAlgorithm, SubjectType,
    TokenFormat,
};
use crate::protocol::keys::Algorithm;

const COLOR: &str = "brand_color is not # and six hexadecimal digits";
const LOGO: &str = "logo_uri is no data:image/png;base64, URL of a whole PNG that does not move, of at most 16 KiB and 1024 pixels a side; send the picture so or leave it out";

/// Values of a client that its own metadata does not decide.
pub(crate) struct Registration {
    /// `client_id`.
    pub(crate) id: String,
    /// The digest of the client's secret, if it has one.
    pub(crate) secret_digest: Option<String>,
    pub(crate) registered_by: RegisteredBy,
    /// True if the client belongs to this installation.
    pub(crate) first_party: bool,
    /// The digest of the registration access token, if the client has one.
    pub(crate) token_digest: Option<String>,
    /// Hosts that may be requested even if their addresses are internal.
    pub(crate) allowed: AllowedHosts,
    /// Our own origin, whose pages are refused as redirect URIs.
    pub(crate) issuer: String,
    /// The current time.
    pub(crate) now: Timestamp,
}

impl ClientMetadata {
    /// Returns the client, or everything that is wrong with it.
    pub(crate) fn into_client(self, registration: Registration) -> Result<Client, Vec<String>> {
        let mut problems = Vec::new();
        let (allowed, issuer) = (registration.allowed.clone(), registration.issuer.clone());
        let mut client = default_client(registration);
        rules::check_response_types(self.response_types.as_deref(), &mut problems);
        self.set_proof(&mut client, &mut problems);
        self.set_requests(&mut client, &mut problems);
        self.set_tokens(&mut client, &mut problems);
        self.set_looks(&mut client, &mut problems);
        rules::check(&client, &allowed, &issuer, &mut problems);
        if problems.is_empty() {
            Ok(client)
        } else {
            Err(problems)
        }
    }

    fn set_proof(&self, client: &mut Client, problems: &mut Vec<String>) {
        client.is_active = self.is_active.unwrap_or(true);
        client.auth_method = read(
            "token_endpoint_auth_method",
            self.token_endpoint_auth_method.as_deref(),
            AuthMethod::ClientSecretBasic,
            AuthMethod::from_name,
            problems,
        );
        if !client.auth_method.needs_secret() {
            client.secret_digest = None;
        }
        client.token_endpoint_auth_signing_alg = picked(
            self.token_endpoint_auth_signing_alg.as_deref(),
            Algorithm::from_name,
            "token_endpoint_auth_signing_alg is none that is supported",
            problems,
        );
        client.token_endpoint_as_audience = self
            .token_endpoint_as_audience
            .unwrap_or(client.token_endpoint_as_audience);
        client.request_object_algorithm = picked(
            self.request_object_signing_alg.as_deref(),
            RequestAlgorithm::from_name,
            "request_object_signing_alg is none that is supported",
            problems,
        );
        client.require_request_object = self.require_signed_request_object.unwrap_or(false);
        client.jwks = self.jwks.clone().and_then(|jwks| match Jwks::parse(jwks) {
            Ok(jwks) => Some(jwks),
            Err(what) => {
                problems.push(format!("jwks {what}"));
                None
            }
        });
        client.jwks_uri.clone_from(&self.jwks_uri);
    }

    fn set_requests(&self, client: &mut Client, problems: &mut Vec<String>) {
        client.application_type = read(
            "application_type",
            self.application_type.as_deref(),
            default_type(client, &self.redirect_uris),
            ApplicationType::from_name,
            problems,
        );
        client.redirect_uris.clone_from(&self.redirect_uris);
        client
            .post_logout_redirect_uris
            .clone_from(&self.post_logout_redirect_uris);
        client
            .backchannel_logout_uri
            .clone_from(&self.backchannel_logout_uri);
        client.backchannel_logout_session_required =
            self.backchannel_logout_session_required.unwrap_or(false);
        client.require_pkce |= self.require_pkce.unwrap_or(false);
        client.require_par = self.require_pushed_authorization_requests.unwrap_or(false);
        client.default_max_age = self.default_max_age.map(Duration::from_secs);
        client.require_auth_time = self.require_auth_time.unwrap_or(false);
        client
            .default_acr_values
            .clone_from(&self.default_acr_values);
    }

    fn set_tokens(&self, client: &mut Client, problems: &mut Vec<String>) {
        client.grant_types = grant_types(self.grant_types.as_deref(), problems);
        client.scope = scope(self.scope.as_deref(), problems);
        client.resources.clone_from(&self.resources);
        client.id_token_algorithm = read(
            "id_token_signed_response_alg",
            self.id_token_signed_response_alg.as_deref(),
            Algorithm::Rs256,
            Algorithm::from_name,
            problems,
        );
        client.userinfo_claims_in_id_token = self.userinfo_claims_in_id_token.unwrap_or(false);
        client.userinfo_algorithm = picked(
            self.userinfo_signed_response_alg.as_deref(),
            Algorithm::from_name,
            "userinfo_signed_response_alg is none that is supported",
            problems,
        );
        client.access_token_format = read(
            "access_token_format",
            self.access_token_format.as_deref(),
            TokenFormat::Jwt,
            TokenFormat::from_name,
            problems,
        );
        client.dpop_bound = self.dpop_bound_access_tokens.unwrap_or(false);
        client.refresh_token_rotation = self.refresh_token_rotation;
        client.subject_type = read(
            "subject_type",
            self.subject_type.as_deref(),
            SubjectType::Public,
            SubjectType::from_name,
            problems,
        );
        client
            .sector_identifier_uri
            .clone_from(&self.sector_identifier_uri);
        client.sector = sector(client);
    }

    fn set_looks(&self, client: &mut Client, problems: &mut Vec<String>) {
        if let Some(name) = &self.client_name {
            client.name.clone_from(name);
        }
        client.color = picked(self.brand_color.as_deref(), Color::parse, COLOR, problems);
        client.logo = picked(self.logo_uri.as_deref(), Logo::parse, LOGO, problems);
        client.client_uri.clone_from(&self.client_uri);
        client
            .initiate_login_uri
            .clone_from(&self.initiate_login_uri);
        client.policy_uri.clone_from(&self.policy_uri);
        client.tos_uri.clone_from(&self.tos_uri);
        client.contacts.clone_from(&self.contacts);
    }
}

/// Returns a client with the default of every member.
pub(super) fn default_client(registration: Registration) -> Client {
    Client {
        name: default_name(&registration),
        id: registration.id,
        is_active: true,
        registered_by: registration.registered_by,
        secret_digest: registration.secret_digest,
        previous_secrets: Vec::new(),
        auth_method: AuthMethod::ClientSecretBasic,
        token_endpoint_auth_signing_alg: None,
        // Clients of libraries older than RFC 10070 send it, and no operator corrects a client that registers itself.
        token_endpoint_as_audience: registration.registered_by == RegisteredBy::Dynamic,
        request_object_algorithm: None,
        require_request_object: false,
        jwks: None,
        jwks_uri: None,
        application_type: ApplicationType::Web,
        redirect_uris: Vec::new(),
        post_logout_redirect_uris: Vec::new(),
        backchannel_logout_uri: None,
        backchannel_logout_session_required: false,
        grant_types: Vec::new(),
        scope: Scope::default(),
        resources: Vec::new(),
        id_token_algorithm: Algorithm::Rs256,
        userinfo_claims_in_id_token: false,
        userinfo_algorithm: None,
        access_token_format: TokenFormat::Jwt,
        dpop_bound: false,
        refresh_token_rotation: None,
        subject_type: SubjectType::Public,
        sector_identifier_uri: None,
        sector: None,
        // Requires PKCE, because only an operator disables it for such a client.
        require_pkce: registration.registered_by == RegisteredBy::Document,
        require_par: false,
        default_max_age: None,
        require_auth_time: false,
        default_acr_values: Vec::new(),
        color: None,
        logo: None,
        client_uri: None,
        initiate_login_uri: None,
        policy_uri: None,
        tos_uri: None,
        contacts: Vec::new(),
        first_party: registration.first_party,
        registration_token_digest: registration.token_digest,
        created_at: registration.now,
        updated_at: registration.now,
        last_used_at: None,
    }
}

/// Returns the default name of a client: its id, or the host of its document, whose URL may be too long. A long host is
/// cut at its start, because its end shows the owner.
fn default_name(registration: &Registration) -> String {
    let id = &registration.id;
    if registration.registered_by != RegisteredBy::Document {
        return id.clone();
    }
    let host = host_of(id).unwrap_or_default();
    let beyond = host.chars().count().saturating_sub(rules::MAX_NAME_LENGTH);
    host.chars().skip(beyond).collect()
}

/// Returns the default type of a client. A client whose redirect URIs are all http on loopback runs on a user's machine
/// (RFC 8252 section 7.3). For clients that register themselves, one URI that only native applications can have is
/// enough: agents send no type, and RFC 7591 section 3.2.1 lets the server choose.
fn default_type(client: &Client, redirect_uris: &[String]) -> ApplicationType {
    let is_native = |address: &String| !address.starts_with("https://");
    let is_all_loopback =
        !redirect_uris.is_empty() && redirect_uris.iter().all(|one| is_loopback_http(one));
    let is_own_word = client.is_self_registered() && redirect_uris.iter().any(is_native);
    if is_all_loopback || is_own_word {
        ApplicationType::Native
    } else {
        ApplicationType::Web
    }
}

/// Returns the sector of pairwise subjects (OpenID Connect Core section 8.1). It is the host of `sector_identifier_uri`, whose
/// document lists every redirect URI, or the common host of the redirect URIs. A client must not join a host's sector just by
/// naming it. Two kinds therefore have a sector of their own: self-registered clients with the device grant, whose tokens do
/// not pass through that host, and clients on loopback, a host that all machines have.
pub(super) fn sector(client: &Client) -> Option<String> {
    if let Some(address) = &client.sector_identifier_uri {
        return host_of(address);
    }
    let is_decided_elsewhere = client.is_self_registered() && client.may_use(GrantType::DeviceCode);
    if is_decided_elsewhere || client.redirect_uris.iter().any(|one| is_on_a_machine(one)) {
        return Some(format!("client:{}", client.id));
    }
    let mut hosts = client.redirect_uris.iter().map(|address| host_of(address));
    let first = hosts.next()??;
    hosts
        .all(|host| host.as_ref() == Some(&first))
        .then_some(first)
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

/// Parses an optional member; an invalid value is a problem and gets no default.
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

fn grant_types(given: Option<&[String]>, problems: &mut Vec<String>) -> Vec<GrantType> {
    let Some(given) = given else {
        return vec![GrantType::AuthorizationCode];
    };
    let mut types: Vec<_> = given
        .iter()
        .filter_map(|name| GrantType::from_name(name))
        .collect();
    if types.len() < given.len() {
        problems.push("grant_types holds one that is not supported".to_owned());
    }
    types.sort_unstable();
    types.dedup();
    types
}

fn scope(given: Option<&str>, problems: &mut Vec<String>) -> Scope {
    // Accepts the idp's own scopes and leaves them out: clients send them, but they need no registration.
    let read = Scope::parse(given.unwrap_or_default());
    if read.is_none() {
        problems.push("scope is not words separated by blanks".to_owned());
    }
    read.unwrap_or_default()
        .filtered(|word| !Scope::OWN.contains(&word))
}
