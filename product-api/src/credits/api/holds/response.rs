//! Wire types of holds. Lists have the kind, which responses to operations on holds do not need.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::credits::api::metadata::Metadata;
use crate::credits::store::hold_view::HoldView;
use crate::schema::{Instant, Nullable};

/// A reservation of credits.
#[derive(Clone, Debug, Object)]
#[oai(rename = "Hold", example)]
pub(crate) struct HoldDto {
    /// The hold's id.
    id: String,
    /// The customer.
    customer_id: String,
    /// The state: `open`, `captured`, `voided` or `expired`; all but the first are final.
    state: String,
    /// The number of reserved credits.
    amount: i64,
    /// The number of captured credits.
    captured: i64,
    /// The number of released credits.
    released: i64,
    /// The action at the expiry: `release` or `capture`.
    on_expiry: String,
    /// The code of the hold's feature; null if the request named none.
    feature: Nullable<String>,
    /// The quantity of the feature, if it determined the amount; null otherwise.
    quantity: Nullable<i64>,
    /// The version of the price that applied to the quantity; null if there is none.
    price_version: Nullable<i64>,
    /// A description for the customer.
    description: Nullable<String>,
    /// The website's own data.
    metadata: Metadata,
    /// The time at which the hold was opened.
    opened_at: Instant,
    /// The time from which the hold is expired; null for a hold of the system.
    expires_at: Nullable<Instant>,
    /// The time at which the hold ended; null for an open one.
    closed_at: Nullable<Instant>,
}

impl From<HoldView> for HoldDto {
    fn from(hold: HoldView) -> Self {
        let usage = hold.billed.as_ref().and_then(|billed| billed.usage);
        Self {
            id: hold.id,
            customer_id: hold.customer_id,
            state: hold.state.to_owned(),
            amount: hold.amount,
            captured: hold.captured,
            released: hold.released,
            on_expiry: hold.on_expiry.to_owned(),
            feature: hold.billed.map(|billed| billed.code).into(),
            quantity: usage.map(|usage| usage.quantity).into(),
            price_version: usage.map(|usage| usage.price_version).into(),
            description: hold.description.into(),
            metadata: Metadata::from_text(&hold.metadata),
            opened_at: Instant(hold.opened_at),
            expires_at: hold.expires_at.map(Instant).into(),
            closed_at: hold.closed_at.map(Instant).into(),
        }
    }
}

impl Example for HoldDto {
    fn example() -> Self {
        Self {
            id: "hold_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            customer_id: "cus_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            state: "open".to_owned(),
            amount: 50,
            captured: 0,
            released: 0,
            on_expiry: "release".to_owned(),
            feature: None.into(),
            quantity: None.into(),
            price_version: None.into(),
            description: Some("A long answer".to_owned()).into(),
            metadata: Metadata::default(),
            opened_at: Instant(Timestamp::from_seconds(1_767_225_600)),
            expires_at: Some(Instant(Timestamp::from_seconds(1_767_226_500))).into(),
            closed_at: None.into(),
        }
    }
}

/// A hold, with its kind.
#[derive(Clone, Debug, Object)]
#[oai(rename = "ListedHold", example)]
pub(crate) struct ListedHoldDto {
    #[oai(flatten)]
    hold: HoldDto,
    /// The kind: `hold` if a request opened it, or `dispute` if the system reserves credits of a payment that is refunded or
    /// disputed. The latter has no expiry, and cannot be captured, voided or extended.
    kind: String,
}

impl From<HoldView> for ListedHoldDto {
    fn from(hold: HoldView) -> Self {
        let kind = hold.kind.to_owned();
        Self {
            hold: hold.into(),
            kind,
        }
    }
}

impl Example for ListedHoldDto {
    fn example() -> Self {
        Self {
            hold: HoldDto::example(),
            kind: "hold".to_owned(),
        }
    }
}
