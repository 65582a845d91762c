//! Access of third-party clients to a user's account.

use foundation::Timestamp;

use crate::protocol::clients::{Scope, login_link};

/// User and client of a consent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConsentKey<'a> {
    pub(crate) user_id: &'a str,
    pub(crate) client_id: &'a str,
}

/// A client with a user's consent or a live grant of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Application {
    /// `client_id`.
    pub(crate) client_id: String,
    /// `client_name`.
    pub(crate) name: String,
    /// All scopes that the client was allowed.
    pub(crate) scope: Scope,
    /// Time of the oldest consent or grant that still exists.
    pub(crate) granted_at: Timestamp,
    /// Time of the user's last consent or the client's last grant.
    pub(crate) used_at: Timestamp,
    /// The `data:` URL of the client's logo.
    pub(crate) logo: Option<String>,
    /// Page of the client that starts a sign-in.
    pub(crate) initiate_login_uri: Option<String>,
    /// True for a first-party client.
    pub(crate) is_first_party: bool,
}

impl Application {
    /// Returns the link that starts a sign-in at the client's website with this issuer, if the client has such a page.
    pub(crate) fn login_link(&self, issuer: &str) -> Option<String> {
        login_link(self.initiate_login_uri.as_deref()?, issuer)
    }
}

/// A consent or a grant, which puts a client among a user's applications.
#[derive(Clone, Debug)]
pub(super) struct AccessRecord {
    pub(super) client_id: String,
    pub(super) name: String,
    pub(super) scope: String,
    pub(super) granted_at: Timestamp,
    pub(super) at: Timestamp,
    pub(super) logo: Option<String>,
    pub(super) initiate_login_uri: Option<String>,
    pub(super) is_first_party: bool,
}

/// Joins consents and grants into applications, the most recently used first.
pub(super) fn merge_records(records: Vec<AccessRecord>) -> Vec<Application> {
    let mut applications: Vec<Application> = Vec::new();
    for record in records {
        let scope = Scope::parse(&record.scope).unwrap_or_default();
        let known = applications
            .iter_mut()
            .find(|one| one.client_id == record.client_id);
        if let Some(known) = known {
            known.scope = known.scope.and(&scope);
            known.used_at = known.used_at.max(record.at);
            known.granted_at = known.granted_at.min(record.granted_at);
        } else {
            applications.push(Application {
                client_id: record.client_id,
                name: record.name,
                scope,
                granted_at: record.granted_at,
                used_at: record.at,
                logo: record.logo,
                initiate_login_uri: record.initiate_login_uri,
                is_first_party: record.is_first_party,
            });
        }
    }
    applications.sort_by(|a, b| b.used_at.cmp(&a.used_at).then(a.name.cmp(&b.name)));
    applications
}
