//! Readers of members that several kinds of objects have.

use std::collections::BTreeMap;

use foundation::Timestamp;
use serde::{Deserialize, Deserializer};

/// Reads a member that may be null, as its default then. A missing member needs `#[serde(default)]` as well.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads an instant: seconds since the epoch, or ISO 8601 as thin events write it.
pub(super) fn instant<'de, D>(deserializer: D) -> Result<Option<i64>, D::Error>
where
    D: Deserializer<'de>,
{
    let written = Option::<WrittenInstant>::deserialize(deserializer)?;
    Ok(match written {
        None => None,
        Some(WrittenInstant::Seconds(seconds)) => Some(seconds),
        Some(WrittenInstant::Text(text)) => Timestamp::from_iso8601(&text).map(Timestamp::seconds),
    })
}

#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenInstant {
    Seconds(i64),
    Text(String),
}

/// The metadata of an object.
pub(super) type Metadata = BTreeMap<String, String>;

/// The response to a deletion.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct DeletedObject {
    /// The id.
    pub(crate) id: String,
    /// True if the object is deleted now.
    #[serde(default, deserialize_with = "or_default")]
    pub(crate) deleted: bool,
}

#[cfg(test)]
mod tests {
    use foundation::text::strict_json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Eq, Deserialize)]
    struct Members {
        #[serde(default, deserialize_with = "or_default")]
        metadata: Metadata,
        #[serde(default, deserialize_with = "or_default")]
        deleted: bool,
        #[serde(default, deserialize_with = "instant")]
        created: Option<i64>,
    }

    #[test]
    fn missing_member_and_null_are_the_default() {
        let rows = [
            ("{}", Members::default()),
            (
                r#"{"metadata": null, "deleted": null, "created": null, "new": 1}"#,
                Members::default(),
            ),
            (
                r#"{"metadata": {"a": "1"}, "deleted": true, "created": 1700000000}"#,
                Members {
                    metadata: Metadata::from([("a".to_owned(), "1".to_owned())]),
                    deleted: true,
                    created: Some(1_700_000_000),
                },
            ),
            (
                r#"{"created": "2023-11-14T22:13:20.123Z"}"#,
                Members {
                    created: Some(1_700_000_000),
                    ..Members::default()
                },
            ),
            (r#"{"created": "yesterday"}"#, Members::default()),
        ];
        for (text, expected) in rows {
            let read: Members = strict_json::from_slice(text.as_bytes()).unwrap();
            assert_eq!(read, expected, "{text}");
        }
    }
}
