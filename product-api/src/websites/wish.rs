//! A change of a website that is written down before the idp is told of it.

use foundation::Failure;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::branding::Branding;
use super::details::Change;
use crate::audit::PersonSession;

/// What is wanted, and by whom: whoever finishes it writes the trail in their name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wish {
    name: Option<String>,
    url: Option<String>,
    redirect_uris: Option<Vec<String>>,
    post_logout_redirect_uris: Option<Vec<String>>,
    branding: Option<Branding>,
    /// The owner.
    pub(super) actor: String,
    client_id: String,
    session_id: String,
    token_id: Option<String>,
}

impl Wish {
    /// What an owner wants, over what was wanted and is not done yet.
    pub(super) fn of(
        before: Option<Self>,
        change: &Change,
        (actor, session): (&str, &PersonSession),
    ) -> Self {
        let before = before.map(|wish| wish.change()).unwrap_or_default();
        let change = change.clone();
        Self {
            name: change.name.or(before.name),
            url: change.url.or(before.url),
            redirect_uris: change.redirect_uris.or(before.redirect_uris),
            post_logout_redirect_uris: change
                .post_logout_redirect_uris
                .or(before.post_logout_redirect_uris),
            branding: change.branding.or(before.branding),
            actor: actor.to_owned(),
            client_id: session.client_id.clone(),
            session_id: session.session_id.clone(),
            token_id: session.token_id.clone(),
        }
    }

    /// Where the owner's token came from.
    pub(super) fn session(&self) -> PersonSession {
        PersonSession {
            client_id: self.client_id.clone(),
            session_id: self.session_id.clone(),
            token_id: self.token_id.clone(),
        }
    }

    /// What is to be changed.
    pub(super) fn change(&self) -> Change {
        Change {
            name: self.name.clone(),
            url: self.url.clone(),
            redirect_uris: self.redirect_uris.clone(),
            post_logout_redirect_uris: self.post_logout_redirect_uris.clone(),
            branding: self.branding.clone(),
        }
    }

    /// What the trail tells.
    pub(super) fn told(&self) -> Value {
        json!({
            "name": self.name, "url": self.url, "redirect_uris": self.redirect_uris,
            "post_logout_redirect_uris": self.post_logout_redirect_uris,
            "branding": self.branding.as_ref().map(Branding::told),
        })
    }

    /// As it is kept.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(|error| Failure::broken("writing a wish down", error))
    }

    /// The wish that was kept.
    pub(super) fn of_text(text: &str) -> Result<Self, Failure> {
        serde_json::from_str(text).map_err(|error| Failure::broken("reading a wish", error))
    }
}
