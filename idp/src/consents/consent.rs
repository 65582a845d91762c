//! What a client of somebody else may do for a user.

use foundation::Timestamp;

use crate::clients::{Scope, login_link};

/// A client that a user allowed something, or that holds a live grant of theirs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Application {
    /// `client_id`.
    pub(crate) client_id: String,
    /// `client_name`.
    pub(crate) name: String,
    /// All that it was allowed.
    pub(crate) scope: Scope,
    /// When the user first allowed it what still stands.
    pub(crate) granted_at: Timestamp,
    /// When the user last allowed it anything, or it was last given a grant.
    pub(crate) used_at: Timestamp,
    /// The `data:` address of its logo.
    pub(crate) logo: Option<String>,
    /// The page at which its site begins a sign-in.
    pub(crate) initiate_login_uri: Option<String>,
    /// Whether it belongs to this installation.
    pub(crate) is_first_party: bool,
}

impl Application {
    /// The link that opens its site with a sign-in at this issuer, if the site knows how to begin one.
    pub(crate) fn login_link(&self, issuer: &str) -> Option<String> {
        login_link(self.initiate_login_uri.as_deref()?, issuer)
    }
}

/// One reason why a client is among a user's applications.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) client_id: String,
    pub(super) name: String,
    pub(super) scope: String,
    pub(super) granted_at: Timestamp,
    pub(super) at: Timestamp,
    pub(super) logo: Option<String>,
    pub(super) initiate_login_uri: Option<String>,
    pub(super) is_first_party: bool,
}

/// The applications that traces tell of, the one that was used last first.
pub(super) fn joined(traces: Vec<Trace>) -> Vec<Application> {
    let mut applications: Vec<Application> = Vec::new();
    for trace in traces {
        let scope = Scope::parse(&trace.scope).unwrap_or_default();
        let known = applications
            .iter_mut()
            .find(|one| one.client_id == trace.client_id);
        if let Some(known) = known {
            known.scope = known.scope.and(&scope);
            known.used_at = known.used_at.max(trace.at);
            known.granted_at = known.granted_at.min(trace.granted_at);
        } else {
            applications.push(Application {
                client_id: trace.client_id,
                name: trace.name,
                scope,
                granted_at: trace.granted_at,
                used_at: trace.at,
                logo: trace.logo,
                initiate_login_uri: trace.initiate_login_uri,
                is_first_party: trace.is_first_party,
            });
        }
    }
    applications.sort_by(|a, b| b.used_at.cmp(&a.used_at).then(a.name.cmp(&b.name)));
    applications
}
