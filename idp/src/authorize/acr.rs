//! How well somebody signed in: the authentication context class (`acr`), and the methods (`amr`, RFC 8176).

/// A class that we tell of. Each includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Acr {
    /// Any sign-in.
    Any,
    /// By something that cannot be given away on a wrong page: a passkey (OpenID EAP ACR Values).
    PhishingResistant,
}

/// The methods that RFC 8176 has a name for; of others nothing is told.
const METHODS: [&str; 5] = ["hwk", "otp", "pwd", "swk", "user"];

impl Acr {
    const ALL: [Self; 2] = [Self::Any, Self::PhishingResistant];

    /// Its name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Any => "1",
            Self::PhishingResistant => "phr",
        }
    }

    /// The class of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The best class that the methods of a sign-in reach.
    pub(crate) fn of(amr: &[String]) -> Self {
        let is_key = |method: &String| method == "hwk" || method == "swk";
        if amr.iter().any(is_key) {
            Self::PhishingResistant
        } else {
            Self::Any
        }
    }

    /// The classes that somebody can reach here, where there may be no passkeys.
    pub(crate) fn offered(takes_passkeys: bool) -> &'static [Self] {
        if takes_passkeys {
            &[Self::Any, Self::PhishingResistant]
        } else {
            &[Self::Any]
        }
    }
}

/// The methods of a sign-in as a client is told of them, separated by blanks; a link in a mail is a one-time secret too.
pub(crate) fn told_methods(amr: &[String]) -> Option<String> {
    let known = |method: &String| match method.as_str() {
        "email" => Some("otp"),
        method => METHODS.into_iter().find(|one| *one == method),
    };
    let mut methods: Vec<_> = amr.iter().filter_map(known).collect();
    methods.dedup();
    (!methods.is_empty()).then(|| methods.join(" "))
}

/// What a client asks of the sign-in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct AcrWish {
    /// The classes that will do, the best first; none means any.
    pub(super) accepted: Vec<Acr>,
    /// Whether an answer without one of them is of no use.
    pub(super) is_essential: bool,
}

impl AcrWish {
    /// The class to tell of: the first accepted one that a sign-in of this class includes.
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
    fn methods_are_told_by_their_registered_names() {
        let rows = [
            ("otp", Acr::Any, Some("otp")),
            ("email", Acr::Any, Some("otp")),
            ("pwd", Acr::Any, Some("pwd")),
            ("github", Acr::Any, None),
            ("", Acr::Any, None),
            ("hwk user", Acr::PhishingResistant, Some("hwk user")),
            ("swk user", Acr::PhishingResistant, Some("swk user")),
        ];
        for (amr, class, told) in rows {
            let amr = words(amr);
            assert_eq!(Acr::of(&amr), class, "{amr:?}");
            assert_eq!(told_methods(&amr).as_deref(), told, "{amr:?}");
        }
    }

    #[test]
    fn the_first_accepted_class_that_is_reached_is_told() {
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
            let wish = AcrWish {
                accepted: accepted.to_vec(),
                is_essential: false,
            };
            assert_eq!(wish.reached(class), expected, "{accepted:?} {class:?}");
        }
    }
}
