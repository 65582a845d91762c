//! The window to the idp's admin API on people.

use foundation::outbound::read_bounded;
use foundation::{Clock, Failure, json};
use reqwest::{Method, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::admin::{Admin, told};
use crate::config::IssuerConfig;

/// What the admin API asks for.
const SCOPE: &str = "idp.users";
/// How many changes are asked for at a time.
const CHANGES: u16 = 100;
/// The longest id that is asked about, in bytes.
const LONGEST_ID: usize = 255;

/// People, as the idp's admin API serves them.
pub(crate) struct People {
    admin: Admin,
}

const SWITCHING: &str = "switching a user at the identity provider";

/// What became of switching a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Switched {
    /// The person is as was asked.
    Done,
    /// The idp knows no such person.
    Unknown,
    /// The person was merged into another, and can be neither switched on nor off.
    Merged,
}

/// Where a merge of two users stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MergeState {
    /// One user is part of the other.
    Merged,
    /// Both are there again.
    Undone,
}

/// A merge of two users, as the idp tells of it: once for each change, with a higher sequence each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldMerge {
    /// The merge.
    pub(crate) id: String,
    /// Who is part of the other.
    pub(crate) from_user_id: String,
    /// The other.
    pub(crate) into_user_id: String,
    /// Where it stands.
    pub(crate) state: MergeState,
    /// The number of the change; they are told in this order.
    pub(crate) sequence: i64,
}

/// A switch of a user, as the idp tells of it: only the last one of each, ours among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldSwitch {
    /// Who.
    pub(crate) user_id: String,
    /// Whether the user may sign in there.
    pub(crate) is_active: bool,
    /// The client that asked the idp for it.
    pub(crate) switched_by: String,
    /// The client that had asked for the same before.
    pub(crate) also_by: Option<String>,
    /// The number of the change.
    pub(crate) sequence: i64,
}

impl ToldSwitch {
    /// The client beside this one that asked for it, if any.
    pub(crate) fn asked_by_another(&self, client_id: &str) -> Option<&str> {
        let asked = [Some(&self.switched_by), self.also_by.as_ref()];
        let mut others = asked.into_iter().flatten();
        others.find(|by| *by != client_id).map(String::as_str)
    }
}

/// What became of a user.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "ToldItem")]
pub(crate) enum UserChange {
    /// A merge, or its undoing.
    Merge(ToldMerge),
    /// Gone for ever.
    Deletion {
        /// Who.
        user_id: String,
        /// The number of the change.
        sequence: i64,
    },
    /// Switched off or on.
    Switch(ToldSwitch),
}

impl UserChange {
    /// The number by which it is remembered.
    pub(crate) fn sequence(&self) -> i64 {
        match self {
            Self::Merge(merge) => merge.sequence,
            Self::Deletion { sequence, .. } => *sequence,
            Self::Switch(switch) => switch.sequence,
        }
    }
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Merged,
    Undone,
    Deleted,
    Activated,
    Deactivated,
}

/// What became of a user, as it stands in the list.
#[derive(Debug, Deserialize)]
struct ToldItem {
    sequence: i64,
    kind: Kind,
    user_id: String,
    merge_id: Option<String>,
    into_user_id: Option<String>,
    switched_by: Option<String>,
    also_by: Option<String>,
}

impl TryFrom<ToldItem> for UserChange {
    type Error = &'static str;

    fn try_from(item: ToldItem) -> Result<Self, Self::Error> {
        match item.kind {
            Kind::Merged => item.merge(MergeState::Merged),
            Kind::Undone => item.merge(MergeState::Undone),
            Kind::Deleted => Ok(Self::Deletion {
                user_id: item.user_id,
                sequence: item.sequence,
            }),
            Kind::Activated => item.switch(true),
            Kind::Deactivated => item.switch(false),
        }
    }
}

impl ToldItem {
    fn merge(self, state: MergeState) -> Result<UserChange, &'static str> {
        let (Some(id), Some(into_user_id)) = (self.merge_id, self.into_user_id) else {
            return Err("a merge is told without its id or its other user");
        };
        Ok(UserChange::Merge(ToldMerge {
            id,
            from_user_id: self.user_id,
            into_user_id,
            state,
            sequence: self.sequence,
        }))
    }

    fn switch(self, is_active: bool) -> Result<UserChange, &'static str> {
        let switched_by = self
            .switched_by
            .ok_or("a switch is told without who asked for it")?;
        Ok(UserChange::Switch(ToldSwitch {
            user_id: self.user_id,
            is_active,
            switched_by,
            also_by: self.also_by,
            sequence: self.sequence,
        }))
    }
}

/// Some of what became of users.
#[derive(Debug, Deserialize)]
pub(crate) struct UserChanges {
    /// In the order of their sequences.
    pub(crate) items: Vec<UserChange>,
    /// There when there may be more.
    pub(crate) next: Option<String>,
}

impl People {
    /// The people of the configured idp; asks for nothing yet.
    pub(crate) fn new(config: &IssuerConfig, clock: Clock, outbound: reqwest::Client) -> Self {
        Self {
            admin: Admin::new(config, SCOPE, clock, outbound),
        }
    }

    /// Lets a person sign in, or stops that at once and everywhere; doing it again is safe.
    pub(crate) async fn set_active(
        &self,
        user_id: &str,
        is_active: bool,
    ) -> Result<Switched, Failure> {
        let wish = json!({ "active": is_active });
        match self.put_active(user_id, &wish).await? {
            StatusCode::OK => Ok(Switched::Done),
            StatusCode::NOT_FOUND => Ok(Switched::Unknown),
            StatusCode::CONFLICT => Ok(Switched::Merged),
            status => Err(Failure::unavailable(SWITCHING, told(status))),
        }
    }

    /// Brings a person back to what our row says; false when somebody has switched them after a sequence. Whoever is not
    /// there, or was merged into another, is let in by nobody.
    pub(crate) async fn bring_back(
        &self,
        user_id: &str,
        is_active: bool,
        seen: i64,
    ) -> Result<bool, Failure> {
        let wish = json!({ "active": is_active, "if_unchanged_since": seen });
        match self.put_active(user_id, &wish).await? {
            StatusCode::OK | StatusCode::NOT_FOUND | StatusCode::CONFLICT => Ok(true),
            StatusCode::PRECONDITION_FAILED => Ok(false),
            status => Err(Failure::unavailable(SWITCHING, told(status))),
        }
    }

    async fn put_active(&self, user_id: &str, wish: &Value) -> Result<StatusCode, Failure> {
        if !is_nameable(user_id) {
            return Ok(StatusCode::NOT_FOUND);
        }
        let path = format!("/users/{user_id}/active");
        let request = self.admin.request(Method::PUT, &path).json(wish);
        let answer = self.admin.send(SWITCHING, request).await?;
        Ok(answer.status())
    }

    /// What became of users after a sequence, the oldest first.
    pub(crate) async fn changes_after(&self, sequence: i64) -> Result<UserChanges, Failure> {
        let doing = "asking the identity provider what became of users";
        let path = format!("/user-changes?after={sequence}&limit={CHANGES}");
        let request = self.admin.request(Method::GET, &path);
        let answer = self.admin.send(doing, request).await?;
        if answer.status() != StatusCode::OK {
            return Err(Failure::unavailable(doing, told(answer.status())));
        }
        let body = read_bounded(answer).await?;
        json::from_slice(&body).map_err(|error| Failure::unavailable(doing, error.to_string()))
    }
}

/// Whether a text can stand in an address as it is; every id of the idp can.
pub(super) fn is_nameable(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_ids_get_into_an_address() {
        for (id, expected) in [
            ("usr_0192f0c4a1b27c3d8e9f001122334455", true),
            ("", false),
            ("..", false),
            ("a/b", false),
            ("a?b", false),
            ("ü", false),
        ] {
            assert_eq!(is_nameable(id), expected, "{id}");
        }
    }
}
