//! Settings of the idp: one typed struct per subject, each field naming its variable.

mod base;
mod clients;
mod keys;
mod limits;
mod mail;
mod network;
mod outbound;
mod pages;
mod passkeys;
mod passwords;
mod scopes;
mod secrets;
mod sessions;
mod storage;
mod tls;
mod tokens;
mod upstream;

use foundation::env::{Environment, Reader, SettingProblems};

pub use base::BaseConfig;
pub use clients::ClientConfig;
pub use keys::KeyConfig;
pub use limits::LimitConfig;
pub use mail::{MailConfig, MailRoute};
pub use network::NetworkConfig;
pub use outbound::OutboundConfig;
pub use pages::PageConfig;
pub use passkeys::PasskeyConfig;
pub use passwords::{PasswordConfig, PasswordMode};
pub use scopes::ScopeWords;
pub use sessions::{SessionConfig, SessionStoreKind};
pub use storage::StorageConfig;
pub use tls::TlsConfig;
pub use tokens::TokenConfig;
pub use upstream::{GitHubConfig, OpenIdConfig, UpstreamConfig, is_safe_address};

/// All settings of the idp.
#[derive(Clone, Debug)]
pub struct Config {
    /// Identity of the idp.
    pub base: BaseConfig,
    /// Schedule of signing keys.
    pub keys: KeyConfig,
    /// Database and bootstrap clients.
    pub storage: StorageConfig,
    /// Store of the sessions.
    pub sessions: SessionConfig,
    /// Registrations of clients.
    pub clients: ClientConfig,
    /// Trusted proxies.
    pub network: NetworkConfig,
    /// Outgoing requests to URLs from clients.
    pub outbound: OutboundConfig,
    /// Rate limits.
    pub limits: LimitConfig,
    /// Delivery of email and the lifetime of its links.
    pub mail: MailConfig,
    /// The operator's own pages.
    pub pages: PageConfig,
    /// Sign-in with passkeys.
    pub passkeys: PasskeyConfig,
    /// Sign-in with passwords.
    pub passwords: PasswordConfig,
    /// Descriptions of scopes.
    pub scope_words: ScopeWords,
    /// TLS of our own port, without a proxy.
    pub tls: Option<TlsConfig>,
    /// Settings of tokens.
    pub tokens: TokenConfig,
    /// External providers for sign-in.
    pub upstream: UpstreamConfig,
}

impl Config {
    /// Reads every `IDP_*` variable; returns all problems at once.
    pub fn read(environment: &Environment) -> Result<Self, SettingProblems> {
        let mut reader = Reader::new(environment, "IDP_");
        let config = Self::read_all(&mut reader);
        reader.finish().map(|()| config)
    }

    /// Returns the names of all settings, which `.env.example` must list.
    pub fn names() -> Vec<&'static str> {
        let environment = Environment::default();
        let mut reader = Reader::new(&environment, "IDP_");
        let _config = Self::read_all(&mut reader);
        reader.known().iter().copied().collect()
    }

    fn read_all(reader: &mut Reader<'_>) -> Self {
        let base = BaseConfig::read(reader);
        Self {
            tls: TlsConfig::read(reader, &base.issuer),
            base,
            keys: KeyConfig::read(reader),
            storage: StorageConfig::read(reader),
            sessions: SessionConfig::read(reader),
            clients: ClientConfig::read(reader),
            network: NetworkConfig::read(reader),
            outbound: OutboundConfig::read(reader),
            limits: LimitConfig::read(reader),
            mail: MailConfig::read(reader),
            pages: PageConfig::read(reader),
            passkeys: PasskeyConfig::read(reader),
            passwords: PasswordConfig::read(reader),
            scope_words: ScopeWords::read(reader),
            tokens: TokenConfig::read(reader),
            upstream: UpstreamConfig::read(reader),
        }
    }
}

#[cfg(test)]
mod tests;
