//! Limits the keys that a caller may create, change or end: none may have more permissions than the caller.

use foundation::{Connection, Failure, Timestamp};

use super::api_key::{ApiKey, Caps};
use super::key_scope::KeyScope;
use super::store;
use crate::caller::insufficient;
use crate::problem::{Kind, Problem};
use crate::websites::{Actor, SiteAccess};

/// The scope that spends; caps apply to it.
const SPENDING: &str = "credits.spend";

/// The permissions of a caller that manages keys.
#[derive(Clone, Debug)]
pub(super) enum ManagerPermissions {
    /// The website's owner, who has every permission that a key can have.
    Owner,
    /// A key, in its current state.
    Key(Box<ApiKey>),
}

/// The permissions of an existing or new key.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyPermissions<'a> {
    /// The id of an existing key.
    pub(super) id: Option<&'a str>,
    pub(super) scopes: &'a [String],
    pub(super) caps: Caps,
    pub(super) expires_at: Option<Timestamp>,
}

impl<'a> KeyPermissions<'a> {
    /// Returns the permissions of an existing key.
    pub(super) fn from_key(key: &'a ApiKey) -> Self {
        Self {
            id: Some(&key.id),
            scopes: &key.scopes,
            caps: key.caps,
            expires_at: key.expires_at,
        }
    }
}

/// Reasons why a caller may not manage a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PermissionRefusal {
    /// The key has a scope that the caller lacks.
    Scope(String),
    /// The key could spend credits that the caller's own caps exclude.
    Caps,
    /// The key would outlive the caller.
    Expiry,
}

impl ManagerPermissions {
    /// Reads the caller's permissions in the open transaction; 401 for a key that has ended since its request began.
    pub(super) async fn load(
        db: &mut Connection<'_>,
        access: &SiteAccess,
        now: Timestamp,
    ) -> Result<Self, Problem> {
        let Actor::Key(id) = &access.actor else {
            return Ok(Self::Owner);
        };
        let own = store::find(db, KeyScope::from_access(access), id).await?;
        own.filter(|key| key.is_active(now))
            .map(|key| Self::Key(Box::new(key)))
            .ok_or_else(|| Problem::new(Kind::Unauthenticated, "The API key has just ended."))
    }

    /// Refuses permissions that the caller does not have.
    pub(super) fn covers(&self, power: KeyPermissions<'_>) -> Result<(), PermissionRefusal> {
        let Self::Key(own) = self else {
            return Ok(());
        };
        if let Some(scope) = power
            .scopes
            .iter()
            .find(|scope| !own.scopes.contains(scope))
        {
            return Err(PermissionRefusal::Scope(scope.clone()));
        }
        let outlives = |until: Timestamp| power.expires_at.is_none_or(|at| at > until);
        if own.expires_at.is_some_and(outlives) {
            return Err(PermissionRefusal::Expiry);
        }
        // Two keys with the same cap spend twice as much: a key with a cap keeps it, and gives no spending scope to others.
        let is_own = power.id == Some(own.id.as_str()) && power.caps == own.caps;
        let spends = power.scopes.iter().any(|scope| scope == SPENDING);
        if own.caps.is_any() && spends && !is_own {
            return Err(PermissionRefusal::Caps);
        }
        Ok(())
    }
}

impl From<PermissionRefusal> for Problem {
    fn from(beyond: PermissionRefusal) -> Self {
        match beyond {
            PermissionRefusal::Scope(scope) => insufficient(
                &scope,
                "A key manages only keys that can do no more than it can itself. The website's owner can do this.",
            ),
            PermissionRefusal::Caps => insufficient(
                SPENDING,
                "A key with a spending cap lets no other key spend, and keeps its cap. The website's owner can do this.",
            ),
            PermissionRefusal::Expiry => Self::new(
                Kind::InsufficientScope,
                "A key that expires manages only keys that expire no later. The website's owner can do this.",
            ),
        }
    }
}

impl ApiKey {
    /// Returns true if the key can be used.
    pub(super) fn is_active(&self, now: Timestamp) -> bool {
        self.state(now) == super::api_key::KeyState::Active
    }
}

/// Returns a key that the caller may manage, of the website and the mode of the request.
pub(super) async fn load_for_change(
    db: &mut Connection<'_>,
    access: &SiteAccess,
    id: &str,
    now: Timestamp,
) -> Result<(ManagerPermissions, ApiKey), Problem> {
    if !store::lock(db, &access.website_id).await? {
        return Err(Failure::defect("a website is used and is not there").into());
    }
    let reach = ManagerPermissions::load(db, access, now).await?;
    let key = store::find(db, KeyScope::from_access(access), id).await?;
    let key = key.ok_or_else(|| Problem::not_found("API key"))?;
    reach.covers(KeyPermissions::from_key(&key))?;
    Ok((reach, key))
}

/// Refuses changes and rotations of a key that has ended.
pub(super) fn still_active(key: &ApiKey, now: Timestamp) -> Result<(), Problem> {
    if key.is_active(now) {
        return Ok(());
    }
    Err(Problem::new(
        Kind::ApiKeyEnded,
        "The API key is revoked or expired. Nothing was changed.",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caller::Mode;

    /// Creates a key from `scopes;credits a day;expiry`, with an empty part for none.
    fn key(text: &str) -> ApiKey {
        let mut parts = text.split(';');
        let mut next = || parts.next().unwrap_or_default();
        let scopes = next().split_whitespace().map(ToOwned::to_owned).collect();
        let caps = Caps {
            per_operation: None,
            per_day: next().parse().ok(),
        };
        ApiKey {
            id: "key_other".to_owned(),
            mode: Mode::Live,
            name: "a key".to_owned(),
            prefix: "tg_live_abcd".to_owned(),
            scopes,
            caps,
            spent: (0, 0),
            created_by: "usr_1".to_owned(),
            created_at: Timestamp::default(),
            last_used_at: None,
            expires_at: next().parse().ok().map(Timestamp::from_seconds),
            revoked_at: None,
            previous_until: None,
        }
    }

    /// Creates the caller's key from the same format.
    fn own(text: &str) -> ApiKey {
        ApiKey {
            id: "key_own".to_owned(),
            ..key(text)
        }
    }

    fn said(outcome: Result<(), PermissionRefusal>) -> String {
        match outcome {
            Ok(()) => "reached".to_owned(),
            Err(PermissionRefusal::Scope(scope)) => scope,
            Err(PermissionRefusal::Caps) => "caps".to_owned(),
            Err(PermissionRefusal::Expiry) => "expiry".to_owned(),
        }
    }

    // row: K4
    #[test]
    fn wider_key_cannot_be_created() {
        let rows = [
            ("keys customers.read", "", "reached"),
            ("keys customers.read", "customers.read", "reached"),
            ("keys customers.read", "keys customers.read;;9", "reached"),
            ("keys customers.read", "keys webhooks", "webhooks"),
            ("keys", "keys customers.read", "customers.read"),
            ("", "keys", "keys"),
            ("keys;;9", "keys", "expiry"),
            ("keys;;9", "keys;;10", "expiry"),
            ("keys;;9", "keys;;9", "reached"),
            ("keys credits.spend;10", "keys", "reached"),
            ("keys credits.spend;10", "credits.spend", "caps"),
            ("keys credits.spend;10", "credits.spend;10", "caps"),
            ("keys credits.spend", "credits.spend", "reached"),
        ];
        for (asks, other, expected) in rows {
            let (reach, other) = (ManagerPermissions::Key(Box::new(own(asks))), key(other));
            let reached = reach.covers(KeyPermissions::from_key(&other));
            assert_eq!(said(reached), expected, "{asks} {other:?}");
            assert_eq!(
                said(ManagerPermissions::Owner.covers(KeyPermissions::from_key(&other))),
                "reached"
            );
        }
    }

    #[test]
    fn capped_key_manages_only_keys_with_its_cap() {
        let own = own("keys credits.spend;10");
        let reach = ManagerPermissions::Key(Box::new(own.clone()));
        assert_eq!(
            said(reach.covers(KeyPermissions::from_key(&own))),
            "reached"
        );
        let looser = KeyPermissions {
            caps: Caps::default(),
            ..KeyPermissions::from_key(&own)
        };
        assert_eq!(said(reach.covers(looser)), "caps");
    }
}
