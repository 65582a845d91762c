//! An authorization request that passed every rule that needs no session.

use std::time::Duration;

use super::acr::{Acr, AcrWish};
use super::rules;
use super::target::Target;
use crate::claims::ClaimsRequest;
use crate::clients::Scope;
use crate::codes::Challenge;
use crate::errors::OAuthError;
use crate::parameters::Parameters;
use crate::resources::Named;

/// What `prompt` asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one for each word that may be said"
)]
pub(super) struct Prompt {
    /// Show nothing: answer or refuse.
    pub(super) none: bool,
    /// Ask for a fresh sign-in.
    pub(super) login: bool,
    /// Ask which account it is to be.
    pub(super) select_account: bool,
    /// Ask for consent, remembered or not.
    pub(super) consent: bool,
}

/// What the rules have to know beside the request.
#[derive(Clone)]
pub(super) struct Known<'a> {
    /// The resources that the request names; none when one of them is not known.
    pub(super) named: Option<Named>,
    /// Gives the claims of an ID token of ours.
    pub(super) read_hint: rules::ReadHint<'a>,
    /// Whether the client pushed the request.
    pub(super) is_pushed: bool,
    /// Whether the client signed it, or it waits because it passed that rule before.
    pub(super) is_signed: bool,
    /// How well somebody can sign in here.
    pub(super) offered: &'a [Acr],
}

/// Which client asks what, and how it wants the person to be asked.
#[derive(Clone, Debug)]
pub(super) struct AuthorizationRequest {
    pub(super) target: Target,
    pub(super) scope: Scope,
    pub(super) claims: ClaimsRequest,
    /// The resources that the tokens are to be for.
    pub(super) named: Named,
    pub(super) challenge: Option<Challenge>,
    pub(super) nonce: Option<String>,
    /// The thumbprint of the key that the code is to be bound to.
    pub(super) dpop_jkt: Option<String>,
    pub(super) prompt: Prompt,
    pub(super) max_age: Option<Duration>,
    pub(super) acr: AcrWish,
    /// The one user who may answer, as the client knows them.
    pub(super) expected_subject: Option<String>,
    pub(super) login_hint: Option<String>,
}

impl AuthorizationRequest {
    /// The rules, in their order; the first that refuses decides.
    pub(super) fn read(
        target: Target,
        parameters: &Parameters,
        known: Known<'_>,
    ) -> Result<Self, OAuthError> {
        let client = &target.client;
        rules::each_parameter_once(parameters)?;
        rules::no_foreign_request(parameters)?;
        rules::pushed_where_required(client, known.is_pushed)?;
        rules::signed_where_required(client, known.is_signed)?;
        rules::client_uses_codes(client)?;
        rules::response_type(parameters)?;
        rules::response_mode(parameters, &target.redirect_uri)?;
        let named = rules::resources(known.named)?;
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
            known.offered,
        )?;
        let expected_subject =
            rules::expected_subject(parameters, &claims, client, known.read_hint)?;
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

    /// What is remembered of what the person allows. Words of protected resources count for this request alone: the same
    /// word may mean something else at another server.
    pub(super) fn remembered(&self) -> Scope {
        let needs = self.needs();
        match &self.named.opened {
            Some(_) => needs.filtered(|word| Scope::OWN.contains(&word)),
            None => needs,
        }
    }

    /// What the person has to allow: the scope, and what would open the claims that are asked for one by one.
    pub(super) fn needs(&self) -> Scope {
        let words: Vec<_> = self.claims.scopes().collect();
        let opened = Scope::parse(&words.join(" ")).unwrap_or_default();
        self.scope.and(&opened)
    }
}
