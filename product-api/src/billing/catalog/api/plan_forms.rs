//! Wire types of plans.

use foundation::{Failure, Timestamp};
use poem_openapi::Object;
use poem_openapi::types::Example;

use super::offer_status::OfferStatusName;
use super::plan_version_forms::PlanVersionDto;
use crate::billing::catalog::item::{DEFAULT_FAMILY, ItemDetails};
use crate::billing::catalog::read_items::{CatalogPage, ItemView};
use crate::schema::{Instant, Nullable};

/// The properties of a plan that can change without a new version.
#[derive(Object)]
#[oai(
    rename = "PlanRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct PlanBody {
    /// The name that buyers see.
    #[oai(validator(min_length = 1, max_length = 80))]
    name: String,
    /// A sentence for buyers; none if absent.
    #[oai(validator(max_length = 300))]
    description: Option<String>,
    /// The status; `active` if absent.
    status: Option<OfferStatusName>,
    /// The place among the website's plans, smallest first; 0 if absent. Plans of equal position are ordered by code.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000")))]
    position: Option<i64>,
    /// The family; `default` if absent. A customer has one live subscription in each family.
    #[oai(validator(min_length = 1, max_length = 64))]
    family: Option<String>,
}

impl PlanBody {
    pub(super) fn read(self) -> ItemDetails {
        ItemDetails {
            name: self.name,
            description: self.description,
            status: self.status.unwrap_or(OfferStatusName::Active).into(),
            position: self.position.unwrap_or_default(),
            family: Some(self.family.unwrap_or_else(|| DEFAULT_FAMILY.to_owned())),
        }
    }
}

impl Example for PlanBody {
    fn example() -> Self {
        Self {
            name: "Pro".to_owned(),
            description: Some("1,000 credits each month".to_owned()),
            status: None,
            position: Some(10),
            family: None,
        }
    }
}

/// A plan: an allowance of credits in each period of a subscription.
#[derive(Object)]
#[oai(rename = "Plan", example)]
pub(super) struct PlanDto {
    /// The id.
    id: String,
    /// The website's code of the plan, which never changes.
    code: String,
    /// The name that buyers see.
    name: String,
    /// A sentence for buyers; null if there is none.
    description: Nullable<String>,
    /// The status.
    status: OfferStatusName,
    /// The place among the website's plans.
    position: i64,
    /// The family.
    family: String,
    /// The newest version, which is sold; null before the first.
    version: Nullable<PlanVersionDto>,
    /// The number of active, trialing and past-due subscriptions to the plan, through the website's current Stripe account.
    subscribers: i64,
    /// The time of creation.
    created_at: Instant,
    /// The time of the last change, or of the newest version.
    updated_at: Instant,
}

impl TryFrom<ItemView> for PlanDto {
    type Error = Failure;

    fn try_from(view: ItemView) -> Result<Self, Failure> {
        let (plan, newest) = (view.item, view.newest);
        let version = newest.map(PlanVersionDto::try_from).transpose()?;
        Ok(Self {
            id: plan.id,
            code: plan.code,
            name: plan.details.name,
            description: plan.details.description.into(),
            status: plan.details.status.into(),
            position: plan.details.position,
            family: plan.details.family.unwrap_or_default(),
            version: version.into(),
            subscribers: view.subscribers,
            created_at: Instant(plan.created_at),
            updated_at: Instant(plan.updated_at),
        })
    }
}

impl Example for PlanDto {
    fn example() -> Self {
        let created_at = Instant(Timestamp::from_seconds(1_767_225_600));
        Self {
            id: "pln_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            code: "pro".to_owned(),
            name: "Pro".to_owned(),
            description: Some("1,000 credits each month".to_owned()).into(),
            status: OfferStatusName::Active,
            position: 10,
            family: DEFAULT_FAMILY.to_owned(),
            version: Some(PlanVersionDto::example()).into(),
            subscribers: 42,
            created_at,
            updated_at: created_at,
        }
    }
}

/// One page of plans, in their order.
#[derive(Object)]
pub(super) struct PlanPage {
    /// The plans.
    items: Vec<PlanDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl TryFrom<CatalogPage<ItemView>> for PlanPage {
    type Error = Failure;

    fn try_from(page: CatalogPage<ItemView>) -> Result<Self, Failure> {
        let items = page.items.into_iter().map(TryInto::try_into);
        Ok(Self {
            items: items.collect::<Result<_, Failure>>()?,
            next_cursor: page.next_cursor.into(),
        })
    }
}
