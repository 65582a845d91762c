//! What scopes let a client do, in words for the person who allows them.

use crate::texts::say;

/// Scopes in words: what the client learns, then what else it may do, and last that it stays. `openid` says no more than
/// that somebody signs in.
pub(crate) fn in_words<'a>(scopes: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut scopes: Vec<_> = scopes.into_iter().filter(|one| *one != "openid").collect();
    scopes.sort_by_key(|one| match *one {
        "profile" => 0,
        "email" => 1,
        "offline_access" => 3,
        _ => 2,
    });
    scopes.into_iter().map(word).collect()
}

fn word(scope: &str) -> &str {
    match scope {
        "profile" => say("See your name and picture"),
        "email" => say("See your e-mail address"),
        "offline_access" => say("Stay connected while you are away"),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_comes_first_and_that_it_stays_last() {
        let scopes = [
            "credits.read",
            "email",
            "offline_access",
            "openid",
            "profile",
        ];
        let words = [
            "See your name and picture",
            "See your e-mail address",
            "credits.read",
            "Stay connected while you are away",
        ];
        assert_eq!(in_words(scopes), words);
        assert!(in_words(["openid"]).is_empty());
    }
}
