//! Terms of the pack of a rule beyond its price: they are fixed when the buyer consents.

use std::time::Duration;

use foundation::text::strict_json;
use foundation::{Failure, Timestamp};
use serde::{Deserialize, Serialize};

const DAY: Duration = Duration::from_hours(24);

/// The terms, as a row has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TopUpTerms {
    /// The code of the pack.
    pub(crate) code: String,
    /// The name of the pack, which the statement of the credits shows.
    pub(crate) name: String,
    /// Days after the payment for which the credits can be used; none for ever.
    pub(crate) expires_days: Option<i64>,
    /// Days for which the bonus can be used; none for ever.
    pub(crate) bonus_expires_days: Option<i64>,
    /// The one feature that the credits can be used for; none for any use.
    pub(crate) feature_id: Option<i64>,
}

impl TopUpTerms {
    /// Returns the stored form.
    pub(super) fn text(&self) -> Result<String, Failure> {
        serde_json::to_string(self)
            .map_err(|error| Failure::broken("serializing the terms of a top-up", error))
    }

    /// Reads the stored form.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        strict_json::from_stored(text)
            .map_err(|error| Failure::broken("reading the terms of a top-up", error))
    }

    /// Returns the time until which credits can be used that are granted at a time; none for ever.
    pub(super) fn expiry(days: Option<i64>, granted_at: Timestamp) -> Option<Timestamp> {
        let days = u32::try_from(days?).unwrap_or(u32::MAX);
        Some(granted_at.plus(DAY.saturating_mul(days)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_as_they_were_written() {
        let terms = TopUpTerms {
            code: "small".to_owned(),
            name: "Small \u{1f4e6}".to_owned(),
            expires_days: Some(90),
            bonus_expires_days: None,
            feature_id: Some(7),
        };
        assert_eq!(TopUpTerms::parse(&terms.text().unwrap()).unwrap(), terms);
        assert!(TopUpTerms::parse("{}").is_err());
    }
}
