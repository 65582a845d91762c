//! What a list of customers is asked for: which of them, and in which order.

use foundation::Timestamp;

use super::names::Prefix;
use crate::problem::FieldError;
use crate::schema::Cursor;

/// The longest beginning of a name, in characters.
const LONGEST_PREFIX: usize = 255;

/// The order of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// The newest first.
    #[default]
    Newest,
    /// The oldest first.
    Oldest,
    /// By name, or what stands in its place.
    Name,
    /// Who can spend most first.
    Richest,
}

impl Sort {
    /// All orders.
    #[cfg(test)]
    pub(super) const ALL: [Self; 4] = [Self::Newest, Self::Oldest, Self::Name, Self::Richest];

    /// The word in the name of a list.
    const fn word(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::Oldest => "oldest",
            Self::Name => "name",
            Self::Richest => "richest",
        }
    }
}

/// How a customer's credits stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// No more can be spent than the website's alert tells of, but something.
    Low,
    /// Nothing can be spent.
    Depleted,
    /// Something is owed.
    Owing,
}

impl State {
    /// The word in the name of a list.
    const fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Depleted => "depleted",
            Self::Owing => "owing",
        }
    }
}

/// Which customers are wanted, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// Only those with a name that begins so.
    pub(super) called: Option<Prefix>,
    /// In this order.
    pub(super) sort: Sort,
    /// Only those whose credits stand so.
    pub(super) state: Option<State>,
    /// Only those with a subscription, or without.
    pub(super) subscribed: Option<bool>,
}

impl Wish {
    /// Whether not all customers are wanted.
    pub(super) fn is_narrow(&self) -> bool {
        self.called.is_some() || self.is_filtered()
    }

    /// Whether customers are left out by something that no index knows.
    pub(super) fn is_filtered(&self) -> bool {
        self.state.is_some() || self.subscribed.is_some()
    }

    /// The list's name among the website's lists: a cursor of another one is none of this.
    pub(super) fn name(&self) -> String {
        let state = self.state.map_or("", State::word);
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

/// Reads the beginning of a name.
pub(super) fn prefix(text: &str) -> Result<Prefix, FieldError> {
    let text = text.trim();
    let length = text.chars().count();
    if !(1..=LONGEST_PREFIX).contains(&length) || text.chars().any(char::is_control) {
        let detail =
            format!("Must be 1 to {LONGEST_PREFIX} characters, none of them a control character.");
        return Err(FieldError::parameter("q", detail));
    }
    Ok(Prefix {
        text: text.to_owned(),
    })
}

/// A customer's place in each of the orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// `cus_…`.
    pub(super) id: String,
    /// The first contact.
    pub(super) created_at: Timestamp,
    /// The folded name.
    pub(super) listed_as: Vec<u8>,
    /// What can be spent, as it is booked.
    pub(super) available: i64,
}

impl Place {
    /// The cursor of a list in this order that goes on behind the place.
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

    /// The place that a cursor tells of; none of one that we did not write.
    pub(super) fn of_cursor(cursor: &Cursor, sort: Sort) -> Option<Self> {
        let (key, id) = cursor.id.rsplit_once(' ')?;
        let mut place = Self {
            id: id.to_owned(),
            created_at: cursor.at,
            listed_as: Vec::new(),
            available: 0,
        };
        match sort {
            Sort::Newest | Sort::Oldest => {}
            Sort::Name => place.listed_as = key.as_bytes().to_vec(),
            Sort::Richest => place.available = key.parse().ok()?,
        }
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_from_its_cursor() {
        let place = Place {
            id: "cus_1".to_owned(),
            created_at: Timestamp::from_seconds(7),
            listed_as: "a d\u{e4}".as_bytes().to_vec(),
            available: -5,
        };
        for sort in Sort::ALL {
            let back = Place::of_cursor(&place.cursor(sort), sort).unwrap();
            assert_eq!((&back.id, back.created_at), (&place.id, place.created_at));
            let is_named = sort == Sort::Name;
            assert_eq!(back.listed_as == place.listed_as, is_named, "{sort:?}");
            let is_counted = sort == Sort::Richest;
            assert_eq!(back.available == place.available, is_counted, "{sort:?}");
        }
    }

    #[test]
    fn whatever_differs_is_another_list() {
        let prefix = |text| Some(prefix(text).unwrap());
        let wishes = [
            Wish::default(),
            Wish {
                called: prefix("a"),
                ..Wish::default()
            },
            Wish {
                called: prefix("b"),
                ..Wish::default()
            },
            Wish {
                sort: Sort::Name,
                ..Wish::default()
            },
            Wish {
                state: Some(State::Low),
                ..Wish::default()
            },
            Wish {
                called: prefix("low"),
                ..Wish::default()
            },
            Wish {
                subscribed: Some(true),
                ..Wish::default()
            },
            Wish {
                subscribed: Some(false),
                ..Wish::default()
            },
        ];
        let names: std::collections::BTreeSet<_> = wishes.iter().map(Wish::name).collect();
        assert_eq!(names.len(), wishes.len());
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
