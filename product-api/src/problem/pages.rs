//! The page about a kind of problem, at the address that its `type` names.

use super::kind::Kind;

/// The page's title and paragraphs; `None` for a slug that is not in the catalogue.
pub(crate) fn page(slug: &str) -> Option<(Kind, String)> {
    Kind::of_slug(slug).map(|kind| (kind, kind.row().advice.to_owned()))
}
