//! An authorization request that passed every rule that needs no session.

use std::time::Duration;

use super::rules;
use super::target::Target;
use crate::clients::Scope;
use crate::codes::Challenge;
use crate::errors::OAuthError;
use crate::parameters::Parameters;

/// What `prompt` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prompt {
    /// Show nothing: answer or refuse.
    pub(super) none: bool,
    /// Ask for a fresh sign-in.
    pub(super) login: bool,
    /// Ask for consent, remembered or not.
    pub(super) consent: bool,
}

/// Which client asks what, and how it wants the person to be asked.
#[derive(Clone, Debug)]
pub(super) struct AuthorizationRequest {
    pub(super) target: Target,
    pub(super) scope: Scope,
    pub(super) challenge: Option<Challenge>,
    pub(super) nonce: Option<String>,
    pub(super) prompt: Prompt,
    pub(super) max_age: Option<Duration>,
    /// The user of `id_token_hint`.
    pub(super) expected_user: Option<String>,
    pub(super) login_hint: Option<String>,
}

impl AuthorizationRequest {
    /// The rules, in their order; the first that refuses decides. `read_hint` gives the claims of an ID token of ours.
    pub(super) fn read(
        target: Target,
        parameters: &Parameters,
        read_hint: rules::ReadHint<'_>,
    ) -> Result<Self, OAuthError> {
        let client = &target.client;
        rules::each_parameter_once(parameters)?;
        rules::no_request_object(parameters)?;
        rules::client_uses_codes(client)?;
        rules::response_type(parameters)?;
        rules::response_mode(parameters)?;
        let scope = rules::scope(parameters, client)?;
        let challenge = rules::pkce(parameters, client)?;
        let nonce = rules::nonce(parameters)?;
        let prompt = rules::prompt(parameters)?;
        let max_age = rules::max_age(parameters)?;
        let expected_user = rules::id_token_hint(parameters, client, read_hint)?;
        Ok(Self {
            scope,
            challenge,
            nonce,
            prompt,
            max_age,
            expected_user,
            login_hint: parameters.get("login_hint").map(ToOwned::to_owned),
            target,
        })
    }
}
