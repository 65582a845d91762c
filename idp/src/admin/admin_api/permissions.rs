//! Permissions of admin API callers: a caller may not manage a client that has more rights than the caller.

use crate::protocol::clients::{Client, Scope};

/// All scopes of the admin API; a caller with all of them administers the installation.
const ADMIN_SCOPES: [&str; 5] = [
    "idp.audit",
    "idp.clients",
    "idp.keys",
    "idp.status",
    "idp.users",
];

/// Permissions of a caller: the client's id and its registered scopes.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallerPermissions<'a> {
    /// `client_id`.
    pub(super) client_id: &'a str,
    /// The scopes of its registration, not those of the token.
    pub(super) scope: &'a Scope,
    /// `IDP_WEBSITE_SCOPE`.
    pub(super) website_scope: &'a str,
}

impl CallerPermissions<'_> {
    /// Returns why the caller may not withdraw keys or re-encrypt secrets; `None` if it may. A withdrawn key signs out
    /// all users, and the re-encryption reads the whole database.
    pub(super) fn reason_against_keys(self) -> Option<String> {
        let why = || format!("That takes a caller with {}.", ADMIN_SCOPES.join(" "));
        (!self.is_installation_admin()).then(why)
    }

    fn is_installation_admin(self) -> bool {
        ADMIN_SCOPES.iter().all(|word| self.scope.contains(word))
    }

    /// Returns why the caller may not create, change or delete this client; `None` if it may. Without this check, the secret of
    /// a caller with `idp.clients` would be enough to get every scope, or to redirect users' authorization codes.
    pub(super) fn reason_against(self, client: &Client) -> Option<String> {
        if self.is_installation_admin() {
            return None;
        }
        if client.first_party {
            return Some(format!(
                "{} belongs to this installation: that takes a caller with {}.",
                client.id,
                ADMIN_SCOPES.join(" ")
            ));
        }
        self.reason_against_scope(&client.scope)
    }

    /// Returns why the caller may not give a client these scopes; `None` if it may. A caller may give its own scopes,
    /// those that every client may request, and those that the operator opens to websites.
    pub(super) fn reason_against_scope(self, scope: &Scope) -> Option<String> {
        if self.is_installation_admin() {
            return None;
        }
        let is_open = |word: &str| {
            Scope::OWN.contains(&word)
                || self.website_scope.split(' ').any(|open| open == word)
                || self.scope.contains(word)
        };
        let lacking: Vec<_> = scope.words().filter(|word| !is_open(word)).collect();
        (!lacking.is_empty()).then(|| {
            format!(
                "A client with {} takes a caller that is registered for the same; the operator can open a scope to \
                 websites with IDP_WEBSITE_SCOPE.",
                lacking.join(" ")
            )
        })
    }
}
