//! A client as it is registered at the idp, also with what the operator has given it: whoever changes a part puts the rest
//! back.

use serde_json::{Map, Value};

use super::branding::Branding;

/// Members of a client that only the idp says.
const OF_THE_IDP: [&str; 7] = [
    "client_id",
    "client_secret",
    "created_at",
    "first_party",
    "last_used_at",
    "registered_by",
    "updated_at",
];

/// What is registered of a client, in the names of RFC 7591.
#[derive(Clone, Debug)]
pub(super) struct Registration(Map<String, Value>);

impl Registration {
    /// A client's registration as the idp tells it.
    pub(super) fn told(mut members: Map<String, Value>) -> Self {
        members.retain(|name, _| !OF_THE_IDP.contains(&name.as_str()));
        Self(members)
    }

    /// As it is put back.
    pub(super) fn into_json(self) -> Value {
        self.0.into()
    }

    /// A list of addresses.
    pub(super) fn addresses(&self, member: &str) -> Vec<String> {
        let list = self.0.get(member).and_then(Value::as_array);
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(ToOwned::to_owned).collect()
    }

    /// Whether people can sign in by it.
    pub(super) fn is_active(&self) -> bool {
        self.0.get("is_active") != Some(&Value::Bool(false))
    }

    /// How the client is shown.
    pub(super) fn branding(&self) -> Branding {
        let text = |member| self.0.get(member).and_then(Value::as_str);
        let text = |member| text(member).map(ToOwned::to_owned);
        Branding {
            brand_color: text("brand_color"),
            logo_uri: text("logo_uri"),
            client_uri: text("client_uri"),
            policy_uri: text("policy_uri"),
            tos_uri: text("tos_uri"),
        }
    }

    /// The registration of a client that is shown otherwise, if it is to be.
    #[must_use]
    pub(super) fn branded(mut self, branding: Option<&Branding>) -> Self {
        let members = branding.map(Branding::members);
        for (member, value) in members.into_iter().flatten() {
            self.0.insert(member.to_owned(), value.into());
        }
        self
    }

    /// The registration with another value of a member, if there is one.
    #[must_use]
    pub(super) fn with(mut self, member: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.0.insert(member.to_owned(), value.into());
        }
        self
    }
}
