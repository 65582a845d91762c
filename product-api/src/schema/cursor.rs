//! Cursors: the start of a list's next page, encrypted so that clients cannot forge one.

use foundation::secret::Sealer;
use foundation::{Failure, Timestamp};

use crate::problem::{FieldError, Problem};

/// Maximum number of items on a page.
const MAX_PAGE_SIZE: i32 = 100;
const USUAL_PAGE: i32 = 20;
/// Maximum length of a cursor, in bytes. A cursor may contain a name by which the list is ordered.
const MAX_CURSOR_LENGTH: usize = 2048;

/// The parameters `limit` and `cursor` of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageParams<'a> {
    /// The maximum number of items.
    pub(crate) limit: Option<i32>,
    /// The `next_cursor` of the previous page.
    pub(crate) cursor: Option<&'a str>,
}

/// The last item of a page. Lists are ordered by time, and by id within one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The time by which the list is ordered.
    pub(crate) at: Timestamp,
    /// The item's id.
    pub(crate) id: String,
}

impl Cursor {
    /// Returns the position before the newest item of a list.
    pub(crate) const fn newest() -> Self {
        Self {
            at: Timestamp::from_micros(i64::MAX),
            id: String::new(),
        }
    }

    /// Encrypts the cursor for the next page of a list. The encryption includes the list's name, so that no other list accepts
    /// it.
    pub(crate) fn seal(&self, sealer: &Sealer, list: &str) -> Result<String, Failure> {
        let plain = format!("{} {}", self.at.micros(), self.id);
        sealer.seal(&purpose(list), &plain)
    }

    /// Reads the parameter `cursor` of a list; a cursor that this API did not issue for this list is a 400.
    pub(crate) fn open(
        sealer: &Sealer,
        list: &str,
        text: Option<&str>,
    ) -> Result<Option<Self>, Problem> {
        let Some(text) = text else {
            return Ok(None);
        };
        let plain = (text.len() <= MAX_CURSOR_LENGTH)
            .then(|| sealer.open(&purpose(list), text))
            .flatten();
        let cursor = plain.as_deref().and_then(|plain| {
            let (at, id) = plain.split_once(' ')?;
            Some(Self {
                at: Timestamp::from_micros(at.parse().ok()?),
                id: id.to_owned(),
            })
        });
        cursor.map(Some).ok_or_else(|| {
            let detail = "Must be a next_cursor of this list.";
            Problem::invalid(&[FieldError::parameter("cursor", detail)])
        })
    }
}

fn purpose(list: &str) -> String {
    format!("cursor of {list}")
}

/// Reads the parameter `limit`.
pub(crate) fn page_size(limit: Option<i32>) -> Result<i64, Problem> {
    let limit = limit.unwrap_or(USUAL_PAGE);
    if (1..=MAX_PAGE_SIZE).contains(&limit) {
        return Ok(limit.into());
    }
    let detail = format!("Must be between 1 and {MAX_PAGE_SIZE}.");
    Err(Problem::invalid(&[FieldError::parameter("limit", detail)]))
}

#[cfg(test)]
mod tests {
    use foundation::Random;

    use super::*;

    // row: J12
    #[test]
    fn cursor_is_good_for_its_list_only_and_cannot_be_altered() {
        let sealer = Sealer::new("0123456789abcdef0123456789abcdef".into(), Random::system());
        let cursor = Cursor {
            at: Timestamp::from_seconds(7),
            id: "cus_1".to_owned(),
        };
        let text = cursor.seal(&sealer, "customers of web_1").unwrap();
        let open = |list: &str, text: &str| Cursor::open(&sealer, list, Some(text));
        assert_eq!(open("customers of web_1", &text).unwrap(), Some(cursor));
        assert!(open("customers of web_2", &text).is_err());
        assert!(open("customers of web_1", text.get(1..).unwrap()).is_err());
        assert!(open("customers of web_1", "").is_err());
        assert!(open("customers of web_1", &"x".repeat(100_000)).is_err());
        assert_eq!(
            Cursor::open(&sealer, "customers of web_1", None).unwrap(),
            None
        );
    }

    #[test]
    fn page_sizes() {
        assert_eq!(page_size(None).unwrap(), 20);
        assert_eq!(page_size(Some(100)).unwrap(), 100);
        for wrong in [0, -1, 101, i32::MAX] {
            assert!(page_size(Some(wrong)).is_err(), "{wrong}");
        }
    }
}
