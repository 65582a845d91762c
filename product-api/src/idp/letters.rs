//! The window to what the idp tells the operator of its mail.

use foundation::Failure;
use reqwest::Method;
use serde::Deserialize;

use super::directory::{Directory, ask, encoded};

/// What became of a letter.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct ToldLetter {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) recipient: String,
    pub(crate) state: String,
    pub(crate) attempts: i64,
    pub(crate) reason: Option<String>,
    pub(crate) reply: Option<String>,
    pub(crate) created_at: String,
    pub(crate) next_attempt_at: Option<String>,
    pub(crate) ended_at: Option<String>,
}

/// A page of letters.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct ToldLetters {
    pub(crate) deliveries: Vec<ToldLetter>,
    pub(crate) next_cursor: Option<String>,
}

/// What is asked of the list of letters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LettersWanted<'a> {
    pub(crate) state: &'a str,
    pub(crate) recipient: &'a str,
    pub(crate) limit: i64,
    pub(crate) cursor: Option<&'a str>,
}

impl Directory {
    /// Letters, newest first; none for a cursor that is not the idp's.
    pub(crate) async fn letters(
        &self,
        wanted: LettersWanted<'_>,
    ) -> Result<Option<ToldLetters>, Failure> {
        let mut query = vec![("limit", wanted.limit.to_string())];
        for (name, text) in [("state", wanted.state), ("recipient", wanted.recipient)] {
            if !text.is_empty() {
                query.push((name, text.to_owned()));
            }
        }
        query.extend(wanted.cursor.map(|cursor| ("cursor", cursor.to_owned())));
        let path = format!("/mail?{}", encoded(&query));
        let doing = "asking the identity provider for its mail";
        let told = ask(&self.users, doing, (Method::GET, &path)).await?;
        if told.is_none() && wanted.cursor.is_none() {
            return Err(Failure::unavailable(doing, "it does not know the question"));
        }
        Ok(told)
    }
}
