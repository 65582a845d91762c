//! A marked object as owners and the operator see it.

use foundation::{Failure, Timestamp};

use crate::billing::marks::ObjectKind;
use crate::schema::Cursor;

/// The state of a marked object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MarkState {
    /// It agrees with Stripe's object, as far as is known.
    Idle,
    /// It waits to be fetched and applied.
    Waiting,
    /// All attempts failed, or it cannot be applied.
    Dead,
    /// It is not ours.
    Foreign,
}

impl MarkState {
    /// All states.
    const ALL: [Self; 4] = [Self::Idle, Self::Waiting, Self::Dead, Self::Foreign];

    /// Returns the word in the table and in responses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Waiting => "waiting",
            Self::Dead => "dead",
            Self::Foreign => "foreign",
        }
    }

    /// Returns the state with this word.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }
}

/// A marked object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InboxObject {
    pub(super) connection_id: String,
    pub(super) kind: ObjectKind,
    pub(super) object_id: String,
    pub(super) state: MarkState,
    pub(super) attempts: i16,
    pub(super) error: Option<String>,
    /// The newest event about the object.
    pub(super) event_id: Option<String>,
    pub(super) next_at: Option<Timestamp>,
    /// The time of the last attempt that came to an end.
    pub(super) checked_at: Option<Timestamp>,
    pub(super) updated_at: Timestamp,
}

/// The position of an object in lists, which are ordered by the time of the last change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InboxPosition {
    pub(super) at: Timestamp,
    pub(super) connection_id: String,
    pub(super) kind: String,
    pub(super) object_id: String,
}

impl InboxPosition {
    /// Returns the position before the newest object.
    pub(super) fn newest() -> Self {
        Self {
            at: Timestamp::from_micros(i64::MAX),
            connection_id: String::new(),
            kind: String::new(),
            object_id: String::new(),
        }
    }

    /// Returns the position of an object.
    pub(super) fn from_object(object: &InboxObject) -> Self {
        Self {
            at: object.updated_at,
            connection_id: object.connection_id.clone(),
            kind: object.kind.word().to_owned(),
            object_id: object.object_id.clone(),
        }
    }

    /// Returns the position as a cursor.
    pub(super) fn to_cursor(&self) -> Cursor {
        Cursor {
            at: self.at,
            id: [&self.connection_id, &self.kind, &self.object_id]
                .map(String::as_str)
                .join(" "),
        }
    }

    /// Reads the position of a cursor that this server sealed.
    pub(super) fn from_cursor(cursor: &Cursor) -> Result<Self, Failure> {
        let mut parts = cursor.id.splitn(3, ' ');
        match (parts.next(), parts.next(), parts.next()) {
            (Some(connection_id), Some(kind), Some(object_id)) => Ok(Self {
                at: cursor.at,
                connection_id: connection_id.to_owned(),
                kind: kind.to_owned(),
                object_id: object_id.to_owned(),
            }),
            _ => Err(Failure::defect("a cursor of the inbox has no position")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_is_read_from_its_cursor() {
        let position = InboxPosition {
            at: Timestamp::from_seconds(7),
            connection_id: "scn_1".to_owned(),
            kind: "session".to_owned(),
            object_id: "cs_test_1".to_owned(),
        };
        let read = InboxPosition::from_cursor(&position.to_cursor()).unwrap();
        assert_eq!(read, position);
        let odd = Cursor {
            at: Timestamp::from_seconds(7),
            id: "scn_1 session".to_owned(),
        };
        assert!(InboxPosition::from_cursor(&odd).is_err());
    }

    #[test]
    fn each_word_names_one_state() {
        for state in MarkState::ALL {
            assert_eq!(MarkState::from_word(state.word()), Some(state));
        }
        assert_eq!(MarkState::from_word("done"), None);
    }
}
