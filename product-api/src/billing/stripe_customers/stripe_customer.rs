//! An owner's customer at Stripe: the claim of the call that creates it, and the customer once Stripe has answered.

use std::time::Duration;

use foundation::Timestamp;

use crate::credits::Owner;

/// Time for which a server may take to create a customer at Stripe; longer than the call with its repeats.
pub(super) const CLAIM_DURATION: Duration = Duration::from_secs(20);
/// Age at which Stripe may have forgotten an idempotency key.
const KEY_LIFETIME: Duration = Duration::from_hours(23);

/// A row of an owner without a customer at Stripe yet, whose claim a server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CustomerClaim {
    /// The connection.
    pub(super) connection_id: String,
    /// The owner.
    pub(super) owner: Owner,
    /// The number of the customer among those of the owner.
    pub(super) generation: i64,
    /// The end of the claim.
    pub(super) until: Timestamp,
    /// The time of the first claim.
    pub(super) created_at: Timestamp,
}

impl CustomerClaim {
    /// Returns the idempotency key at Stripe, which is the same for each repeat; its number follows once the first key can no
    /// longer be used.
    pub(super) fn idempotency_key(&self, number: u32) -> String {
        let (connection_id, owner_id) = (&self.connection_id, self.owner.id());
        let first = format!("tg:cus:{connection_id}:{owner_id}:{}", self.generation);
        if number == 1 {
            first
        } else {
            format!("{first}:{number}")
        }
    }

    /// Returns true if Stripe may have forgotten the key, so that a repeated call could create a second customer.
    pub(super) fn is_key_forgotten(&self, now: Timestamp) -> bool {
        now >= self.created_at.plus(KEY_LIFETIME)
    }
}

/// The owner and the generation that the metadata of a customer at Stripe name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedOwner {
    /// The owner.
    pub(super) owner: Owner,
    /// The number of the customer among those of the owner.
    pub(super) generation: i64,
}

impl NamedOwner {
    /// Reads metadata as [`Self::of`] writes them; `None` for a customer that is not ours.
    pub(super) fn from_metadata(owner: Option<&str>, generation: Option<&str>) -> Option<Self> {
        let owner = owner?;
        let owner = match owner.split_once('_') {
            Some(("cus", _)) => Owner::Customer(owner.to_owned()),
            Some(_) | None => Owner::User(owner.to_owned()),
        };
        Some(Self {
            owner,
            generation: generation?.parse().ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_the_same_for_each_repeat_and_forgotten_after_23_hours() {
        let claim = CustomerClaim {
            connection_id: "scn_1".to_owned(),
            owner: Owner::Customer("cus_1".to_owned()),
            generation: 2,
            until: Timestamp::default(),
            created_at: Timestamp::from_seconds(100),
        };
        assert_eq!(claim.idempotency_key(1), "tg:cus:scn_1:cus_1:2");
        assert_eq!(claim.idempotency_key(3), "tg:cus:scn_1:cus_1:2:3");
        let rows = [(100, false), (82_899, false), (82_900, true)];
        for (now, expected) in rows {
            assert_eq!(
                claim.is_key_forgotten(Timestamp::from_seconds(now)),
                expected
            );
        }
    }

    #[test]
    fn owner_is_read_from_metadata() {
        let rows = [
            (
                Some("cus_1"),
                Some("1"),
                Some(Owner::Customer("cus_1".to_owned())),
            ),
            (
                Some("usr_1"),
                Some("1"),
                Some(Owner::User("usr_1".to_owned())),
            ),
            (Some("usr_1"), None, None),
            (Some("usr_1"), Some("x"), None),
            (None, Some("1"), None),
        ];
        for (owner, generation, expected) in rows {
            let named = NamedOwner::from_metadata(owner, generation);
            assert_eq!(
                named.map(|named| named.owner),
                expected,
                "{owner:?} {generation:?}"
            );
        }
    }
}
