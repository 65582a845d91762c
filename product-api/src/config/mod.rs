//! The settings of product-api: one struct for each subject; each field names its variable.

mod base;
mod issuer;
mod ledger;
mod limits;
mod stripe;
mod webhooks;
mod websites;

use std::time::Duration;

use foundation::env::{Environment, Reader, SettingProblems};
use foundation::secret::SecretString;

pub use base::{BaseConfig, OWN_CONNECTIONS};
pub use issuer::IssuerConfig;
pub use ledger::LedgerConfig;
pub use limits::LimitsConfig;
pub use stripe::StripeConfig;
pub use webhooks::WebhooksConfig;
pub use websites::{Invitation, WebsiteRegistration};

/// Pause between two polls of objects of Stripe that wait.
const INBOX_PAUSE: Duration = Duration::from_secs(1);
const TOPUP_PAUSE: Duration = Duration::from_secs(2);

/// Times of comparisons with Stripe.
#[derive(Clone, Copy, Debug)]
pub struct ReconcileTimes {
    /// Pause between two polls for connections that are due.
    pub poll: Duration,
    /// Pause before each call of a comparison: ten calls a second at most.
    pub pause: Duration,
}

impl ReconcileTimes {
    const USUAL: Self = Self {
        poll: Duration::from_mins(1),
        pause: Duration::from_millis(100),
    };
}

/// All settings of product-api.
#[derive(Clone, Debug)]
pub struct Config {
    /// Listener and database.
    pub base: BaseConfig,
    /// The issuer of accepted tokens, and our client there.
    pub issuer: IssuerConfig,
    /// The ledger.
    pub ledger: LedgerConfig,
    /// Rate limits.
    pub limits: LimitsConfig,
    /// Stripe.
    pub stripe: StripeConfig,
    /// Key of a double of Stripe, which `tollgate serve` sets: test modes of websites are connected to its account.
    pub pretend_stripe_key: Option<SecretString>,
    /// Webhooks.
    pub webhooks: WebhooksConfig,
    /// Permission to register websites.
    pub website_registration: WebsiteRegistration,
    /// Times of comparisons with Stripe. They are no settings; tests start comparisons themselves.
    pub reconcile: ReconcileTimes,
    /// Pause between two polls of objects and events of Stripe. It is no setting; tests work on the inbox themselves.
    pub inbox_pause: Duration,
    /// Pause between two polls of automatic top-ups that are due. It is no setting; tests sweep them themselves.
    pub topup_pause: Duration,
}

impl Config {
    /// Reads every `API_*` variable, and returns all problems at once.
    pub fn read(environment: &Environment) -> Result<Self, SettingProblems> {
        let mut reader = Reader::new(environment, "API_");
        let config = Self::read_all(&mut reader);
        reader.finish().map(|()| config)
    }

    /// Returns the names of all settings, which `.env.example` must list.
    pub fn names() -> Vec<&'static str> {
        let environment = Environment::default();
        let mut reader = Reader::new(&environment, "API_");
        let _config = Self::read_all(&mut reader);
        reader.known().iter().copied().collect()
    }

    fn read_all(reader: &mut Reader<'_>) -> Self {
        Self {
            base: BaseConfig::read(reader),
            issuer: IssuerConfig::read(reader),
            ledger: LedgerConfig::read(reader),
            limits: LimitsConfig::read(reader),
            stripe: StripeConfig::read(reader),
            pretend_stripe_key: None,
            webhooks: WebhooksConfig::read(reader),
            website_registration: WebsiteRegistration::read(reader),
            reconcile: ReconcileTimes::USUAL,
            inbox_pause: INBOX_PAUSE,
            topup_pause: TOPUP_PAUSE,
        }
    }
}

#[cfg(test)]
mod tests;
