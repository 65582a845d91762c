//! Pending changes of a website: stored before they are sent to the idp.

use foundation::Failure;
use foundation::text::strict_json;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::branding::Branding;
use super::client_settings::SettingsChange;
use super::details::WebsiteChange;
use crate::audit::{UserActor, UserSession};

/// Maximum number of changes that wait behind the first.
const MAX_PENDING: usize = 7;

/// A pending change and its author: the audit log names the author when the change is applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PendingChange {
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
    /// Later changes, in order. Each is sent to the idp separately, so that a refused one does not affect the others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    then: Vec<Self>,
}

impl PendingChange {
    /// Appends a change to the pending ones; `None` if the maximum number waits already.
    pub(super) fn append(
        before: Option<Self>,
        change: &WebsiteChange,
        author: UserActor<'_>,
    ) -> Option<Self> {
        let change = change.clone();
        let newest = Self {
            name: change.name,
            url: change.url,
            redirect_uris: change.redirect_uris,
            post_logout_redirect_uris: change.post_logout_redirect_uris,
            branding: change.branding,
            settings: change.settings,
            actor: author.user_id.to_owned(),
            client_id: author.session.client_id.clone(),
            session_id: author.session.session_id.clone(),
            token_id: author.session.token_id.clone(),
            then: Vec::new(),
        };
        match before {
            None => Some(newest),
            Some(before) => before.with(newest),
        }
    }

    /// Appends a change, unless the last one is identical, such as a retry.
    fn with(mut self, newest: Self) -> Option<Self> {
        let last = self.then.last().unwrap_or(&self);
        if last.change() == newest.change() {
            return Some(self);
        }
        if self.then.len() >= MAX_PENDING {
            return None;
        }
        self.then.push(newest);
        Some(self)
    }

    /// Returns the changes after the first.
    pub(super) fn rest(&self) -> Option<Self> {
        let (next, then) = self.then.split_first()?;
        Some(Self {
            then: then.to_vec(),
            ..next.clone()
        })
    }

    /// Returns the session of the owner's token.
    pub(super) fn session(&self) -> UserSession {
        UserSession {
            client_id: self.client_id.clone(),
            session_id: self.session_id.clone(),
            token_id: self.token_id.clone(),
        }
    }

    /// Returns the first change.
    pub(super) fn change(&self) -> WebsiteChange {
        WebsiteChange {
            name: self.name.clone(),
            url: self.url.clone(),
            redirect_uris: self.redirect_uris.clone(),
            post_logout_redirect_uris: self.post_logout_redirect_uris.clone(),
            branding: self.branding.clone(),
            settings: self.settings.clone(),
        }
    }

    /// Returns the first change's details for the audit log.
    pub(super) fn audit_details(&self) -> Value {
        json!({
            "name": self.name, "url": self.url, "redirect_uris": self.redirect_uris,
            "post_logout_redirect_uris": self.post_logout_redirect_uris,
            "branding": self.branding.as_ref().map(Branding::audit_details), "settings": self.settings,
        })
    }

    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing a pending change", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text)
            .map_err(|error| Failure::broken("reading a pending change", error))
    }
}
