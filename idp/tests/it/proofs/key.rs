//! Provides the key of clients that authenticate by assertions.

use std::sync::LazyLock;

use foundation::testing::TestKey;
use serde_json::Value;

/// Key of the clients that authenticate by assertions.
pub(crate) static CLIENT_KEY: LazyLock<TestKey> = LazyLock::new(TestKey::generate);

/// Changes members of a value; null removes a member.
pub(crate) fn changed(mut value: Value, changes: &Value) -> Value {
    let members = value.as_object_mut().unwrap();
    for (name, change) in changes.as_object().unwrap() {
        if change.is_null() {
            members.remove(name);
        } else {
            members.insert(name.clone(), change.clone());
        }
    }
    value
}
