//! Client of the idp's data for operators: users, their sessions and accounts, signing keys, health.

use foundation::outbound::{UpstreamService, read_bounded};
use foundation::text::strict_json;
use foundation::{Clock, Failure};
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::admin::{Admin, unexpected_status};
use super::user_admin::is_nameable;
use crate::config::IssuerConfig;

/// Scopes for each part of the admin API.
const USERS: &str = "idp.users";
const KEYS: &str = "idp.keys";
const STATUS: &str = "idp.status";

/// The idp, as its operator sees it.
pub(crate) struct Directory {
    pub(super) users: Admin,
    keys: Admin,
    status: Admin,
}

/// A user.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpUser {
    pub(crate) id: String,
    pub(crate) name: Option<String>,
    pub(crate) email: Option<String>,
    pub(crate) image: Option<String>,
    pub(crate) is_operator: bool,
    pub(crate) is_active: bool,
    pub(crate) created_at: String,
}

/// A page of users.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpUserPage {
    pub(crate) users: Vec<IdpUser>,
    pub(crate) next_cursor: Option<String>,
}

/// A browser session of a user.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpSession {
    pub(crate) id: String,
    pub(crate) amr: Vec<String>,
    pub(crate) user_agent: Option<String>,
    pub(crate) network: Option<String>,
    pub(crate) created_at: String,
    pub(crate) last_seen_at: String,
}

#[derive(Deserialize)]
struct IdpSessionList {
    sessions: Vec<IdpSession>,
}

/// An identity at a provider.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpAccount {
    pub(crate) id: String,
    pub(crate) provider: String,
    pub(crate) email: Option<String>,
    pub(crate) created_at: String,
}

#[derive(Deserialize)]
struct IdpAccountList {
    accounts: Vec<IdpAccount>,
}

/// A signing key.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpSigningKey {
    pub(crate) kid: String,
    pub(crate) alg: String,
    pub(crate) state: String,
    pub(crate) created_at: String,
    pub(crate) signs_at: Option<String>,
    pub(crate) activated_at: Option<String>,
    pub(crate) retired_at: Option<String>,
}

#[derive(Deserialize)]
struct IdpSigningKeyList {
    keys: Vec<IdpSigningKey>,
}

/// State of a service that the idp depends on.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpDependency {
    pub(crate) ready: bool,
}

/// State of the idp's outgoing email.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpMailStatus {
    /// `smtp`, or `directory` if emails are written to files.
    #[serde(default)]
    pub(crate) route: String,
    pub(crate) ready: bool,
    pub(crate) problem: Option<String>,
    pub(crate) waiting: Option<i64>,
    pub(crate) tried: Option<i64>,
}

impl IdpMailStatus {
    /// Returns true if emails are written to files instead of being sent.
    pub(crate) fn writes_to_files(&self) -> bool {
        self.route == "directory"
    }
}

/// State of the idp.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpStatus {
    pub(crate) database: IdpDependency,
    pub(crate) sessions: IdpDependency,
    pub(crate) mail: IdpMailStatus,
}

/// Parameters of the list of users.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UserFilter<'a> {
    pub(crate) typed: &'a str,
    pub(crate) limit: i64,
    pub(crate) cursor: Option<&'a str>,
}

impl Directory {
    /// Creates a client of the configured idp, without a request.
    pub(crate) fn new(config: &IssuerConfig, clock: &Clock, idp: &UpstreamService) -> Self {
        let admin = |scope| Admin::new(config, scope, clock.clone(), idp.clone());
        Self {
            users: admin(USERS),
            keys: admin(KEYS),
            status: admin(STATUS),
        }
    }

    /// Finds users whose email or name begins with a text, newest first; none if the idp does not accept the cursor.
    pub(crate) async fn users(
        &self,
        filter: UserFilter<'_>,
    ) -> Result<Option<IdpUserPage>, Failure> {
        let mut query = vec![("limit", filter.limit.to_string())];
        if !filter.typed.is_empty() {
            query.push(("search", filter.typed.to_owned()));
        }
        query.extend(filter.cursor.map(|cursor| ("cursor", cursor.to_owned())));
        let path = format!("/users?{}", encoded(&query));
        let doing = "asking the identity provider for people";
        ask(&self.users, doing, Method::GET, &path).await
    }

    /// Finds a user by id; none if the idp does not know the user.
    pub(crate) async fn user(&self, id: &str) -> Result<Option<IdpUser>, Failure> {
        self.get_of_user(id, "").await
    }

    /// Returns the user's sessions.
    pub(crate) async fn sessions(&self, id: &str) -> Result<Vec<IdpSession>, Failure> {
        let list: Option<IdpSessionList> = self.get_of_user(id, "/sessions").await?;
        Ok(list.map(|list| list.sessions).unwrap_or_default())
    }

    /// Returns the user's identities at providers.
    pub(crate) async fn accounts(&self, id: &str) -> Result<Vec<IdpAccount>, Failure> {
        let list: Option<IdpAccountList> = self.get_of_user(id, "/accounts").await?;
        Ok(list.map(|list| list.accounts).unwrap_or_default())
    }

    async fn get_of_user<T: DeserializeOwned>(
        &self,
        id: &str,
        what: &str,
    ) -> Result<Option<T>, Failure> {
        if !is_nameable(id) {
            return Ok(None);
        }
        let doing = "asking the identity provider for a person";
        let path = format!("/users/{id}{what}");
        ask(&self.users, doing, Method::GET, &path).await
    }

    /// Signs a user out everywhere; false if the idp does not know the user.
    pub(crate) async fn end_sessions(&self, id: &str) -> Result<bool, Failure> {
        if !is_nameable(id) {
            return Ok(false);
        }
        let doing = "signing a person out at the identity provider";
        let path = format!("/users/{id}/sessions");
        let request = self.users.request(Method::DELETE, &path);
        match self.users.send(doing, request).await?.status() {
            StatusCode::NO_CONTENT => Ok(true),
            StatusCode::NOT_FOUND => Ok(false),
            status => Err(Failure::unavailable(doing, unexpected_status(status))),
        }
    }

    /// Returns the signing keys, oldest first.
    pub(crate) async fn keys(&self) -> Result<Vec<IdpSigningKey>, Failure> {
        let doing = "asking the identity provider for its keys";
        let list: Option<IdpSigningKeyList> = ask(&self.keys, doing, Method::GET, "/keys").await?;
        Ok(list.map(|list| list.keys).unwrap_or_default())
    }

    /// Creates and announces the next signing keys; none if there are too many already.
    pub(crate) async fn rotate_keys(&self) -> Result<Option<Vec<IdpSigningKey>>, Failure> {
        let doing = "rotating the keys of the identity provider";
        let list: Option<IdpSigningKeyList> =
            ask(&self.keys, doing, Method::POST, "/keys/rotate").await?;
        Ok(list.map(|list| list.keys))
    }

    /// Returns the state of the idp.
    pub(crate) async fn status(&self) -> Result<IdpStatus, Failure> {
        let doing = "asking the identity provider how it is";
        let list = ask(&self.status, doing, Method::GET, "/status").await?;
        list.ok_or_else(|| Failure::unavailable(doing, "it has no status"))
    }
}

pub(super) fn encoded(query: &[(&str, String)]) -> String {
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(query)
        .finish()
}

/// Sends a request and parses the response; none if the idp answers that the resource is missing or the request is invalid.
pub(super) async fn ask<T: DeserializeOwned>(
    admin: &Admin,
    doing: &str,
    method: Method,
    path: &str,
) -> Result<Option<T>, Failure> {
    let response = admin.send(doing, admin.request(method, path)).await?;
    match response.status() {
        StatusCode::OK => {}
        StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST | StatusCode::CONFLICT => return Ok(None),
        status => return Err(Failure::unavailable(doing, unexpected_status(status))),
    }
    let body = read_bounded(response).await?;
    strict_json::from_slice(&body)
        .map(Some)
        .map_err(|error| Failure::unavailable(doing, error.to_string()))
}
