//! Sign-in methods that a page offers, the primary one first.

use super::action::{CREDENTIALS, EMAIL, PASSKEY};
use crate::sign_in::upstream::Provider;

/// Sign-in method of a page.
#[derive(Clone, Copy)]
pub(super) enum SignInMethod<'a> {
    /// The link and the code of an email.
    Email,
    /// A passkey of the device.
    Passkey,
    /// An upstream provider.
    Provider(&'a Provider),
    /// An email address and a password.
    Password,
}

impl SignInMethod<'_> {
    /// Returns the name of the method in the cookie that remembers it.
    fn id(&self) -> &str {
        match self {
            Self::Email => EMAIL,
            Self::Passkey => PASSKEY,
            Self::Provider(provider) => &provider.id,
            Self::Password => CREDENTIALS,
        }
    }
}

/// Sign-in methods of an installation in addition to email.
#[derive(Clone, Copy)]
pub(super) struct AvailableMethods<'a> {
    /// The offered upstream providers, in the order of the settings.
    pub(super) providers: &'a [&'a Provider],
    /// True if passkeys are on.
    pub(super) has_passkeys: bool,
    /// True if passwords are on.
    pub(super) has_passwords: bool,
}

/// Lists the sign-in methods of a page. The one that this browser used last is first; without one, email is.
pub(super) fn sign_in_methods<'a>(
    installed: AvailableMethods<'a>,
    last_used: Option<&str>,
) -> Vec<SignInMethod<'a>> {
    let passkey = installed.has_passkeys.then_some(SignInMethod::Passkey);
    let password = installed.has_passwords.then_some(SignInMethod::Password);
    let mut methods = vec![SignInMethod::Email];
    methods.extend(passkey);
    methods.extend(
        installed
            .providers
            .iter()
            .copied()
            .map(SignInMethod::Provider),
    );
    methods.extend(password);
    let is_last_used = |method: &SignInMethod<'_>| Some(method.id()) == last_used;
    if let Some(index) = methods.iter().position(is_last_used) {
        let used = methods.remove(index);
        methods.insert(0, used);
    }
    methods
}

/// Returns true if the first method is the one that the browser used last.
pub(super) fn is_first_last_used(methods: &[SignInMethod<'_>], last_used: Option<&str>) -> bool {
    let first = methods.first().map(SignInMethod::id);
    first.is_some() && first == last_used
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_used_sign_in_method_is_first() {
        let installed = AvailableMethods {
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
            let found = sign_in_methods(installed, last_used);
            let ids: Vec<_> = found.iter().map(SignInMethod::id).collect();
            assert_eq!(ids, expected, "{last_used:?}");
        }
    }
}
