//! Wire types of connections.

use foundation::Timestamp;
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};

use crate::billing::connections::connect::{ConnectRequest, ConnectedAccount};
use crate::billing::connections::connection::{ConnectionOwner, Delivery, StripeConnection};
use crate::billing::connections::connection_state::{ConnectionState, ConnectionTrouble};
use crate::billing::connections::list::VisibleConnection;
use crate::billing::connections::permission::{CheckedPermission, PermissionNeed};
use crate::billing::currency::Currency;
use crate::caller::Mode;
use crate::schema::{Instant, Nullable};

/// The way in which Stripe's events arrive.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "StripeDelivery", rename_all = "lowercase")]
pub(super) enum DeliveryWord {
    /// Stripe sends them to `webhook_url`.
    Webhook,
    /// The server reads them from Stripe every few seconds.
    Poll,
}

impl From<Delivery> for DeliveryWord {
    fn from(delivery: Delivery) -> Self {
        match delivery {
            Delivery::Webhook => Self::Webhook,
            Delivery::Poll => Self::Poll,
        }
    }
}

impl From<DeliveryWord> for Delivery {
    fn from(word: DeliveryWord) -> Self {
        match word {
            DeliveryWord::Webhook => Self::Webhook,
            DeliveryWord::Poll => Self::Poll,
        }
    }
}

/// The state of a connection.
#[derive(Clone, Copy, Debug, Enum)]
#[oai(rename = "StripeConnectionState", rename_all = "lowercase")]
enum StateWord {
    /// It is being made.
    Checking,
    /// It works.
    Active,
    /// It works, except for the part that `reason` names.
    Degraded,
    /// Stripe refuses its key. Nothing is sold until it has a new one.
    Revoked,
    /// Its key is erased.
    Disconnected,
}

impl From<ConnectionState> for StateWord {
    fn from(state: ConnectionState) -> Self {
        match state {
            ConnectionState::Checking => Self::Checking,
            ConnectionState::Active => Self::Active,
            ConnectionState::Degraded => Self::Degraded,
            ConnectionState::Revoked => Self::Revoked,
            ConnectionState::Disconnected => Self::Disconnected,
        }
    }
}

/// A Stripe account in one mode, through which websites of its owner sell. It never contains a key or a secret.
#[derive(Object)]
#[oai(rename = "StripeConnection", example)]
pub(super) struct ConnectionDto {
    /// The connection's id.
    id: String,
    /// The mode of the account and of the credits that are sold.
    mode: Mode,
    /// Stripe's id of the account.
    stripe_account_id: String,
    /// The account's name; null if the key may not read it.
    account_name: Nullable<String>,
    /// The account's country, as two letters; null if the key may not read it.
    country: Nullable<String>,
    /// The currency in which the account is paid out, as three lower-case letters; null if it is unknown.
    default_currency: Nullable<String>,
    /// The kind of the key and its last four characters.
    key_hint: String,
    /// True if a new key waits until Stripe can be asked about it.
    has_next_key: bool,
    /// The state.
    state: StateWord,
    /// The reason why it is degraded or revoked: `missing-permission`, `endpoint-missing`, `endpoint-off`, `bad-signatures`,
    /// `unreachable`, `silent` or `key-refused`; else null. Later versions add reasons.
    reason: Nullable<String>,
    /// The permissions that the key lacks, if that is the reason; else null.
    missing_permission: Nullable<String>,
    /// The way in which Stripe's events arrive.
    delivery: DeliveryWord,
    /// The URL to which Stripe sends events.
    webhook_url: String,
    /// True if the request's website sells through it in the mode of the request.
    is_linked: bool,
    /// The time of the last check; null before the first.
    checked_at: Nullable<Instant>,
    /// The time of creation.
    created_at: Instant,
}

impl From<VisibleConnection> for ConnectionDto {
    fn from(visible: VisibleConnection) -> Self {
        let connection = visible.connection;
        let known = |text: String| Nullable(Some(text).filter(|text| !text.is_empty()));
        let trouble = connection.trouble();
        let word = trouble.as_ref().map(ConnectionTrouble::word);
        let permission = trouble.as_ref().and_then(ConnectionTrouble::permission);
        Self {
            mode: connection.mode,
            has_next_key: connection.sealed_next_key.is_some(),
            state: connection.state.into(),
            reason: word.map(ToOwned::to_owned).into(),
            missing_permission: permission.map(ToOwned::to_owned).into(),
            delivery: connection.delivery.into(),
            webhook_url: visible.webhook_url,
            is_linked: visible.is_linked,
            checked_at: connection.checked_at.map(Instant).into(),
            created_at: Instant(connection.created_at),
            default_currency: connection
                .default_currency
                .map(|currency| currency.code().to_owned())
                .into(),
            id: connection.id,
            stripe_account_id: connection.account_id,
            account_name: known(connection.account_name),
            country: known(connection.country),
            key_hint: connection.key_hint,
        }
    }
}

impl Example for ConnectionDto {
    fn example() -> Self {
        let created_at = Timestamp::from_seconds(1_767_225_600);
        let id = "scn_0192f0c4a1b27c3d8e9f001122334455";
        Self::from(VisibleConnection {
            connection: StripeConnection {
                id: id.to_owned(),
                owner: ConnectionOwner::Platform,
                mode: Mode::Live,
                account_id: "acct_1032D82eZvKYlo2C".to_owned(),
                account_name: "Picture Shop".to_owned(),
                country: "DE".to_owned(),
                default_currency: Currency::parse("eur"),
                sealed_key: String::new(),
                key_hint: "rk_live_…Zx3f".to_owned(),
                sealed_next_key: None,
                state: ConnectionState::Active,
                reason: None,
                delivery: Delivery::Webhook,
                poll_cursor: None,
                list_cursor: created_at,
                bad_signatures: 0,
                checked_at: Some(created_at),
                created_at,
            },
            is_linked: true,
            webhook_url: format!("https://id.example.com/webhooks/stripe/{id}"),
        })
    }
}

/// The connections that the caller sees.
#[derive(Object)]
#[oai(rename = "StripeConnectionList")]
pub(super) struct ConnectionList {
    /// The connections, oldest first, without disconnected ones.
    items: Vec<ConnectionDto>,
}

impl From<Vec<VisibleConnection>> for ConnectionList {
    fn from(visible: Vec<VisibleConnection>) -> Self {
        Self {
            items: visible.into_iter().map(Into::into).collect(),
        }
    }
}

/// A permission of a restricted key.
#[derive(Object)]
#[oai(rename = "StripePermission", example)]
struct PermissionDto {
    /// The permission and the access, as Stripe's dashboard names them.
    name: String,
    /// True if nothing is sold without it.
    is_required: bool,
    /// True if the key has it.
    is_granted: bool,
}

impl From<CheckedPermission> for PermissionDto {
    fn from(checked: CheckedPermission) -> Self {
        Self {
            name: checked.permission.name.to_owned(),
            is_required: checked.permission.need == PermissionNeed::Required,
            is_granted: checked.is_granted,
        }
    }
}

impl Example for PermissionDto {
    fn example() -> Self {
        Self {
            name: "Customers: write".to_owned(),
            is_required: true,
            is_granted: true,
        }
    }
}

/// A connection after a check of its key.
#[derive(Object)]
#[oai(rename = "CheckedStripeConnection", example)]
pub(super) struct CheckedConnectionDto {
    /// The connection.
    connection: ConnectionDto,
    /// The permissions that the server uses; empty if Stripe could not be asked.
    permissions: Vec<PermissionDto>,
    /// Facts that the owner should know: `too-powerful` (the key may do everything in the account: prefer a restricted one),
    /// `endpoint-refused` (Stripe did not take another webhook endpoint, so that events are polled). Later versions add
    /// warnings.
    warnings: Vec<String>,
}

impl Example for CheckedConnectionDto {
    fn example() -> Self {
        Self {
            connection: ConnectionDto::example(),
            permissions: vec![PermissionDto::example()],
            warnings: Vec::new(),
        }
    }
}

impl From<ConnectedAccount> for CheckedConnectionDto {
    fn from(connected: ConnectedAccount) -> Self {
        let warnings = connected.warnings.into_iter();
        let permissions = connected.permissions.into_iter();
        Self {
            connection: connected.visible.into(),
            permissions: permissions.map(Into::into).collect(),
            warnings: warnings.map(|warning| warning.word().to_owned()).collect(),
        }
    }
}

/// A Stripe account to connect.
#[derive(Object)]
#[oai(
    rename = "StripeConnectionRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct ConnectBody {
    /// The mode of the key and of the credits that are sold.
    mode: Mode,
    /// A restricted key of this mode, or a secret key of test mode. The server stores it encrypted and never shows it.
    #[oai(validator(min_length = 1, max_length = 300))]
    api_key: String,
    /// The way in which events arrive; `webhook` if absent. Where Stripe cannot reach this installation, or takes no other
    /// endpoint, they are polled in any case.
    delivery: Option<DeliveryWord>,
}

impl From<ConnectBody> for ConnectRequest {
    fn from(body: ConnectBody) -> Self {
        Self {
            mode: body.mode,
            api_key: body.api_key.into(),
            delivery: body.delivery.map_or(Delivery::Webhook, Into::into),
        }
    }
}

impl Example for ConnectBody {
    fn example() -> Self {
        Self {
            mode: Mode::Test,
            api_key: "rk_test_0123456789abcdefghijklmn".to_owned(),
            delivery: None,
        }
    }
}

/// A new key of a connection.
#[derive(Object)]
#[oai(rename = "StripeKeyRequest", deny_unknown_fields, example)]
pub(super) struct KeyBody {
    /// A key of the same account and mode.
    #[oai(validator(min_length = 1, max_length = 300))]
    pub(super) api_key: String,
}

impl Example for KeyBody {
    fn example() -> Self {
        Self {
            api_key: "rk_test_0123456789abcdefghijklmn".to_owned(),
        }
    }
}

/// A signing secret of a connection.
#[derive(Object)]
#[oai(
    rename = "StripeSigningSecretRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct SigningSecretBody {
    /// The secret of an endpoint that was made or rolled in Stripe's dashboard; if absent, the server makes another endpoint.
    #[oai(validator(min_length = 1, max_length = 300))]
    pub(super) secret: Option<String>,
}

impl Example for SigningSecretBody {
    fn example() -> Self {
        Self {
            secret: Some("whsec_0123456789abcdefghijklmnopqrstuv".to_owned()),
        }
    }
}

/// The end of a connection.
#[derive(Object)]
#[oai(
    rename = "StripeDisconnectRequest",
    deny_unknown_fields,
    skip_serializing_if_is_none,
    example
)]
pub(super) struct DisconnectBody {
    /// True if the account is disconnected although subscriptions are live; false if absent. Stripe bills them until they are
    /// canceled there, and their customers get no more credits.
    pub(super) force: Option<bool>,
}

impl Example for DisconnectBody {
    fn example() -> Self {
        Self { force: Some(true) }
    }
}
