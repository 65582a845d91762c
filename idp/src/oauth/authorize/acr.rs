//! Strength of a sign-in: the authentication context class (`acr`) and the methods (`amr`, RFC 8176).

/// Authentication context class; each class includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Acr {
    /// Any sign-in.
    Any,
    /// Sign-in with a passkey, which a phishing page cannot obtain (OpenID EAP ACR Values).
    PhishingResistant,
}

/// Methods with a name in RFC 8176; clients do not learn of others.
const METHODS: [&str; 5] = ["hwk", "otp", "pwd", "swk", "user"];

impl Acr {
    const ALL: [Self; 2] = [Self::Any, Self::PhishingResistant];

    /// Returns the name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Any => "1",
            Self::PhishingResistant => "phr",
        }
    }

    /// Returns the class of a name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Returns the best class that the methods of a sign-in reach.
    pub(crate) fn from_amr(amr: &[String]) -> Self {
        let is_key = |method: &String| method == "hwk" || method == "swk";
        if amr.iter().any(is_key) {
            Self::PhishingResistant
        } else {
            Self::Any
        }
    }

    /// Returns the classes that users can reach here, with or without passkeys.
    pub(crate) fn offered(takes_passkeys: bool) -> &'static [Self] {
        if takes_passkeys {
            &[Self::Any, Self::PhishingResistant]
        } else {
            &[Self::Any]
        }
    }
}

/// Returns the methods of a sign-in for clients, separated by spaces. A link in an email counts as a one-time password too.
pub(crate) fn registered_methods(amr: &[String]) -> Option<String> {
    let known = |method: &String| match method.as_str() {
        "email" => Some("otp"),
        method => METHODS.into_iter().find(|one| *one == method),
    };
    let mut methods: Vec<_> = amr.iter().filter_map(known).collect();
    methods.dedup();
    (!methods.is_empty()).then(|| methods.join(" "))
}

/// Requirements of a client for the sign-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AcrRequirement {
    /// Accepted classes, the best first; empty means any.
    pub(super) accepted: Vec<Acr>,
    /// True if a response without one of the classes is an error.
    pub(super) is_essential: bool,
}

impl AcrRequirement {
    /// Returns the class for the response: the first accepted one that the sign-in's class includes.
    pub(super) fn reached(&self, class: Acr) -> Option<Acr> {
        if self.accepted.is_empty() {
            return Some(class);
        }
        self.accepted.iter().copied().find(|one| *one <= class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(ToOwned::to_owned).collect()
    }

    #[test]
    fn methods_have_their_registered_names() {
        let rows = [
            ("otp", Acr::Any, Some("otp")),
            ("email", Acr::Any, Some("otp")),
            ("pwd", Acr::Any, Some("pwd")),
            ("github", Acr::Any, None),
            ("", Acr::Any, None),
            ("hwk user", Acr::PhishingResistant, Some("hwk user")),
            ("swk user", Acr::PhishingResistant, Some("swk user")),
        ];
        for (amr, class, response) in rows {
            let amr = words(amr);
            assert_eq!(Acr::from_amr(&amr), class, "{amr:?}");
            assert_eq!(registered_methods(&amr).as_deref(), response, "{amr:?}");
        }
    }

    #[test]
    fn response_has_the_first_accepted_class_that_is_reached() {
        use Acr::{Any, PhishingResistant};
        let rows: [(&[Acr], Acr, Option<Acr>); 6] = [
            (&[], Any, Some(Any)),
            (&[], PhishingResistant, Some(PhishingResistant)),
            (&[PhishingResistant], Any, None),
            (&[PhishingResistant, Any], Any, Some(Any)),
            (&[Any, PhishingResistant], PhishingResistant, Some(Any)),
            (
                &[PhishingResistant],
                PhishingResistant,
                Some(PhishingResistant),
            ),
        ];
        for (accepted, class, expected) in rows {
            let requirement = AcrRequirement {
                accepted: accepted.to_vec(),
                is_essential: false,
            };
            assert_eq!(
                requirement.reached(class),
                expected,
                "{accepted:?} {class:?}"
            );
        }
    }
}
