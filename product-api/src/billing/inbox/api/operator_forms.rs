//! Wire types of the operator's view of billing.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use super::forms::{InboxObjectDto, KindName};
use crate::app::App;
use crate::billing::connections::ConnectionOwner;
use crate::billing::inbox::list::{InboxPage, ListedConnection};
use crate::billing::inbox::marked_object::InboxObject;
use crate::billing::inbox::replay::ReplaySelection;
use crate::billing::marks::MarkedObject;
use crate::billing::stripe::CircuitState;
use crate::caller::Mode;
use crate::problem::{FieldError, Problem};
use crate::schema::{Instant, Nullable};

/// The circuit of a connection in the server that responds.
#[derive(Clone, Copy, Debug, Enum, PartialEq, Eq)]
#[oai(rename = "StripeCircuit", rename_all = "kebab-case")]
enum CircuitName {
    /// Calls are sent.
    Closed,
    /// Stripe did not respond several times; no call is sent for now.
    Open,
    /// One call finds out if Stripe responds again.
    HalfOpen,
}

impl From<CircuitState> for CircuitName {
    fn from(state: CircuitState) -> Self {
        match state {
            CircuitState::Closed => Self::Closed,
            CircuitState::Open => Self::Open,
            CircuitState::HalfOpen => Self::HalfOpen,
        }
    }
}

/// A Stripe account through which websites sell, as the operator sees it.
#[derive(Object)]
#[oai(rename = "OperatorStripeConnection", example)]
pub(super) struct OperatorConnectionDto {
    /// The connection's id.
    id: String,
    /// The user who owns it; null for the platform.
    owner_user_id: Nullable<String>,
    /// The mode: live or test.
    mode: Mode,
    /// Stripe's id of the account.
    stripe_account: String,
    /// The name of the account.
    account_name: String,
    /// The state: `checking`, `active`, `degraded` or `revoked`.
    state: String,
    /// The reason of the state; null if it works.
    reason: Nullable<String>,
    /// The way in which events arrive: `webhook` or `poll`.
    delivery: String,
    /// The circuit of the connection in the server that responds.
    circuit: CircuitName,
    /// The number of objects that wait; counted up to 1000.
    waiting: i64,
    /// The time since which the oldest of them waits; null if none waits.
    oldest_waiting_since: Nullable<Instant>,
    /// The number of dead objects; counted up to 10000.
    dead: i64,
    /// The time at which the last event arrived; null before the first.
    last_event_at: Nullable<Instant>,
    /// The time of the connection's creation.
    created_at: Instant,
}

impl OperatorConnectionDto {
    fn new(app: &App, listed: ListedConnection) -> Self {
        let (connection, figures) = (listed.connection, listed.figures);
        let owner = match connection.owner {
            ConnectionOwner::Platform => None,
            ConnectionOwner::User(user_id) => Some(user_id),
        };
        Self {
            circuit: app.stripe.circuit_state(&connection.id).into(),
            id: connection.id,
            owner_user_id: owner.into(),
            mode: connection.mode,
            stripe_account: connection.account_id,
            account_name: connection.account_name,
            state: connection.state.word().to_owned(),
            reason: connection.reason.into(),
            delivery: connection.delivery.word().to_owned(),
            waiting: figures.backlog.size,
            oldest_waiting_since: figures.backlog.oldest_at.map(Instant).into(),
            dead: figures.dead,
            last_event_at: figures.last_event_at.map(Instant).into(),
            created_at: Instant(connection.created_at),
        }
    }
}

impl Example for OperatorConnectionDto {
    fn example() -> Self {
        Self {
            id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            owner_user_id: Some("usr_0192f0c4a1b27c3d8e9f001122334455".to_owned()).into(),
            mode: Mode::Live,
            stripe_account: "acct_1a2b3c".to_owned(),
            account_name: "Pictures".to_owned(),
            state: "active".to_owned(),
            reason: None.into(),
            delivery: "webhook".to_owned(),
            circuit: CircuitName::Closed,
            waiting: 0,
            oldest_waiting_since: None.into(),
            dead: 0,
            last_event_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
            created_at: Instant(Timestamp::from_seconds(1_767_225_600)),
        }
    }
}

/// One page of connections, newest first.
#[derive(Object)]
#[oai(rename = "OperatorBilling", example)]
pub(super) struct ConnectionsDto {
    /// The connections.
    items: Vec<OperatorConnectionDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl ConnectionsDto {
    pub(super) fn new(app: &App, page: InboxPage<ListedConnection>) -> Self {
        let listed = page.items.into_iter();
        Self {
            items: listed
                .map(|listed| OperatorConnectionDto::new(app, listed))
                .collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for ConnectionsDto {
    fn example() -> Self {
        Self {
            items: vec![OperatorConnectionDto::example()],
            next_cursor: None.into(),
        }
    }
}

/// One page of dead objects, the latest changed first.
#[derive(Object)]
#[oai(rename = "OperatorDeadLetters", example)]
pub(super) struct DeadLettersDto {
    /// The objects.
    items: Vec<InboxObjectDto>,
    /// Send it as `cursor` for the next page; null on the last.
    next_cursor: Nullable<String>,
}

impl From<InboxPage<InboxObject>> for DeadLettersDto {
    fn from(page: InboxPage<InboxObject>) -> Self {
        Self {
            items: page.items.into_iter().map(InboxObjectDto::from).collect(),
            next_cursor: page.next_cursor.into(),
        }
    }
}

impl Example for DeadLettersDto {
    fn example() -> Self {
        Self {
            items: vec![InboxObjectDto::example()],
            next_cursor: None.into(),
        }
    }
}

/// An object at Stripe.
#[derive(Object)]
#[oai(rename = "StripeObjectKey", deny_unknown_fields, example)]
pub(super) struct ObjectKeyBody {
    /// The connection's id.
    #[oai(validator(min_length = 1, max_length = 64))]
    connection_id: String,
    /// The kind of the object.
    kind: KindName,
    /// The object's id at Stripe.
    #[oai(validator(min_length = 1, max_length = 255))]
    stripe_object: String,
}

impl Example for ObjectKeyBody {
    fn example() -> Self {
        Self {
            connection_id: "scn_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            kind: KindName::Session,
            stripe_object: "cs_live_a1b2c3".to_owned(),
        }
    }
}

/// The objects to be applied again: one object, or all dead ones with an error.
#[derive(Object)]
#[oai(
    rename = "OperatorReplay",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ReplayBody {
    /// One object, in any state.
    object: Option<ObjectKeyBody>,
    /// The error of dead objects, exactly as it is listed.
    #[oai(validator(min_length = 1, max_length = 300))]
    error: Option<String>,
}

impl ReplayBody {
    /// Reads the objects; refuses a body with both members or with none.
    pub(super) fn selection(&self) -> Result<ReplaySelection<'_>, Problem> {
        match (&self.object, &self.error) {
            (Some(object), None) => Ok(ReplaySelection::Object(MarkedObject {
                connection_id: &object.connection_id,
                kind: object.kind.into(),
                object_id: &object.stripe_object,
            })),
            (None, Some(error)) => Ok(ReplaySelection::Error(error)),
            (Some(_), Some(_)) | (None, None) => {
                let detail = "Must have either `object` or `error`.";
                Err(Problem::invalid(&[FieldError::body("", detail)]))
            }
        }
    }
}

impl Example for ReplayBody {
    fn example() -> Self {
        Self {
            object: None,
            error: Some("Stripe is not available".to_owned()),
        }
    }
}

/// The number of objects that are due now.
#[derive(Object)]
#[oai(rename = "OperatorReplayed", example)]
pub(super) struct ReplayedDto {
    /// The number of objects, at most 500; if it is 500, repeat the request for the others.
    replayed: i32,
}

impl ReplayedDto {
    pub(super) fn new(replayed: usize) -> Self {
        Self {
            replayed: i32::try_from(replayed).unwrap_or(i32::MAX),
        }
    }
}

impl Example for ReplayedDto {
    fn example() -> Self {
        Self { replayed: 12 }
    }
}
