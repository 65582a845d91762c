//! The ways to sign in that a page offers, the primary one first.

use super::action::{CREDENTIALS, EMAIL, PASSKEY};
use crate::upstream::Provider;

/// One way to sign in, as a page offers it.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// The link and the code of a mail.
    Email,
    /// A passkey of the device.
    Passkey,
    /// An outside provider.
    Provider(&'a Provider),
    /// An address and a password.
    Password,
}

impl Way<'_> {
    /// The name of the way in the cookie that remembers it.
    fn id(&self) -> &str {
        match self {
            Self::Email => EMAIL,
            Self::Passkey => PASSKEY,
            Self::Provider(provider) => &provider.id,
            Self::Password => CREDENTIALS,
        }
    }
}

/// The ways that an installation has besides mail.
#[derive(Clone, Copy)]
pub(super) struct Installed<'a> {
    /// The outside providers that are offered, in the order of the settings.
    pub(super) providers: &'a [&'a Provider],
    /// True when passkeys are on.
    pub(super) has_passkeys: bool,
    /// True when passwords are on.
    pub(super) has_passwords: bool,
}

/// Lists the ways of a page. The way that this browser used last is first; without one, mail is.
pub(super) fn ways<'a>(installed: Installed<'a>, last_used: Option<&str>) -> Vec<Way<'a>> {
    let passkey = installed.has_passkeys.then_some(Way::Passkey);
    let password = installed.has_passwords.then_some(Way::Password);
    let mut ways = vec![Way::Email];
    ways.extend(passkey);
    ways.extend(installed.providers.iter().copied().map(Way::Provider));
    ways.extend(password);
    let is_last_used = |way: &Way<'_>| Some(way.id()) == last_used;
    if let Some(place) = ways.iter().position(is_last_used) {
        let used = ways.remove(place);
        ways.insert(0, used);
    }
    ways
}

/// Returns true when the first way is the one that the browser used last.
pub(super) fn is_first(ways: &[Way<'_>], last_used: Option<&str>) -> bool {
    let first = ways.first().map(Way::id);
    first.is_some() && first == last_used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_with_a_last_used_way_list_it_first() {
        let installed = Installed {
            providers: &[],
            has_passkeys: true,
            has_passwords: true,
        };
        let rows = [
            (None, ["email", "passkey", "credentials"]),
            (Some("email"), ["email", "passkey", "credentials"]),
            (Some("credentials"), ["credentials", "email", "passkey"]),
            (Some("passkey"), ["passkey", "email", "credentials"]),
            (Some("gone"), ["email", "passkey", "credentials"]),
        ];
        for (last_used, expected) in rows {
            let found = ways(installed, last_used);
            let ids: Vec<_> = found.iter().map(Way::id).collect();
            assert_eq!(ids, expected, "{last_used:?}");
        }
    }
}
