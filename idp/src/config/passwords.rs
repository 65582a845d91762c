//! Sign-in with passwords.

use std::str::FromStr;

use foundation::ascii_domain;
use foundation::env::Reader;

/// Permitted uses of passwords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PasswordMode {
    /// None: there are no passwords.
    #[default]
    Off,
    /// Existing users may set one and sign in with it.
    SignIn,
    /// New users may register with one too, once their address is proven.
    Register,
}

impl FromStr for PasswordMode {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "off" => Ok(Self::Off),
            "sign-in" => Ok(Self::SignIn),
            "register" => Ok(Self::Register),
            _ => Err(()),
        }
    }
}

/// Password settings of the idp.
#[derive(Clone, Debug, Default)]
pub struct PasswordConfig {
    /// `IDP_PASSWORDS`: `off`, `sign-in` or `register`.
    pub mode: PasswordMode,
    /// `IDP_PASSWORD_DOMAINS`: domains of addresses that may register; empty for all.
    pub domains: Vec<String>,
}

impl PasswordConfig {
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        const DOMAINS: &str = "IDP_PASSWORD_DOMAINS";
        let mode = reader.parsed(
            "IDP_PASSWORDS",
            PasswordMode::default(),
            "off, sign-in or register",
        );
        let text = reader.text(DOMAINS).unwrap_or_default();
        let parts = text.split(',').map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        let domains: Result<Vec<_>, _> = parts.map(ascii_domain).collect();
        let domains = domains.unwrap_or_else(|_invalid| {
            let detail = "is not a list of domains such as example.com, example.org";
            reader.problem(DOMAINS, detail);
            Vec::new()
        });
        if !domains.is_empty() && mode != PasswordMode::Register {
            reader.problem(DOMAINS, "is set, but IDP_PASSWORDS is not register");
        }
        Self { mode, domains }
    }

    /// Returns true if users may sign in with passwords.
    pub fn is_on(&self) -> bool {
        self.mode != PasswordMode::Off
    }

    /// Returns true if a new user with this address may register with a password.
    pub fn may_register(&self, email: &str) -> bool {
        let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
        self.mode == PasswordMode::Register
            && (self.domains.is_empty() || self.domains.iter().any(|allowed| allowed == domain))
    }
}
