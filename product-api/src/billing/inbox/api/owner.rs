//! `/v1/billing/inbox`: objects of a connection that wait or failed, and their replay.

use std::sync::Arc;

use foundation::Timestamp;
use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Enum, Object, OpenApi};

use super::forms::InboxObjectDto;
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::inbox::list::{ConnectionInbox, ListedState, list_own};
use crate::billing::inbox::replay::replay_own;
use crate::billing::inbox::store::events::RefusedEvent;
use crate::billing::marks::ObjectKind;
use crate::caller::{BillingRead, BillingSell, StepUp};
use crate::problem::{ProblemResponse, documents};
use crate::schema::{Instant, Nullable, PageParams, Tag};
use crate::websites::AdmitOwner;

documents!(
    InboxProblems: BillingNotConnected, ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended
);

/// The objects of a list.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "StripeInboxFilter", rename_all = "lowercase")]
enum FilterName {
    /// Objects that wait to be applied.
    Waiting,
    /// Objects whose attempts failed.
    Dead,
}

impl From<FilterName> for ListedState {
    fn from(name: FilterName) -> Self {
        match name {
            FilterName::Waiting => Self::Waiting,
            FilterName::Dead => Self::Dead,
        }
    }
}

/// An event with a right signature that was not used.
#[derive(Object)]
#[oai(rename = "StripeRefusedEvent", example)]
struct RefusedEventDto {
    /// Stripe's id of the event.
    stripe_event: String,
    /// The type of the event.
    #[oai(rename = "type")]
    event_type: String,
    /// The reason: `wrong-mode` (the event is about the other mode), `wrong-account` (it is about another account), or
    /// `no-object` (it names no object). Later versions add reasons.
    reason: String,
    /// The time at which it arrived.
    received_at: Instant,
}

impl From<RefusedEvent> for RefusedEventDto {
    fn from(event: RefusedEvent) -> Self {
        Self {
            stripe_event: event.event_id,
            event_type: event.event_type,
            reason: event.reason,
            received_at: Instant(event.received_at),
        }
    }
}

impl Example for RefusedEventDto {
    fn example() -> Self {
        Self {
            stripe_event: "evt_1a2b3c".to_owned(),
            event_type: "checkout.session.completed".to_owned(),
            reason: "wrong-mode".to_owned(),
            received_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// The inbox of a connection, with one page of its objects.
#[derive(Object)]
#[oai(rename = "StripeInbox", example)]
struct InboxDto {
    /// The connection's id.
    connection_id: String,
    /// The number of objects that wait; counted up to 1000.
    waiting: i64,
    /// The time since which the oldest of them waits; null if none waits.
    oldest_waiting_since: Nullable<Instant>,
    /// The number of dead objects; counted up to 10000.
    dead: i64,
    /// The time at which the last event arrived; null before the first.
    last_event_at: Nullable<Instant>,
    /// The newest event that was not used; null if there is none.
    last_refused: Nullable<RefusedEventDto>,
    /// The objects, the latest changed first.
    items: Vec<InboxObjectDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<ConnectionInbox> for InboxDto {
    fn from(inbox: ConnectionInbox) -> Self {
        let (figures, page) = (inbox.figures, inbox.page);
        Self {
            connection_id: inbox.connection.id,
            waiting: figures.backlog.size,
            oldest_waiting_since: figures.backlog.oldest_at.map(Instant).into(),
            dead: figures.dead,
            last_event_at: figures.last_event_at.map(Instant).into(),
            last_refused: figures.last_refused.map(RefusedEventDto::from).into(),
            items: page.items.into_iter().map(InboxObjectDto::from).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for InboxDto {
    fn example() -> Self {
        Self {
            connection_id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            waiting: 0,
            oldest_waiting_since: None.into(),
            dead: 1,
            last_event_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            last_refused: None.into(),
            items: vec![InboxObjectDto::example()],
            next_cursor: None.into(),
        }
    }
}

#[derive(ApiResponse)]
enum InboxResponse {
    /// The inbox, with a page of its objects.
    #[oai(status = 200)]
    Ok(Json<InboxDto>),
}

#[derive(ApiResponse)]
enum ReplayResponse {
    /// The object, which is due now.
    #[oai(status = 200)]
    Ok(Json<InboxObjectDto>),
}

/// The operations of a connection's owner.
pub(crate) struct InboxApi;

#[OpenApi]
impl InboxApi {
    /// List the inbox
    ///
    /// Lists objects at Stripe whose events arrived and that wait or cannot be applied, the latest changed first. Each event
    /// only says that an object may have changed; the object is then fetched and applied as it is. The inbox is the one of
    /// the Stripe account through which the website sells, which several websites of one owner may share.
    #[oai(
        path = "/v1/billing/inbox",
        method = "get",
        operation_id = "list_billing_inbox",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn list(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitOwner>,
        /// The state of the objects; `dead` if absent.
        state: Query<Option<FilterName>>,
        /// The maximum number of items, 1 to 100; 20 if absent.
        limit: Query<Option<i32>>,
        /// The `next_cursor` of the previous page.
        cursor: Query<Option<String>>,
    ) -> Result<InboxResponse, ProblemResponse<InboxProblems>> {
        let state = state.0.map_or(ListedState::Dead, ListedState::from);
        let params = PageParams {
            limit: limit.0,
            cursor: cursor.0.as_deref(),
        };
        let inbox = list_own(&app, &caller.0, state, params).await?;
        Ok(InboxResponse::Ok(Json(inbox.into())))
    }

    /// Apply an object again
    ///
    /// Fetches an object from Stripe and applies it, as if an event had arrived, in any state and with all attempts. Nothing
    /// is done twice: an object that agrees with our records changes nothing.
    #[oai(
        path = "/v1/billing/inbox/:kind/:id/replay",
        method = "post",
        operation_id = "replay_billing_object",
        tag = "Tag::Billing"
    )]
    async fn replay(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySeller<BillingSell, AdmitOwner>>,
        /// The kind of the object, as the inbox names it.
        kind: Path<String>,
        /// The object's id at Stripe.
        id: Path<String>,
    ) -> Result<ReplayResponse, ProblemResponse<InboxProblems>> {
        let kind = ObjectKind::from_word(&kind);
        let object = replay_own(&app, &caller.0, kind, &id).await?;
        Ok(ReplayResponse::Ok(Json(object.into())))
    }
}
