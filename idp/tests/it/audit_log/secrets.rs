//! Provides the secrets of a journey, and a check that no stored text has them.

use std::collections::BTreeSet;

use serde_json::Value;
use url::Url;

use super::BASE;
use crate::visiting::{Browser, ReceivedEmail};

/// Secrets that the journey used.
#[derive(Default)]
pub(super) struct SecretValues(BTreeSet<String>);

impl SecretValues {
    pub(super) fn add(&mut self, secret: &str) {
        assert!(secret.len() >= 6, "{secret:?} is no secret");
        self.0.insert(secret.to_owned());
    }

    /// Adds all cookies of a browser.
    pub(super) fn add_browser(&mut self, browser: &Browser) {
        for pair in browser.cookie_line().split("; ") {
            let (name, value) = pair.split_once('=').unwrap();
            if !["tollgate.callback-url", "tollgate.last-way"].contains(&name) {
                self.add(value);
                self.add(value.split("%7C").next().unwrap());
            }
        }
    }

    /// Adds every secret value of an address's query.
    pub(super) fn add_address(&mut self, address: &str) {
        let url = Url::parse(BASE).unwrap().join(address).unwrap();
        for (name, value) in url.query_pairs() {
            if ["token", "state", "code", "nonce", "code_challenge", "email"].contains(&&*name) {
                self.add(&value);
            }
        }
    }

    pub(super) fn add_email(&mut self, email: &ReceivedEmail) {
        let mut words = email.text.split_whitespace();
        if let Some(link) = words.find(|word| word.contains("token=")) {
            self.add_address(link);
        }
        for word in email.text.split_whitespace() {
            if word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_digit()) {
                self.add(word);
            }
        }
    }

    /// Adds every text in a document, at any depth.
    pub(super) fn add_json(&mut self, value: &Value) {
        match value {
            Value::String(text) if text.len() >= 16 => self.add(text),
            Value::Array(items) => items.iter().for_each(|item| self.add_json(item)),
            Value::Object(members) => members.values().for_each(|member| self.add_json(member)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Asserts that no long secret is in these texts, and no short one is a word of them.
    pub(super) fn are_in_none_of(&self, texts: &[&str]) {
        assert!(self.0.len() > 40, "{} were used", self.0.len());
        for text in texts {
            for secret in &self.0 {
                assert!(!is_in(secret, text), "{secret} in {text}");
            }
        }
    }
}

fn is_in(secret: &str, text: &str) -> bool {
    let is_letter = |one: char| one.is_ascii_alphanumeric() || one == '_';
    if secret.len() < 9 {
        let mut words = text.split(|one| !is_letter(one));
        return words.any(|word| word == secret);
    }
    text.contains(secret)
}
