//! The settings of product-api: one typed struct a concern, each field naming its variable.

mod base;
mod issuer;
mod ledger;
mod limits;
mod webhooks;
mod websites;

use foundation::env::{Environment, Problems, Reader};

pub use base::{BaseConfig, OWN_CONNECTIONS};
pub use issuer::IssuerConfig;
pub use ledger::LedgerConfig;
pub use limits::LimitsConfig;
pub use webhooks::WebhooksConfig;
pub use websites::{Invitation, WebsiteRegistration};

/// All settings of product-api.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where we listen and keep data.
    pub base: BaseConfig,
    /// Whose tokens we accept, and who we are there.
    pub issuer: IssuerConfig,
    /// How the ledger works together and looks after itself.
    pub ledger: LedgerConfig,
    /// How often callers may call.
    pub limits: LimitsConfig,
    /// How websites are told what happened.
    pub webhooks: WebhooksConfig,
    /// Who may register websites.
    pub website_registration: WebsiteRegistration,
}

impl Config {
    /// Reads every `API_*` variable; all problems come back at once.
    pub fn read(environment: &Environment) -> Result<Self, Problems> {
        let mut reader = Reader::new(environment, "API_");
        let config = Self::read_all(&mut reader);
        reader.finish().map(|()| config)
    }

    /// The names of all settings: what `.env.example` has to list.
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
            webhooks: WebhooksConfig::read(reader),
            website_registration: WebsiteRegistration::read(reader),
        }
    }
}

#[cfg(test)]
mod tests;
