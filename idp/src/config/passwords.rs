//! Whether people sign in with passwords.

use std::str::FromStr;

use foundation::ascii_domain;
use foundation::env::Reader;

/// What passwords are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PasswordMode {
    /// Nothing: there are none.
    #[default]
    Off,
    /// People who are known may set one and sign in with it.
    SignIn,
    /// Also a new address may begin with one, once it is proven.
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

/// Passwords of the idp.
#[derive(Clone, Debug, Default)]
pub struct PasswordConfig {
    /// `IDP_PASSWORDS`: `off`, `sign-in` or `register`.
    pub mode: PasswordMode,
    /// `IDP_PASSWORD_DOMAINS`: the domains of addresses that may register; all when empty.
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

    /// Whether people sign in with passwords at all.
    pub fn is_on(&self) -> bool {
        self.mode != PasswordMode::Off
    }

    /// Whether a new address may begin with a password.
    pub fn may_register(&self, email: &str) -> bool {
        let domain = email.rsplit_once('@').map_or("", |(_, domain)| domain);
        self.mode == PasswordMode::Register
            && (self.domains.is_empty() || self.domains.iter().any(|allowed| allowed == domain))
    }
}
