//! Checks of the signing keys, as the admin API describes them and as they are published.

use std::time::Duration;

use foundation::Timestamp;
use foundation::jose::KeySet;
use serde_json::Value;

use super::finding::Finding;

const CHECK: &str = "keys";
/// Every server checks its keys once a minute: a key that still signs this much later is not maintained.
const LATE: Duration = Duration::from_mins(10);
/// Algorithms of which one key each must sign.
const ALGORITHMS: [&str; 3] = ["ES256", "RS256", "EdDSA"];

/// Checks the published set.
pub(super) fn published(jwks: &Value) -> Finding {
    let Some(set) = KeySet::from_jwks(jwks) else {
        return Finding::failed(CHECK, "the address of jwks_uri publishes no key set");
    };
    let keys = jwks.get("keys").and_then(Value::as_array);
    let keys = keys.map(Vec::as_slice).unwrap_or_default();
    let is_usable = |key: &&Value| {
        let kid = key.get("kid").and_then(Value::as_str);
        kid.is_some_and(|kid| set.contains(kid))
    };
    let usable: Vec<_> = keys.iter().filter(is_usable).collect();
    for alg in ALGORITHMS {
        if !usable.iter().any(|key| text(key, "alg") == alg) {
            return Finding::failed(CHECK, format!("no key of {alg} is published"));
        }
    }
    Finding::ok(CHECK, format!("{} are published", usable.len()))
}

/// Checks the ages of the keys.
pub(super) fn check_ages(response: &Value, now: Timestamp) -> Vec<Finding> {
    let keys = response.get("keys").and_then(Value::as_array);
    let keys = keys.map(Vec::as_slice).unwrap_or_default();
    ALGORITHMS.map(|alg| check_algorithm(alg, keys, now)).into()
}

fn check_algorithm(alg: &str, keys: &[Value], now: Timestamp) -> Finding {
    let in_state = |state: &str| {
        keys.iter()
            .find(|key| text(key, "alg") == alg && text(key, "state") == state)
    };
    let Some(active) = in_state("active") else {
        return Finding::failed(CHECK, format!("no key of {alg} signs"));
    };
    let since = text(active, "activated_at");
    let Some(next) = in_state("announced") else {
        return Finding::ok(CHECK, format!("{alg} signs since {since}"));
    };
    let signs_at = text(next, "signs_at");
    let is_late = Timestamp::from_iso8601(signs_at).is_some_and(|at| at.plus(LATE) < now);
    if is_late {
        let says = format!(
            "the next key of {alg} should sign since {signs_at}: no server looks after the keys; is one running, and does its database answer?"
        );
        return Finding::failed(CHECK, says);
    }
    Finding::ok(
        CHECK,
        format!("{alg} signs since {since}, the next one from {signs_at}"),
    )
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::finding::Verdict;
    use super::*;

    fn key(alg: &str, state: &str, at: &str) -> Value {
        json!({ "kid": alg, "alg": alg, "state": state, "activated_at": at, "signs_at": at })
    }

    #[test]
    fn missing_or_late_key_is_found() {
        let now = Timestamp::from_iso8601("2026-11-21T12:00:00Z").unwrap();
        let verdicts = |keys: &[Value]| check_ages(&json!({ "keys": keys }), now).map_verdicts();
        let all = ALGORITHMS.map(|alg| key(alg, "active", "2026-10-01T00:00:00Z"));
        assert_eq!(verdicts(&all), [Verdict::Ok; 3]);
        assert_eq!(
            verdicts(&all[1..]),
            [Verdict::Failed, Verdict::Ok, Verdict::Ok]
        );
        let mut with_next = all.to_vec();
        with_next.push(key("RS256", "announced", "2026-11-21T11:55:00Z"));
        assert_eq!(verdicts(&with_next), [Verdict::Ok; 3]);
        with_next.push(key("EdDSA", "announced", "2026-11-21T11:40:00Z"));
        let response = verdicts(&with_next);
        assert_eq!(response, [Verdict::Ok, Verdict::Ok, Verdict::Failed]);
    }

    #[test]
    fn set_without_a_usable_key_of_each_algorithm_is_found() {
        for set in [
            json!({}),
            json!({ "keys": [] }),
            json!({ "keys": [{ "alg": "ES256" }] }),
        ] {
            assert_eq!(published(&set).verdict, Verdict::Failed, "{set}");
        }
    }

    trait FindingsExt {
        fn map_verdicts(self) -> Vec<Verdict>;
    }

    impl FindingsExt for Vec<Finding> {
        fn map_verdicts(self) -> Vec<Verdict> {
            self.into_iter().map(|finding| finding.verdict).collect()
        }
    }
}
