//! A change of a website that is written down before the idp is told of it.

use foundation::{Failure, json};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::branding::Branding;
use super::client_settings::SettingsChange;
use super::details::Change;
use crate::audit::PersonSession;

/// So many changes wait behind the first at most.
const MOST_BEHIND: usize = 7;

/// What is wanted, and by whom: whoever finishes it writes the trail in their name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wish {
    name: Option<String>,
    url: Option<String>,
    redirect_uris: Option<Vec<String>>,
    post_logout_redirect_uris: Option<Vec<String>>,
    branding: Option<Branding>,
    #[serde(default)]
    settings: SettingsChange,
    /// The owner.
    pub(super) actor: String,
    client_id: String,
    session_id: String,
    token_id: Option<String>,
    /// What is wanted after that, in order: each is told to the idp by itself, so that one it refuses takes no other along.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    then: Vec<Self>,
}

impl Wish {
    /// What an owner wants, after what was wanted and is not done yet; none when too much waits.
    pub(super) fn of(
        before: Option<Self>,
        change: &Change,
        (actor, session): (&str, &PersonSession),
    ) -> Option<Self> {
        let change = change.clone();
        let newest = Self {
            name: change.name,
            url: change.url,
            redirect_uris: change.redirect_uris,
            post_logout_redirect_uris: change.post_logout_redirect_uris,
            branding: change.branding,
            settings: change.settings,
            actor: actor.to_owned(),
            client_id: session.client_id.clone(),
            session_id: session.session_id.clone(),
            token_id: session.token_id.clone(),
            then: Vec::new(),
        };
        match before {
            None => Some(newest),
            Some(before) => before.with(newest),
        }
    }

    /// With another behind it, unless that is the last one, sent again.
    fn with(mut self, newest: Self) -> Option<Self> {
        let last = self.then.last().unwrap_or(&self);
        if last.change() == newest.change() {
            return Some(self);
        }
        if self.then.len() >= MOST_BEHIND {
            return None;
        }
        self.then.push(newest);
        Some(self)
    }

    /// What is wanted after the first.
    pub(super) fn rest(&self) -> Option<Self> {
        let (next, then) = self.then.split_first()?;
        Some(Self {
            then: then.to_vec(),
            ..next.clone()
        })
    }

    /// Where the owner's token came from.
    pub(super) fn session(&self) -> PersonSession {
        PersonSession {
            client_id: self.client_id.clone(),
            session_id: self.session_id.clone(),
            token_id: self.token_id.clone(),
        }
    }

    /// What is to be changed first.
    pub(super) fn change(&self) -> Change {
        Change {
            name: self.name.clone(),
            url: self.url.clone(),
            redirect_uris: self.redirect_uris.clone(),
            post_logout_redirect_uris: self.post_logout_redirect_uris.clone(),
            branding: self.branding.clone(),
            settings: self.settings.clone(),
        }
    }

    /// What the trail tells of that.
    pub(super) fn told(&self) -> Value {
        json!({
            "name": self.name, "url": self.url, "redirect_uris": self.redirect_uris,
            "post_logout_redirect_uris": self.post_logout_redirect_uris,
            "branding": self.branding.as_ref().map(Branding::told), "settings": self.settings,
        })
    }

    /// As it is kept.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self).map_err(|error| Failure::broken("writing a wish down", error))
    }

    /// The wish that was kept.
    pub(super) fn of_text(text: &str) -> Result<Self, Failure> {
        json::from_stored(text).map_err(|error| Failure::broken("reading a wish", error))
    }
}
