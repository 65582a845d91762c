//! Pure rules of a merge: permitted users, the effect on the address, and the time limit of the undo.

use std::time::Duration;

use foundation::Timestamp;

use crate::identity::users::User;

/// Time limit of the undo.
const UNDO: Duration = Duration::from_hours(7 * 24);
/// Retention of a merge's moves: until no server would permit an undo, even with different clocks.
pub(crate) const MOVES_KEPT: Duration = Duration::from_hours(7 * 24 + 1);

/// A user merged into another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Merge {
    /// `mrg_…`.
    pub(crate) id: String,
    /// Id of the merged user.
    pub(crate) from_user_id: String,
    /// Id of the merge target.
    pub(crate) into_user_id: String,
    /// Sequence number, which rises with every change of any user.
    pub(crate) sequence: i64,
    /// Time of the merge.
    pub(crate) merged_at: Timestamp,
    /// Time of the undo.
    pub(crate) undone_at: Option<Timestamp>,
}

/// The two users of a merge.
#[derive(Clone, Copy, Debug)]
pub(super) struct MergedUsers<'a> {
    /// The merged user.
    pub(super) from: &'a User,
    /// The merge target.
    pub(super) into: &'a User,
}

/// Reason that a merge is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MergeRefusal {
    /// They are the same user, or one of them may not sign in.
    NotAllowed,
    /// The merged user would be an operator: that role is neither lost nor transferred by a merge.
    Operator,
    /// The merge target never confirmed its address; another person may own the address and would get both accounts.
    Unconfirmed,
}

/// Reason that an undo is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UndoRefusal {
    /// There is no such merge, or another user's.
    Unknown,
    /// The merge was undone before.
    AlreadyUndone,
    /// The time limit has passed.
    TooLate,
    /// The merge target was merged later: that merge must be undone first.
    LaterMerge,
    /// One of the two would have no sign-in method, because of later removals.
    NoSignInMethod,
}

/// Effect on the merged user's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressEffect {
    /// There is no address.
    None,
    /// The merge target, who has none, gets it.
    Moves,
    /// It still signs in, to the merge target.
    Leads,
    /// It was never confirmed, and is removed.
    Goes,
}

/// Refuses users who may not be merged.
pub(super) fn may_join(from: &User, into: &User) -> Result<(), MergeRefusal> {
    if from.id == into.id || !from.is_active || !into.is_active {
        return Err(MergeRefusal::NotAllowed);
    }
    if from.is_operator {
        return Err(MergeRefusal::Operator);
    }
    if into.email.is_some() && !into.has_verified_email() {
        return Err(MergeRefusal::Unconfirmed);
    }
    Ok(())
}

/// Returns the effect on the address.
pub(super) fn address_effect(from: &User, into: &User) -> AddressEffect {
    match (&from.email, from.has_verified_email(), &into.email) {
        (None, _, _) => AddressEffect::None,
        (Some(_), false, _) => AddressEffect::Goes,
        (Some(_), true, None) => AddressEffect::Moves,
        (Some(_), true, Some(_)) => AddressEffect::Leads,
    }
}

impl Merge {
    /// Returns the time of the last change.
    pub(crate) fn changed_at(&self) -> Timestamp {
        self.undone_at.unwrap_or(self.merged_at)
    }

    /// Returns the end of the time limit for the undo.
    pub(crate) fn undo_until(&self) -> Timestamp {
        self.merged_at.plus(UNDO)
    }

    /// Refuses an undo of a merge that was undone before or is too old.
    pub(super) fn may_undo(&self, now: Timestamp) -> Result<(), UndoRefusal> {
        if self.undone_at.is_some() {
            return Err(UndoRefusal::AlreadyUndone);
        }
        if now > self.undo_until() {
            return Err(UndoRefusal::TooLate);
        }
        Ok(())
    }
}

/// Returns the time of the earliest merge that can still be undone.
pub(super) fn undoable_since(now: Timestamp) -> Timestamp {
    now.minus(UNDO)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::users::ProfileClaims;

    const NOW: Timestamp = Timestamp::from_seconds(1_700_000_000);

    fn user(id: &str, email: Option<&str>, is_proven: bool) -> User {
        User {
            id: id.to_owned(),
            name: None,
            email: email.map(ToOwned::to_owned),
            email_verified_at: is_proven.then_some(NOW),
            image: None,
            profile: ProfileClaims::default(),
            is_operator: false,
            is_active: true,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn merge_eligibility_follows_the_table() {
        let ann = || user("a", Some("a@x.com"), true);
        let bob = || user("b", Some("b@x.com"), true);
        let off = |user| User {
            is_active: false,
            ..user
        };
        let operator = |user| User {
            is_operator: true,
            ..user
        };
        let rows = [
            (bob(), ann(), Ok(())),
            (user("b", None, false), user("a", None, false), Ok(())),
            (user("b", Some("b@x.com"), false), ann(), Ok(())),
            (bob(), operator(ann()), Ok(())),
            (ann(), ann(), Err(MergeRefusal::NotAllowed)),
            (off(bob()), ann(), Err(MergeRefusal::NotAllowed)),
            (bob(), off(ann()), Err(MergeRefusal::NotAllowed)),
            (operator(bob()), ann(), Err(MergeRefusal::Operator)),
            (
                operator(bob()),
                operator(ann()),
                Err(MergeRefusal::Operator),
            ),
            (
                bob(),
                user("a", Some("a@x.com"), false),
                Err(MergeRefusal::Unconfirmed),
            ),
        ];
        for (from, into, expected) in rows {
            assert_eq!(may_join(&from, &into), expected, "{from:?} {into:?}");
        }
    }

    #[test]
    fn merged_address_follows_the_table() {
        let rows = [
            (None, false, None, AddressEffect::None),
            (None, false, Some("a@x.com"), AddressEffect::None),
            (Some("b@x.com"), true, None, AddressEffect::Moves),
            (Some("b@x.com"), true, Some("a@x.com"), AddressEffect::Leads),
            (Some("b@x.com"), false, None, AddressEffect::Goes),
            (Some("b@x.com"), false, Some("a@x.com"), AddressEffect::Goes),
        ];
        for (from, is_proven, into, expected) in rows {
            let found = address_effect(&user("b", from, is_proven), &user("a", into, true));
            assert_eq!(found, expected, "{from:?} {is_proven} {into:?}");
        }
    }

    #[test]
    fn merge_can_be_undone_for_seven_days() {
        let merge = Merge {
            id: "mrg_1".to_owned(),
            from_user_id: "b".to_owned(),
            into_user_id: "a".to_owned(),
            sequence: 1,
            merged_at: NOW,
            undone_at: None,
        };
        let end = NOW.plus(Duration::from_hours(168));
        assert_eq!(merge.may_undo(end), Ok(()));
        let late = end.plus(Duration::from_micros(1));
        assert_eq!(merge.may_undo(late), Err(UndoRefusal::TooLate));
        let undone = Merge {
            undone_at: Some(NOW),
            ..merge
        };
        assert_eq!(undone.may_undo(NOW), Err(UndoRefusal::AlreadyUndone));
    }
}
