//! Users in the operator's responses.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::credits::Balance;
use crate::idp::{IdpAccount, IdpSession};
use crate::operators::users::{OperatorUser, UserDetails};
use crate::schema::{Instant, Nullable};

const EXAMPLE_USER: &str = "usr_0192f0c4a1b27c3d8e9f001122334455";
const EXAMPLE_TIME: &str = "2026-01-01T00:00:00.000Z";

/// A user, as the operator sees it.
#[derive(Object)]
#[oai(rename = "OperatorUser", example)]
pub(super) struct OperatorUserDto {
    /// The user's id.
    id: String,
    /// The name.
    name: Nullable<String>,
    /// The email address.
    email: Nullable<String>,
    /// The URL of an image.
    image: Nullable<String>,
    /// True if the account is active.
    is_active: bool,
    /// True if the user operates this installation.
    is_operator: bool,
    /// The time at which the identity provider created the user.
    created_at: String,
    /// The number of the user's websites.
    websites: i64,
    /// The issue time of the last token of the user that was stored here: it had new data, or was a minute newer; null
    /// before.
    last_seen_at: Nullable<Instant>,
}

impl From<OperatorUser> for OperatorUserDto {
    fn from(found: OperatorUser) -> Self {
        let OperatorUser { user, facts } = found;
        let is_active = facts.as_ref().is_none_or(|facts| facts.is_active);
        let last_seen_at = facts.as_ref().and_then(|facts| facts.last_seen_at);
        Self {
            id: user.id,
            name: user.name.into(),
            email: user.email.into(),
            image: user.image.into(),
            is_active: user.is_active && is_active,
            is_operator: user.is_operator,
            created_at: user.created_at,
            websites: facts.map_or(0, |facts| facts.websites),
            last_seen_at: last_seen_at.map(Instant).into(),
        }
    }
}

impl Example for OperatorUserDto {
    fn example() -> Self {
        Self {
            id: EXAMPLE_USER.to_owned(),
            name: Some("Ada".to_owned()).into(),
            email: Some("ada@example.com".to_owned()).into(),
            image: None.into(),
            is_active: true,
            is_operator: false,
            created_at: EXAMPLE_TIME.to_owned(),
            websites: 2,
            last_seen_at: Some(Instant(Timestamp::from_seconds(1_767_225_600))).into(),
        }
    }
}

/// A browser session of a user.
#[derive(Object)]
#[oai(rename = "OperatorUserSession", example)]
struct SessionDto {
    /// The session's id.
    id: String,
    /// The authentication methods of the session (RFC 8176).
    method: Vec<String>,
    /// The browser's `User-Agent`.
    user_agent: Nullable<String>,
    /// The network in which the session began.
    network: Nullable<String>,
    /// The time at which the session began.
    created_at: String,
    /// The time of the last use, to within a day.
    last_seen_at: String,
}

impl From<IdpSession> for SessionDto {
    fn from(session: IdpSession) -> Self {
        Self {
            id: session.id,
            method: session.amr,
            user_agent: session.user_agent.into(),
            network: session.network.into(),
            created_at: session.created_at,
            last_seen_at: session.last_seen_at,
        }
    }
}

impl Example for SessionDto {
    fn example() -> Self {
        Self {
            id: "ses_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            method: vec!["otp".to_owned()],
            user_agent: Some("Mozilla/5.0".to_owned()).into(),
            network: Some("192.0.2.7".to_owned()).into(),
            created_at: EXAMPLE_TIME.to_owned(),
            last_seen_at: EXAMPLE_TIME.to_owned(),
        }
    }
}

/// An account at a provider with which a user signs in.
#[derive(Object)]
#[oai(rename = "OperatorUserAccount", example)]
struct AccountDto {
    /// The account's id.
    id: String,
    /// The provider.
    provider: String,
    /// The email address that the provider has verified.
    email: Nullable<String>,
    /// The time at which it was linked.
    created_at: String,
}

impl From<IdpAccount> for AccountDto {
    fn from(account: IdpAccount) -> Self {
        Self {
            id: account.id,
            provider: account.provider,
            email: account.email.into(),
            created_at: account.created_at,
        }
    }
}

impl Example for AccountDto {
    fn example() -> Self {
        Self {
            id: "acc_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            provider: "github".to_owned(),
            email: Some("ada@example.com".to_owned()).into(),
            created_at: EXAMPLE_TIME.to_owned(),
        }
    }
}

/// A website at which the user is a customer.
#[derive(Object)]
#[oai(rename = "OperatorUserCustomer", example)]
struct CustomerDto {
    /// The website's id.
    website_id: String,
    /// The website's name.
    website: String,
    /// The customer's id at the website.
    id: String,
    /// The mode: `live` or `test`.
    mode: String,
    /// The credits that can be spent.
    available: i64,
    /// Decimal places, for display only.
    scale: i16,
}

impl Example for CustomerDto {
    fn example() -> Self {
        Self {
            website_id: "web_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            website: "Picture Shop".to_owned(),
            id: "cus_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            mode: "live".to_owned(),
            available: 95,
            scale: 0,
        }
    }
}

fn customer(balance: Balance) -> Option<CustomerDto> {
    let website = balance.website?;
    Some(CustomerDto {
        website_id: website.id,
        website: website.name,
        id: balance.customer_id?,
        mode: balance.mode.word().to_owned(),
        available: balance.available,
        scale: balance.scale,
    })
}

/// A user with sessions, accounts and customers.
#[derive(Object)]
#[oai(rename = "OperatorUserDetail", example)]
pub(super) struct UserDetailsDto {
    #[oai(flatten)]
    user: OperatorUserDto,
    /// The user's browser sessions.
    sessions: Vec<SessionDto>,
    /// The accounts with which the user signs in.
    accounts: Vec<AccountDto>,
    /// The websites at which the user is a customer.
    customers: Vec<CustomerDto>,
}

impl From<UserDetails> for UserDetailsDto {
    fn from(details: UserDetails) -> Self {
        let accounts = details.accounts.into_iter();
        Self {
            user: details.user.into(),
            sessions: details.sessions.into_iter().map(SessionDto::from).collect(),
            accounts: accounts.map(AccountDto::from).collect(),
            customers: details.balances.into_iter().filter_map(customer).collect(),
        }
    }
}

impl Example for UserDetailsDto {
    fn example() -> Self {
        Self {
            user: OperatorUserDto::example(),
            sessions: vec![SessionDto::example()],
            accounts: vec![AccountDto::example()],
            customers: vec![CustomerDto::example()],
        }
    }
}
