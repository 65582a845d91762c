//! Transport of a response to a client: in a redirect's query, or posted by the browser (OAuth 2.0 Form Post Response Mode).

use serde::{Deserialize, Serialize};
use url::{Origin, Url};

use crate::http::errors::with_parameters;

/// Transport that a request names (`response_mode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ResponseMode {
    /// In the query of a redirect.
    #[default]
    Query,
    /// In a form that the browser posts.
    FormPost,
}

impl ResponseMode {
    /// Returns the mode of a registered name, if the server supports it.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "query" => Some(Self::Query),
            "form_post" => Some(Self::FormPost),
            _ => None,
        }
    }
}

/// A response with its transport.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Delivery {
    /// A redirect to this URL.
    Redirect(String),
    /// A form.
    Form {
        /// URL to which the browser posts.
        address: String,
        /// Origin of that URL, which the page's policy names.
        origin: String,
        /// Names and values.
        fields: Vec<(String, String)>,
    },
}

impl Delivery {
    /// Creates a response of these parameters to a redirect URI.
    pub(super) fn new(
        mode: ResponseMode,
        address: &str,
        parameters: &[(&'static str, &str)],
    ) -> Self {
        match (mode, origin_of(address)) {
            (ResponseMode::FormPost, Some(origin)) => Self::Form {
                address: address.to_owned(),
                origin,
                fields: parameters
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                    .collect(),
            },
            // An address without an origin cannot receive a form; the response_mode rule refuses it by a redirect.
            (ResponseMode::FormPost, None) | (ResponseMode::Query, _) => {
                Self::Redirect(with_parameters(address, parameters))
            }
        }
    }
}

impl Delivery {
    /// Returns the response with another code. A code has no character that a URL escapes.
    pub(super) fn with_code(self, old: &str, new: &str) -> Self {
        match self {
            Self::Redirect(address) => {
                Self::Redirect(address.replace(&format!("code={old}"), &format!("code={new}")))
            }
            Self::Form {
                address,
                origin,
                fields,
            } => Self::Form {
                address,
                origin,
                fields: fields
                    .into_iter()
                    .map(|(name, value)| {
                        let is_code = name == "code" && value == old;
                        let value = if is_code { new.to_owned() } else { value };
                        (name, value)
                    })
                    .collect(),
            },
        }
    }
}

/// Returns the origin of an http or https URL, in characters that a policy can hold.
pub(super) fn origin_of(address: &str) -> Option<String> {
    let address = Url::parse(address).ok()?;
    let Origin::Tuple(scheme, _, _) = address.origin() else {
        return None;
    };
    let origin = address.origin().ascii_serialization();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-[]".contains(&byte);
    (["http", "https"].contains(&scheme.as_str()) && origin.bytes().all(is_plain)).then_some(origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_plain_or_none() {
        let rows = [
            ("https://a.example/cb?x=1", Some("https://a.example")),
            ("https://a.example:8443/cb", Some("https://a.example:8443")),
            ("http://127.0.0.1:51004/cb", Some("http://127.0.0.1:51004")),
            ("http://[::1]:51004/cb", Some("http://[::1]:51004")),
            ("com.example.app:/cb", None),
            ("https://a.example;script-src/cb", None),
            ("nothing", None),
        ];
        for (address, expected) in rows {
            assert_eq!(origin_of(address).as_deref(), expected, "{address}");
        }
    }
}
