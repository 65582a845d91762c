//! Pages of lists, newest first.

use serde::Deserialize;

use crate::billing::stripe::form::Form;

/// Maximum number of items of a page.
const MAX_ITEMS: u8 = 100;

/// A page of a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct StripePage<T> {
    /// The items, newest first unless a call says otherwise.
    #[serde(default = "Vec::new")]
    pub(crate) data: Vec<T>,
    /// True if the list goes further in the direction of the call.
    #[serde(default)]
    pub(crate) has_more: bool,
}

/// The wanted part of a list; by default its first hundred items.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageQuery<'a> {
    /// Maximum number of items, 1 to 100.
    pub(crate) limit: Option<u8>,
    /// Items that are older than this one.
    pub(crate) starting_after: Option<&'a str>,
    /// Items that are newer than this one; those next to it come first.
    pub(crate) ending_before: Option<&'a str>,
    /// Items that were created at this instant or later, in seconds since the epoch.
    pub(crate) created_from: Option<i64>,
}

impl PageQuery<'_> {
    /// Returns the parameters.
    pub(super) fn form(&self) -> Form {
        Form::default()
            .with("limit", self.limit.unwrap_or(MAX_ITEMS))
            .with_some("starting_after", self.starting_after)
            .with_some("ending_before", self.ending_before)
            .with_some("created[gte]", self.created_from)
    }
}
