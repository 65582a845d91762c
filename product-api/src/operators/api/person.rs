//! People as the operator's answers show them.

use foundation::Timestamp;
use poem_openapi::Object;
use poem_openapi::types::Example;

use crate::credits::Balance;
use crate::idp::{ToldAccount, ToldSession};
use crate::operators::people::{Person, Portrait};
use crate::schema::{Instant, Nullable};

const EXAMPLE_USER: &str = "usr_0192f0c4a1b27c3d8e9f001122334455";
const EXAMPLE_TIME: &str = "2026-01-01T00:00:00.000Z";

/// A person, as the operator sees one.
#[derive(Object)]
#[oai(rename = "OperatorUser", example)]
pub(super) struct PersonAnswer {
    /// The user's id.
    id: String,
    /// The name.
    name: Nullable<String>,
    /// The e-mail address.
    email: Nullable<String>,
    /// The address of an image.
    image: Nullable<String>,
    /// Whether the account is switched on.
    is_active: bool,
    /// Whether the user runs this installation.
    is_operator: bool,
    /// When the identity provider has first met them.
    created_at: String,
    /// How many websites they have.
    websites: i64,
    /// When a token of theirs was last seen here that told something new, or was a minute newer; null before.
    last_seen_at: Nullable<Instant>,
}

impl From<Person> for PersonAnswer {
    fn from(person: Person) -> Self {
        let Person { told, facts } = person;
        let is_active = facts.as_ref().is_none_or(|facts| facts.is_active);
        let last_seen_at = facts.as_ref().and_then(|facts| facts.last_seen_at);
        Self {
            id: told.id,
            name: told.name.into(),
            email: told.email.into(),
            image: told.image.into(),
            is_active: told.is_active && is_active,
            is_operator: told.is_operator,
            created_at: told.created_at,
            websites: facts.map_or(0, |facts| facts.websites),
            last_seen_at: last_seen_at.map(Instant).into(),
        }
    }
}

impl Example for PersonAnswer {
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

/// A browser in which a person is signed in.
#[derive(Object)]
#[oai(rename = "OperatorUserSession", example)]
struct SessionAnswer {
    /// Its id.
    id: String,
    /// How the person has signed in (RFC 8176).
    method: Vec<String>,
    /// The browser, in its own words.
    user_agent: Nullable<String>,
    /// The network that it began in.
    network: Nullable<String>,
    /// When it began.
    created_at: String,
    /// When it was last used, to within a day.
    last_seen_at: String,
}

impl From<ToldSession> for SessionAnswer {
    fn from(session: ToldSession) -> Self {
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

impl Example for SessionAnswer {
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

/// An identity at a provider by which a person signs in.
#[derive(Object)]
#[oai(rename = "OperatorUserAccount", example)]
struct AccountAnswer {
    /// Its id.
    id: String,
    /// The provider.
    provider: String,
    /// The address that the provider has vouched for.
    email: Nullable<String>,
    /// When it was linked.
    created_at: String,
}

impl From<ToldAccount> for AccountAnswer {
    fn from(account: ToldAccount) -> Self {
        Self {
            id: account.id,
            provider: account.provider,
            email: account.email.into(),
            created_at: account.created_at,
        }
    }
}

impl Example for AccountAnswer {
    fn example() -> Self {
        Self {
            id: "acc_0192f0c4a1b27c3d8e9f001122334455".to_owned(),
            provider: "github".to_owned(),
            email: Some("ada@example.com".to_owned()).into(),
            created_at: EXAMPLE_TIME.to_owned(),
        }
    }
}

/// A website at which the person is a customer.
#[derive(Object)]
#[oai(rename = "OperatorUserCustomer", example)]
struct CustomerAnswer {
    /// The website's id.
    website_id: String,
    /// The website's name.
    website: String,
    /// The customer's id there.
    id: String,
    /// `live` or `test`.
    mode: String,
    /// What can be spent.
    available: i64,
    /// Decimal places for display only.
    scale: i16,
}

impl Example for CustomerAnswer {
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

fn customer(balance: Balance) -> Option<CustomerAnswer> {
    let website = balance.website?;
    Some(CustomerAnswer {
        website_id: website.id,
        website: website.name,
        id: balance.customer_id?,
        mode: balance.mode.word().to_owned(),
        available: balance.available,
        scale: balance.scale,
    })
}

/// A person with what belongs to them.
#[derive(Object)]
#[oai(rename = "OperatorUserDetail", example)]
pub(super) struct PortraitAnswer {
    #[oai(flatten)]
    person: PersonAnswer,
    /// The browsers in which they are signed in.
    sessions: Vec<SessionAnswer>,
    /// The identities by which they sign in.
    accounts: Vec<AccountAnswer>,
    /// The websites at which they are customers.
    customers: Vec<CustomerAnswer>,
}

impl From<Portrait> for PortraitAnswer {
    fn from(portrait: Portrait) -> Self {
        let accounts = portrait.accounts.into_iter();
        Self {
            person: portrait.person.into(),
            sessions: portrait
                .sessions
                .into_iter()
                .map(SessionAnswer::from)
                .collect(),
            accounts: accounts.map(AccountAnswer::from).collect(),
            customers: portrait.balances.into_iter().filter_map(customer).collect(),
        }
    }
}

impl Example for PortraitAnswer {
    fn example() -> Self {
        Self {
            person: PersonAnswer::example(),
            sessions: vec![SessionAnswer::example()],
            accounts: vec![AccountAnswer::example()],
            customers: vec![CustomerAnswer::example()],
        }
    }
}
