//! The settings of the idp: one typed struct a concern, each field naming its variable.

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

use foundation::env::{Environment, Problems, Reader};

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
    /// Who we are.
    pub base: BaseConfig,
    /// How signing keys follow each other.
    pub keys: KeyConfig,
    /// Where data and bootstrap clients come from.
    pub storage: StorageConfig,
    /// Where sessions live.
    pub sessions: SessionConfig,
    /// What clients may do about their own registration.
    pub clients: ClientConfig,
    /// Whom to believe about where requests come from.
    pub network: NetworkConfig,
    /// Whom to ask although the address is a stranger's word.
    pub outbound: OutboundConfig,
    /// How much is too much.
    pub limits: LimitConfig,
    /// How mail leaves and how long its links live.
    pub mail: MailConfig,
    /// The operator's own pages.
    pub pages: PageConfig,
    /// Whether people sign in with passkeys.
    pub passkeys: PasskeyConfig,
    /// Whether people sign in with passwords.
    pub passwords: PasswordConfig,
    /// What scopes let clients do, in words.
    pub scope_words: ScopeWords,
    /// TLS of our own port, where it is not spoken by a proxy.
    pub tls: Option<TlsConfig>,
    /// How tokens are treated.
    pub tokens: TokenConfig,
    /// The outside providers that people sign in with.
    pub upstream: UpstreamConfig,
}

impl Config {
    /// Reads every `IDP_*` variable; all problems come back at once.
    pub fn read(environment: &Environment) -> Result<Self, Problems> {
        let mut reader = Reader::new(environment, "IDP_");
        let config = Self::read_all(&mut reader);
        reader.finish().map(|()| config)
    }

    /// The names of all settings: what `.env.example` has to list.
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
