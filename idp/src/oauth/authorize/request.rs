//! An authorization request that passed every rule that needs no session.

use std::time::Duration;

use super::acr::{Acr, AcrRequirement};
use super::rules;
use super::target::ResponseTarget;
use crate::http::errors::OAuthError;
use crate::http::parameters::Parameters;
use crate::protocol::authorization_codes::Challenge;
use crate::protocol::claims::ClaimsRequest;
use crate::protocol::clients::Scope;
use crate::protocol::resources::RequestedResources;

/// Values of `prompt`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each word that may be said"
)]
pub(super) struct Prompt {
    /// Show no page: respond or refuse.
    pub(super) none: bool,
    /// Ask for a new sign-in.
    pub(super) login: bool,
    /// Ask for the account.
    pub(super) select_account: bool,
    /// Ask for consent, even if an earlier one exists.
    pub(super) consent: bool,
}

/// Input of the rules, apart from the request.
#[derive(Clone)]
pub(super) struct RequestContext<'a> {
    /// Resources that the request names; none if one of them is unknown.
    pub(super) named: Option<RequestedResources>,
    /// Reads the claims of our ID tokens.
    pub(super) read_hint: rules::ReadHint<'a>,
    /// True if the client pushed the request.
    pub(super) is_pushed: bool,
    /// True if the client signed the request, or it is pending because it passed that rule before.
    pub(super) is_signed: bool,
    /// Classes of sign-ins that this server offers.
    pub(super) offered: &'a [Acr],
}

/// A validated request: its client, scope and requirements for the user's sign-in.
#[derive(Clone, Debug)]
pub(super) struct AuthorizationRequest {
    pub(super) target: ResponseTarget,
    pub(super) scope: Scope,
    pub(super) claims: ClaimsRequest,
    /// Resources of the tokens.
    pub(super) named: RequestedResources,
    pub(super) challenge: Option<Challenge>,
    pub(super) nonce: Option<String>,
    /// Thumbprint of the key that will bind the code.
    pub(super) dpop_jkt: Option<String>,
    pub(super) prompt: Prompt,
    pub(super) max_age: Option<Duration>,
    pub(super) acr: AcrRequirement,
    /// The only user who may decide, by the client's id for the user.
    pub(super) expected_subject: Option<String>,
    pub(super) login_hint: Option<String>,
}

impl AuthorizationRequest {
    /// Checks the rules in their order; the first refusal counts.
    pub(super) fn read(
        target: ResponseTarget,
        parameters: &Parameters,
        context: RequestContext<'_>,
    ) -> Result<Self, OAuthError> {
        let client = &target.client;
        rules::each_parameter_once(parameters)?;
        rules::no_foreign_request(parameters)?;
        rules::pushed_where_required(client, context.is_pushed)?;
        rules::signed_where_required(client, context.is_signed)?;
        rules::client_uses_codes(client)?;
        rules::response_type(parameters)?;
        rules::response_mode(parameters, &target.redirect_uri)?;
        let named = rules::resources(context.named)?;
        let scope = rules::scope(parameters, client, &named)?;
        let claims = rules::claims(parameters)?;
        let challenge = rules::pkce(parameters, client)?;
        let nonce = rules::nonce(parameters)?;
        let dpop_jkt = rules::dpop_jkt(parameters)?;
        let prompt = rules::prompt(parameters)?;
        let max_age = rules::max_age(parameters, client)?;
        let acr = rules::acr(
            parameters,
            &claims,
            &client.default_acr_values,
            context.offered,
        )?;
        let expected_subject =
            rules::expected_subject(parameters, &claims, client, context.read_hint)?;
        Ok(Self {
            scope,
            claims,
            named,
            challenge,
            nonce,
            dpop_jkt,
            prompt,
            max_age,
            acr,
            expected_subject,
            login_hint: parameters.get("login_hint").map(ToOwned::to_owned),
            target,
        })
    }

    /// Returns the scope that is stored as consent. Scopes of protected resources count for this request alone, because
    /// the same word may mean something else at another server.
    pub(super) fn storable_scope(&self) -> Scope {
        let needs = self.consent_scope();
        match &self.named.protected_scope {
            Some(_) => needs.filtered(|word| Scope::OWN.contains(&word)),
            None => needs,
        }
    }

    /// Returns the scope that needs consent: the requested scope, and the scopes of individually requested claims.
    pub(super) fn consent_scope(&self) -> Scope {
        let words: Vec<_> = self.claims.scopes().collect();
        let opened = Scope::parse(&words.join(" ")).unwrap_or_default();
        self.scope.and(&opened)
    }
}
