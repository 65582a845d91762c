//! Ended grants: their access tokens are refused although the signature is valid and they have not expired.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use foundation::Timestamp;

use super::token::LEEWAY_SECONDS;

/// Maximum number of grants in the memory of a replica: some 20 MB.
const MAX_GRANTS: usize = 200_000;
/// Time for which a grant is kept after its tokens have expired: a request may look it up some time after it checked the
/// expiry of its token, because a fetch of keys can come between.
const KEPT_SECONDS: i64 = 60;

/// Ids of grants that ended recently at the identity provider. A look-up takes a read lock; writers hold the lock for
/// microseconds, at most once every few seconds.
#[derive(Debug, Default)]
pub(crate) struct EndedGrants(RwLock<HashMap<String, Timestamp>>);

/// The replica cannot store more ended grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more grants ended within minutes than a server remembers")]
pub(crate) struct TooManyGrants;

impl EndedGrants {
    /// Returns true if a grant ended.
    pub(super) fn contains(&self, grant_id: &str) -> bool {
        let ended = self.0.read().unwrap_or_else(PoisonError::into_inner);
        ended.contains_key(grant_id)
    }

    /// Removes grants whose tokens this replica refuses as expired.
    pub(crate) fn forget(&self, now: Timestamp) {
        let mut ended = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let retention = LEEWAY_SECONDS + KEPT_SECONDS;
        ended.retain(|_, end| now.seconds() < end.seconds().saturating_add(retention));
    }

    /// Adds grants, each with the time at which its tokens expire.
    pub(crate) fn add(
        &self,
        grants: impl IntoIterator<Item = (String, Timestamp)>,
    ) -> Result<(), TooManyGrants> {
        let mut ended = self.0.write().unwrap_or_else(PoisonError::into_inner);
        for (grant_id, end) in grants {
            if ended.len() >= MAX_GRANTS && !ended.contains_key(&grant_id) {
                return Err(TooManyGrants);
            }
            ended.insert(grant_id, end);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_800_000_000);
    const KEPT: i64 = LEEWAY_SECONDS + KEPT_SECONDS;

    fn after(seconds: i64) -> Timestamp {
        Timestamp::from_seconds(NOW.seconds() + seconds)
    }

    #[test]
    fn grant_is_remembered_until_no_token_of_it_is_accepted() {
        let ended = EndedGrants::default();
        assert!(!ended.contains("grn_1"));
        let grants = [
            ("grn_1".to_owned(), after(60)),
            ("grn_2".to_owned(), after(90)),
        ];
        assert_eq!(ended.add(grants), Ok(()));
        for (seconds, first, second) in [
            (60, true, true),
            (60 + KEPT - 1, true, true),
            (60 + KEPT, false, true),
            (90 + KEPT, false, false),
        ] {
            ended.forget(after(seconds));
            let seen = (ended.contains("grn_1"), ended.contains("grn_2"));
            assert_eq!(seen, (first, second), "{seconds}");
        }
    }

    #[test]
    fn full_memory_refuses_a_further_grant_until_others_are_forgotten() {
        let ended = EndedGrants::default();
        let many = (0..MAX_GRANTS).map(|n| (format!("grn_{n}"), after(60)));
        assert_eq!(ended.add(many), Ok(()));
        let known = || [("grn_0".to_owned(), after(60))];
        let further = || [("grn_x".to_owned(), after(600))];
        assert_eq!(ended.add(known()), Ok(()));
        assert_eq!(ended.add(further()), Err(TooManyGrants));
        assert!(ended.contains("grn_0") && !ended.contains("grn_x"));
        ended.forget(after(60 + KEPT));
        assert_eq!(ended.add(further()), Ok(()));
        assert!(!ended.contains("grn_0") && ended.contains("grn_x"));
    }
}
