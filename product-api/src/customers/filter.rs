//! The filter and the order of a list of customers.

use foundation::Timestamp;

use super::names::Prefix;
use crate::problem::FieldError;
use crate::schema::Cursor;

/// Maximum length of a prefix, in characters.
const MAX_PREFIX_LENGTH: usize = 255;

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// Newest first.
    #[default]
    Newest,
    /// Oldest first.
    Oldest,
    /// By name, or its substitute.
    Name,
    /// Most spendable credits first.
    Richest,
}

impl Sort {
    /// All orders.
    #[cfg(test)]
    pub(super) const ALL: [Self; 4] = [Self::Newest, Self::Oldest, Self::Name, Self::Richest];

    /// Returns the word in the name of a list.
    const fn word(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Name => "name",
            Self::Richest => "richest",
        }
    }
}

/// The state of a customer's credits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CreditState {
    /// Credits can be spent, but no more than the threshold of the website's alert.
    Low,
    /// No credits can be spent.
    Depleted,
    /// The customer owes credits.
    Owing,
}

impl CreditState {
    /// Returns the word in the name of a list.
    const fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Depleted => "depleted",
            Self::Owing => "owing",
        }
    }
}

/// The filter and the order of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CustomerFilter {
    /// Only customers with a name that has this prefix.
    pub(super) called: Option<Prefix>,
    /// The order.
    pub(super) sort: Sort,
    /// Only customers whose credits are in this state.
    pub(super) state: Option<CreditState>,
    /// Only customers with a subscription, or without.
    pub(super) subscribed: Option<bool>,
}

impl CustomerFilter {
    /// Returns true if the list excludes some customers.
    pub(super) fn is_narrow(&self) -> bool {
        self.called.is_some() || self.is_filtered()
    }

    /// Returns true if a filter excludes customers that no index excludes.
    pub(super) fn is_filtered(&self) -> bool {
        self.state.is_some() || self.subscribed.is_some()
    }

    /// Returns the list's name among the website's lists: a cursor is valid only for the list of its name.
    pub(super) fn name(&self) -> String {
        let state = self.state.map_or("", CreditState::word);
        let subscribed = self
            .subscribed
            .map_or("", |is| if is { "yes" } else { "no" });
        let called = self
            .called
            .as_ref()
            .map_or("", |called| called.text.as_str());
        format!("{} {state} {subscribed} {called}", self.sort.word())
    }
}

/// Reads a prefix of names.
pub(super) fn prefix(text: &str) -> Result<Prefix, FieldError> {
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=MAX_PREFIX_LENGTH).contains(&length) || text.chars().any(char::is_control) {
        let detail = format!(
            "Must be 1 to {MAX_PREFIX_LENGTH} characters, none of them a control character."
        );
        return Err(FieldError::parameter("q", detail));
    }
    Ok(Prefix {
        text: text.to_owned(),
    })
}

/// A customer's position in each of the orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CustomerPosition {
    /// The id, `cus_…`.
    pub(super) id: String,
    /// The time of the first contact.
    pub(super) created_at: Timestamp,
    /// The folded name.
    pub(super) listed_as: Vec<u8>,
    /// The credits that can be spent, as booked.
    pub(super) available: i64,
}

impl CustomerPosition {
    /// Returns the cursor of a list in this order that continues after the position.
    pub(super) fn cursor(&self, sort: Sort) -> Cursor {
        let key = match sort {
            Sort::Newest | Sort::Oldest => String::new(),
            Sort::Name => String::from_utf8_lossy(&self.listed_as).into_owned(),
            Sort::Richest => self.available.to_string(),
        };
        Cursor {
            at: self.created_at,
            id: format!("{key} {}", self.id),
        }
    }

    /// Reads the position of a cursor; `None` if this service did not create it.
    pub(super) fn from_cursor(cursor: &Cursor, sort: Sort) -> Option<Self> {
        let (key, id) = cursor.id.rsplit_once(' ')?;
        let mut position = Self {
            id: id.to_owned(),
            created_at: cursor.at,
            listed_as: Vec::new(),
            available: 0,
        };
        match sort {
            Sort::Newest | Sort::Oldest => {}
            Sort::Name => position.listed_as = key.as_bytes().to_vec(),
            Sort::Richest => position.available = key.parse().ok()?,
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_round_trips() {
        let position = CustomerPosition {
            id: "cus_1".to_owned(),
            created_at: Timestamp::from_seconds(7),
            listed_as: "a d\u{e4}".as_bytes().to_vec(),
            available: -5,
        };
        for sort in Sort::ALL {
            let back = CustomerPosition::from_cursor(&position.cursor(sort), sort).unwrap();
            assert_eq!(
                (&back.id, back.created_at),
                (&position.id, position.created_at)
            );
            let is_named = sort == Sort::Name;
            assert_eq!(back.listed_as == position.listed_as, is_named, "{sort:?}");
            let is_counted = sort == Sort::Richest;
            assert_eq!(back.available == position.available, is_counted, "{sort:?}");
        }
    }

    #[test]
    fn different_filters_have_different_cursors() {
        let prefix = |text| Some(prefix(text).unwrap());
        let filters = [
            CustomerFilter::default(),
            CustomerFilter {
                called: prefix("a"),
                ..CustomerFilter::default()
            },
            CustomerFilter {
                called: prefix("b"),
                ..CustomerFilter::default()
            },
            CustomerFilter {
                sort: Sort::Name,
                ..CustomerFilter::default()
            },
            CustomerFilter {
                state: Some(CreditState::Low),
                ..CustomerFilter::default()
            },
            CustomerFilter {
                called: prefix("low"),
                ..CustomerFilter::default()
            },
            CustomerFilter {
                subscribed: Some(true),
                ..CustomerFilter::default()
            },
            CustomerFilter {
                subscribed: Some(false),
                ..CustomerFilter::default()
            },
        ];
        let names: std::collections::BTreeSet<_> =
            filters.iter().map(CustomerFilter::name).collect();
        assert_eq!(names.len(), filters.len());
    }

    #[test]
    fn beginnings_of_names() {
        assert_eq!(prefix(" Ada ").unwrap().text, "Ada");
        assert!(prefix(&"\u{e4}".repeat(255)).is_ok());
        for wrong in ["", "  ", "a\u{0}b", "a\nb", &"x".repeat(256)] {
            assert!(prefix(wrong).is_err(), "{wrong}");
        }
    }
}
