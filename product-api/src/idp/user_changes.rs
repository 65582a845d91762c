//! User changes, as the idp's admin API lists them.

use foundation::Failure;
use foundation::outbound::read_bounded;
use foundation::text::strict_json;
use reqwest::{Method, Response, StatusCode};
use serde::Deserialize;

use super::admin::unexpected_status;
use super::directory::encoded;
use super::user_admin::UserAdmin;

/// Number of changes per request.
const CHANGES: u16 = 100;
const FOLLOWING: &str = "asking the identity provider what became of users";

/// Position in the idp's list of changes: the last change that was applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChangeCursor {
    /// The sequence of the change; zero before the first.
    pub(crate) sequence: i64,
    /// The id of the change; none from an idp of an older version.
    pub(crate) change_id: Option<String>,
}

/// The state of a merge of two users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MergeState {
    /// One user is part of the other.
    Merged,
    /// The merge was undone, and both users exist again.
    Undone,
}

/// A merge of two users, as the idp lists it: each change of its state has a higher sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UserMerge {
    /// The id of the merge.
    pub(crate) id: String,
    /// The user that is part of the other.
    pub(crate) from_user_id: String,
    /// The other user.
    pub(crate) into_user_id: String,
    /// The state of the merge.
    pub(crate) state: MergeState,
    /// The sequence of the change, which orders the list.
    pub(crate) sequence: i64,
}

/// An activation or deactivation of a user. The idp lists only the last one of each user, including ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActivationChange {
    /// The user.
    pub(crate) user_id: String,
    /// True if the user may sign in.
    pub(crate) is_active: bool,
    /// The client that requested the change.
    pub(crate) switched_by: String,
    /// The client that had requested an equal change before.
    pub(crate) confirmed_by: Option<String>,
}

impl ActivationChange {
    /// Returns another client that requested the change, if any.
    pub(crate) fn other_requester(&self, client_id: &str) -> Option<&str> {
        let requested = [Some(&self.switched_by), self.confirmed_by.as_ref()];
        let mut others = requested.into_iter().flatten();
        others.find(|by| *by != client_id).map(String::as_str)
    }
}

/// Kinds of user changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UserChangeKind {
    /// A merge, or its undoing.
    Merge(UserMerge),
    /// The user was deleted for ever.
    Deletion {
        /// The user.
        user_id: String,
    },
    /// The user was activated or deactivated.
    Switch(ActivationChange),
}

/// A change of a user.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "ListedChange")]
pub(crate) struct UserChange {
    /// The cursor after this change is applied.
    pub(crate) cursor: ChangeCursor,
    /// The change itself.
    pub(crate) became: UserChangeKind,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChangeWord {
    Merged,
    Undone,
    Deleted,
    Activated,
    Deactivated,
}

/// A change of a user, as listed.
#[derive(Debug, Deserialize)]
struct ListedChange {
    sequence: i64,
    id: Option<String>,
    kind: ChangeWord,
    user_id: String,
    merge_id: Option<String>,
    into_user_id: Option<String>,
    switched_by: Option<String>,
    confirmed_by: Option<String>,
}

impl TryFrom<ListedChange> for UserChange {
    type Error = &'static str;

    fn try_from(item: ListedChange) -> Result<Self, Self::Error> {
        let cursor = ChangeCursor {
            sequence: item.sequence,
            change_id: item.id.clone(),
        };
        let became = match item.kind {
            ChangeWord::Merged => item.merge(MergeState::Merged),
            ChangeWord::Undone => item.merge(MergeState::Undone),
            ChangeWord::Deleted => Ok(UserChangeKind::Deletion {
                user_id: item.user_id,
            }),
            ChangeWord::Activated => item.switch(true),
            ChangeWord::Deactivated => item.switch(false),
        };
        became.map(|became| Self { cursor, became })
    }
}

impl ListedChange {
    fn merge(self, state: MergeState) -> Result<UserChangeKind, &'static str> {
        let (Some(id), Some(into_user_id)) = (self.merge_id, self.into_user_id) else {
            return Err("a merge is told without its id or its other user");
        };
        Ok(UserChangeKind::Merge(UserMerge {
            id,
            from_user_id: self.user_id,
            into_user_id,
            state,
            sequence: self.sequence,
        }))
    }

    fn switch(self, is_active: bool) -> Result<UserChangeKind, &'static str> {
        let switched_by = self
            .switched_by
            .ok_or("a switch is told without who asked for it")?;
        Ok(UserChangeKind::Switch(ActivationChange {
            user_id: self.user_id,
            is_active,
            switched_by,
            confirmed_by: self.confirmed_by,
        }))
    }
}

/// A page of user changes.
#[derive(Debug, Deserialize)]
pub(crate) struct UserChanges {
    /// The changes, in the order of their sequences.
    pub(crate) items: Vec<UserChange>,
    /// The next page, if there may be one.
    pub(crate) next: Option<String>,
    /// The id of the change at the request's cursor, if the idp has one.
    pub(crate) after_id: Option<String>,
}

impl UserAdmin {
    /// Returns the user changes after a cursor, oldest first. None if the idp lacks the change at the cursor, because its
    /// database was restored from a backup or replaced.
    pub(crate) async fn changes_after(
        &self,
        cursor: &ChangeCursor,
    ) -> Result<Option<UserChanges>, Failure> {
        let mut response = self.ask_for_changes(cursor).await?;
        if response.status() == StatusCode::BAD_REQUEST && cursor.change_id.is_some() {
            // An idp of an older version rejects the unknown parameter.
            let without_id = ChangeCursor {
                sequence: cursor.sequence,
                change_id: None,
            };
            response = self.ask_for_changes(&without_id).await?;
        }
        match response.status() {
            StatusCode::OK => {}
            StatusCode::CONFLICT => return Ok(None),
            status => return Err(Failure::unavailable(FOLLOWING, unexpected_status(status))),
        }
        let body = read_bounded(response).await?;
        strict_json::from_slice(&body)
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
