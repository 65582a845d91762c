//! User changes, as the idp's admin API lists them.

use foundation::outbound::read_bounded;
use foundation::{Failure, json};
use reqwest::{Method, Response, StatusCode};
use serde::Deserialize;

use super::admin::told;
use super::directory::encoded;
use super::people::People;

/// How many changes are asked for at a time.
const CHANGES: u16 = 100;
const FOLLOWING: &str = "asking the identity provider what became of users";

/// A place in the idp's list of changes: the last change that was applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChangeCursor {
    /// The number of the change; zero before the first.
    pub(crate) sequence: i64,
    /// The id of the change; none of a change from an idp of an older version.
    pub(crate) change_id: Option<String>,
}

/// The state of a merge of two users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MergeState {
    /// One user is part of the other.
    Merged,
    /// Both are there again.
    Undone,
}

/// A merge of two users, as the idp lists it: once for each change, with a higher sequence each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ToldMerge {
    /// The merge.
    pub(crate) id: String,
    /// Who is part of the other.
    pub(crate) from_user_id: String,
    /// The other.
    pub(crate) into_user_id: String,
    /// Its state.
    pub(crate) state: MergeState,
    /// The number of the change; they are listed in this order.
    pub(crate) sequence: i64,
}

/// A switch of a user, as the idp lists it: only the last one of each, ours among them.
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
}

impl ToldSwitch {
    /// The other client that asked for it, if any.
    pub(crate) fn asked_by_another(&self, client_id: &str) -> Option<&str> {
        let asked = [Some(&self.switched_by), self.also_by.as_ref()];
        let mut others = asked.into_iter().flatten();
        others.find(|by| *by != client_id).map(String::as_str)
    }
}

/// What can become of a user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Became {
    /// A merge, or its undoing.
    Merge(ToldMerge),
    /// Gone for ever.
    Deletion {
        /// Who.
        user_id: String,
    },
    /// Switched off or on.
    Switch(ToldSwitch),
}

/// What became of a user.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "ToldItem")]
pub(crate) struct UserChange {
    /// The cursor once this change is applied.
    pub(crate) cursor: ChangeCursor,
    /// What.
    pub(crate) became: Became,
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

/// A change of a user, as the list has it.
#[derive(Debug, Deserialize)]
struct ToldItem {
    sequence: i64,
    id: Option<String>,
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
        let cursor = ChangeCursor {
            sequence: item.sequence,
            change_id: item.id.clone(),
        };
        let became = match item.kind {
            Kind::Merged => item.merge(MergeState::Merged),
            Kind::Undone => item.merge(MergeState::Undone),
            Kind::Deleted => Ok(Became::Deletion {
                user_id: item.user_id,
            }),
            Kind::Activated => item.switch(true),
            Kind::Deactivated => item.switch(false),
        };
        became.map(|became| Self { cursor, became })
    }
}

impl ToldItem {
    fn merge(self, state: MergeState) -> Result<Became, &'static str> {
        let (Some(id), Some(into_user_id)) = (self.merge_id, self.into_user_id) else {
            return Err("a merge is told without its id or its other user");
        };
        Ok(Became::Merge(ToldMerge {
            id,
            from_user_id: self.user_id,
            into_user_id,
            state,
            sequence: self.sequence,
        }))
    }

    fn switch(self, is_active: bool) -> Result<Became, &'static str> {
        let switched_by = self
            .switched_by
            .ok_or("a switch is told without who asked for it")?;
        Ok(Became::Switch(ToldSwitch {
            user_id: self.user_id,
            is_active,
            switched_by,
            also_by: self.also_by,
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
    /// The id of the change at the cursor of the question, if the idp has one.
    pub(crate) after_id: Option<String>,
}

impl People {
    /// Returns the user changes after a cursor, the oldest first; none when the idp does not have the change at the cursor,
    /// because its database was restored from a backup, or is another one.
    pub(crate) async fn changes_after(
        &self,
        cursor: &ChangeCursor,
    ) -> Result<Option<UserChanges>, Failure> {
        let mut answer = self.ask_for_changes(cursor).await?;
        if answer.status() == StatusCode::BAD_REQUEST && cursor.change_id.is_some() {
            // An idp of an older version refuses the parameter that it does not know.
            let without_id = ChangeCursor {
                sequence: cursor.sequence,
                change_id: None,
            };
            answer = self.ask_for_changes(&without_id).await?;
        }
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::CONFLICT => return Ok(None),
            status => return Err(Failure::unavailable(FOLLOWING, told(status))),
        }
        let body = read_bounded(answer).await?;
        json::from_slice(&body)
            .map(Some)
            .map_err(|error| Failure::unavailable(FOLLOWING, error.to_string()))
    }

    async fn ask_for_changes(&self, cursor: &ChangeCursor) -> Result<Response, Failure> {
        let mut query = vec![("after", cursor.sequence.to_string())];
        query.extend(cursor.change_id.clone().map(|id| ("after_id", id)));
        query.push(("limit", CHANGES.to_string()));
        let path = format!("/user-changes?{}", encoded(&query));
        let request = self.admin.request(Method::GET, &path);
        self.admin.send(FOLLOWING, request).await
    }
}
