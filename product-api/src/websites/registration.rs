//! A client's registration at the idp, with the members that only the operator sets: an update sends all of them back.

use serde_json::{Map, Value, json};

use super::application_type::ApplicationType;
use super::branding::Branding;
use super::client_settings::{
    ClientSettings, DEVICE_CODE, IdTokenAlgorithm, PublicSettings, grant_types,
};
use super::protected_resource::ProtectedResource;

/// Members of a client that only the idp sets.
const IDP_MEMBERS: [&str; 7] = [
    "client_id",
    "client_secret",
    "created_at",
    "first_party",
    "last_used_at",
    "registered_by",
    "updated_at",
];

/// A client's registration, with the names of RFC 7591.
#[derive(Clone, Debug)]
pub(super) struct Registration(Map<String, Value>);

/// Returns resources in the format of the idp.
fn idp_resources(resources: &[ProtectedResource]) -> Value {
    let resources = resources
        .iter()
        .map(|one| json!({ "resource": one.resource, "scope": one.scopes.join(" ") }));
    resources.collect()
}

impl Registration {
    /// Reads a client's registration from the idp's response.
    pub(super) fn from_members(mut members: Map<String, Value>) -> Self {
        members.retain(|name, _| !IDP_MEMBERS.contains(&name.as_str()));
        Self(members)
    }

    /// Returns the members to send to the idp.
    pub(super) fn into_json(self) -> Value {
        self.0.into()
    }

    /// Returns a member that is a list of addresses.
    pub(super) fn addresses(&self, member: &str) -> Vec<String> {
        let list = self.0.get(member).and_then(Value::as_array);
        let texts = list.into_iter().flatten().filter_map(Value::as_str);
        texts.map(ToOwned::to_owned).collect()
    }

    /// Returns true if users can sign in with the client.
    pub(super) fn is_active(&self) -> bool {
        self.0.get("is_active") != Some(&Value::Bool(false))
    }

    fn text(&self, member: &str) -> &str {
        let text = self.0.get(member).and_then(Value::as_str);
        text.unwrap_or_default()
    }

    fn has_device_grant(&self) -> bool {
        self.addresses("grant_types")
            .iter()
            .any(|one| one == DEVICE_CODE)
    }

    /// Returns the settings of the client.
    pub(super) fn settings(&self) -> ClientSettings {
        ClientSettings {
            require_pkce: self.0.get("require_pkce") == Some(&Value::Bool(true)),
            id_token_signed_response_alg: IdTokenAlgorithm::from_name(
                self.text("id_token_signed_response_alg"),
            ),
            application_type: ApplicationType::from_name(self.text("application_type")),
            device_grant: self.has_device_grant(),
            resources: self.resources(),
        }
    }

    fn resources(&self) -> Vec<ProtectedResource> {
        let list = self.0.get("protected_resources").and_then(Value::as_array);
        let text = |one: &Value, member: &str| {
            let text = one.get(member).and_then(Value::as_str);
            text.unwrap_or_default().to_owned()
        };
        list.into_iter()
            .flatten()
            .map(|one| ProtectedResource {
                resource: text(one, "resource"),
                scopes: text(one, "scope")
                    .split_ascii_whitespace()
                    .map(ToOwned::to_owned)
                    .collect(),
            })
            .collect()
    }

    /// Returns the settings of a client without a secret, except its redirect URIs. The idp does not know if the owner has set
    /// the type.
    pub(super) fn public_settings(&self) -> PublicSettings {
        PublicSettings {
            post_logout_redirect_uris: self.addresses("post_logout_redirect_uris"),
            application_type: ApplicationType::from_name(self.text("application_type")),
            is_type_set: false,
            device_grant: self.has_device_grant(),
        }
    }

    /// Replaces the settings; keeps grant types that only the operator gives.
    #[must_use]
    pub(super) fn with_settings(mut self, settings: &ClientSettings) -> Self {
        let before = self.settings();
        let members = [
            ("require_pkce", settings.require_pkce.into()),
            (
                "id_token_signed_response_alg",
                settings.id_token_signed_response_alg.name().into(),
            ),
            ("application_type", settings.application_type.name().into()),
            ("protected_resources", idp_resources(&settings.resources)),
        ];
        self.0
            .extend(members.map(|(name, value): (&str, Value)| (name.to_owned(), value)));
        if before.device_grant != settings.device_grant {
            let mut types = self.addresses("grant_types");
            if types.is_empty() {
                types = grant_types(false);
            }
            types.retain(|one| one != DEVICE_CODE);
            types.extend(settings.device_grant.then(|| DEVICE_CODE.to_owned()));
            self.0.insert("grant_types".to_owned(), types.into());
        }
        self
    }

    /// Returns the branding of the client.
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

    /// Replaces the branding, if there is a new one.
    #[must_use]
    pub(super) fn branded(mut self, branding: Option<&Branding>) -> Self {
        let members = branding.map(Branding::members);
        for (member, value) in members.into_iter().flatten() {
            self.0.insert(member.to_owned(), value.into());
        }
        self
    }

    /// Returns the client's scope with those that it lacks; `None` if it has all of them.
    pub(super) fn scope_with(&self, expected: &str) -> Option<String> {
        let mut scopes: Vec<&str> = self.text("scope").split_ascii_whitespace().collect();
        let before = scopes.len();
        for scope in expected.split_ascii_whitespace() {
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        (scopes.len() > before).then(|| scopes.join(" "))
    }

    /// Replaces the value of a member, if there is a new one.
    #[must_use]
    pub(super) fn with(mut self, member: &str, value: Option<impl Into<Value>>) -> Self {
        if let Some(value) = value {
            self.0.insert(member.to_owned(), value.into());
        }
        self
    }
}
