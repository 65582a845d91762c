//! Wire types of packs.

use foundation::{Failure, Timestamp};
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::offer_status::OfferStatusName;
use super::pack_version_forms::PackVersionDto;
use crate::billing::catalog::item::ItemDetails;
use crate::billing::catalog::read_items::{CatalogPage, ItemView};
use crate::schema::{Instant, Nullable};

/// The properties of a pack that can change without a new version.
#[derive(Object)]
#[oai(
    rename = "PackRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PackBody {
    /// The name that buyers see.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: String,
    /// A sentence for buyers; none if absent.
    #[oai(validator(max_length = 300))]
    description: Option<String>,
    /// The status; `active` if absent.
    status: Option<OfferStatusName>,
    /// The place among the website's packs, smallest first; 0 if absent. Packs of equal position are ordered by code.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000")))]
    position: Option<i64>,
}

impl PackBody {
    pub(super) fn read(self) -> ItemDetails {
        ItemDetails {
            name: self.name,
            description: self.description,
            status: self.status.unwrap_or(OfferStatusName::Active).into(),
            position: self.position.unwrap_or_default(),
            family: None,
        }
    }
}

impl Example for PackBody {
    fn example() -> Self {
        Self {
            name: "500 credits".to_owned(),
            description: Some("For about a hundred pictures".to_owned()),
            status: None,
            position: Some(10),
        }
    }
}

/// A pack: credits that the website sells for money.
#[derive(Object)]
#[oai(rename = "Pack", example)]
pub(super) struct PackDto {
    /// The id.
    id: String,
    /// The website's code of the pack, which never changes.
    code: String,
    /// The name that buyers see.
    name: String,
    /// A sentence for buyers; null if there is none.
    description: Nullable<String>,
    /// The status.
    status: OfferStatusName,
    /// The place among the website's packs.
    position: i64,
    /// The newest version, which is sold; null before the first.
    version: Nullable<PackVersionDto>,
    /// The time of creation.
    created_at: Instant,
    /// The time of the last change, or of the newest version.
    updated_at: Instant,
}

impl TryFrom<ItemView> for PackDto {
    type Error = Failure;

    fn try_from(view: ItemView) -> Result<Self, Failure> {
        let (pack, newest) = (view.item, view.newest);
        let version = newest.map(PackVersionDto::try_from).transpose()?;
        Ok(Self {
            id: pack.id,
            code: pack.code,
            name: pack.details.name,
            description: pack.details.description.into(),
            status: pack.details.status.into(),
            position: pack.details.position,
            version: version.into(),
            created_at: Instant(pack.created_at),
            updated_at: Instant(pack.updated_at),
        })
    }
}

impl Example for PackDto {
    fn example() -> Self {
        let created_at = Instant(Timestamp::from_seconds(1_767_225_600));
        Self {
            id: "pck_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            code: "small".to_owned(),
            name: "500 credits".to_owned(),
            description: Some("For about a hundred pictures".to_owned()).into(),
            status: OfferStatusName::Active,
            position: 10,
            version: Some(PackVersionDto::example()).into(),
            created_at,
            updated_at: created_at,
        }
    }
}

/// One page of packs, in their order.
#[derive(Object)]
pub(super) struct PackPage {
    /// The packs.
    items: Vec<PackDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl TryFrom<CatalogPage<ItemView>> for PackPage {
    type Error = Failure;

    fn try_from(page: CatalogPage<ItemView>) -> Result<Self, Failure> {
        let items = page.items.into_iter().map(TryInto::try_into);
        Ok(Self {
            items: items.collect::<Result<_, Failure>>()?,
            next_cursor: page.next_cursor.into(),
        })
    }
}
