//! What a caller of the admin API may make of clients: none that can do more here than the caller itself.

use crate::clients::{Client, Scope};

/// Whoever has all of these runs the installation.
const ALL: [&str; 5] = [
    "idp.audit",
    "idp.clients",
    "idp.keys",
    "idp.status",
    "idp.users",
];

/// The client that calls, by its id and the words that it is registered for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing<'a> {
    /// `client_id`.
    pub(super) client_id: &'a str,
    /// Its registration's words, not those of the one token.
    pub(super) scope: &'a Scope,
    /// `IDP_WEBSITE_SCOPE`.
    pub(super) website_scope: &'a str,
}

impl Standing<'_> {
    /// Why the caller may not do to the keys what signs everybody out, or takes the whole database along; `None` when it
    /// may.
    pub(super) fn lacks_for_keys(self) -> Option<String> {
        let why = || format!("That takes a caller with {}.", ALL.join(" "));
        (!self.runs_the_installation()).then(why)
    }

    fn runs_the_installation(self) -> bool {
        ALL.iter().all(|word| self.scope.contains(word))
    }

    /// Why the caller may neither make, change nor delete this client; `None` when it may. Else whoever holds the
    /// secret of a caller for clients could give itself every other scope, or lead people's codes elsewhere.
    pub(super) fn lacks_for(self, client: &Client) -> Option<String> {
        if self.runs_the_installation() {
            return None;
        }
        if client.first_party {
            return Some(format!(
                "{} belongs to this installation: that takes a caller with {}.",
                client.id,
                ALL.join(" ")
            ));
        }
        self.lacks_scope(&client.scope)
    }

    /// Returns why the caller may not give a client these scopes; `None` when it may. A caller gives the scopes that it
    /// has itself, those that every client may ask for, and those that the operator opens to websites.
    pub(super) fn lacks_scope(self, scope: &Scope) -> Option<String> {
        if self.runs_the_installation() {
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
