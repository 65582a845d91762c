//! Extractor of the account API: the user of an access token with the scope `account`, issued to a first-party client.

use std::sync::Arc;
use std::time::Duration;

use foundation::Failure;
use foundation::http::RequestId;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::api::{ProblemContext, StepUpChallenge, challenged, step_up};
use crate::app::App;
use crate::http::errors::{
    ErrorCode, OAuthError, TokenError, as_bearer_challenge, as_missing_token, as_proof_challenge,
};
use crate::http::network::{Network, network_of};
use crate::http::parameters::authorization;
use crate::identity::users::User;
use crate::oauth::tokens::{self, ActiveToken, INVALID_TOKEN, Scheme};
use crate::protocol::clients::Scope;
use crate::protocol::dpop::VerifiedProof;
use crate::session::sessions::{self, CurrentSession};
use crate::sign_in::account::{Requester, SessionCredential};

/// The name of the security scheme.
const SCHEME: &str = "AccountToken";
const MISSING_SCOPE: OAuthError = OAuthError::new(
    ErrorCode::InsufficientScope,
    "The access token lacks the scope account, which clients of this installation may ask for.",
);

/// The user of a request to the account API, with the session and the client.
pub(super) struct AccountCaller {
    pub(super) app: Arc<App>,
    pub(super) user: User,
    /// The session in which the token was issued.
    pub(super) session: CurrentSession,
    /// The client that the token was issued to.
    pub(super) client_id: String,
    /// The network that the request comes from.
    pub(super) network: Network,
    /// The request's id.
    pub(super) request_id: String,
    /// The scheme of the presented token.
    scheme: Scheme,
}

impl AccountCaller {
    /// Returns the user as the requester of a change of sign-in methods.
    pub(super) fn requester(&self) -> Requester<'_> {
        Requester {
            user_id: &self.user.id,
            credential: SessionCredential::Token(&self.session),
            network: self.network,
            client_id: Some(&self.client_id),
        }
    }

    /// Refuses a token whose sign-in is older than `max_age` (RFC 9470). A token that another person finds or steals must
    /// not be enough for such a change.
    pub(super) fn check_sign_in_age(&self, max_age: Duration) -> poem::Result<()> {
        if self.app.clock.now() <= self.session.auth_time.plus(max_age) {
            return Ok(());
        }
        let challenge = StepUpChallenge {
            scheme: self.scheme,
            max_age,
            context: self.problem_context(),
        };
        Err(poem::Error::from_response(step_up(&challenge)))
    }

    /// Returns the refusal for a session that ended while its request was handled.
    pub(super) fn signed_out(&self) -> poem::Error {
        refused(
            self.scheme,
            INVALID_TOKEN.into(),
            true,
            self.problem_context(),
        )
    }

    /// Returns the values that every problem repeats.
    pub(super) fn problem_context(&self) -> ProblemContext<'_> {
        ProblemContext {
            issuer: &self.app.config.base.issuer,
            request_id: &self.request_id,
        }
    }

    async fn authenticate(request: &Request, app: &Arc<App>) -> Result<Self, (Scheme, TokenError)> {
        let presented = tokens::presented_token(authorization(request.headers()));
        let presented = presented.map_err(|error| (Scheme::Bearer, error.into()))?;
        let Some((scheme, token)) = presented else {
            return Err((Scheme::Bearer, INVALID_TOKEN.into()));
        };
        let found = match tokens::proven_key(app, request, scheme, token) {
            Ok(proven) => find_token_user(app, token, proven.as_ref()).await,
            Err(stopped) => Err(stopped),
        };
        let token_user = found.map_err(|stopped| (scheme, stopped))?;
        Ok(Self {
            app: Arc::clone(app),
            user: token_user.user,
            session: token_user.session,
            client_id: token_user.client_id,
            network: network_of(app, request),
            request_id: RequestId::read(request),
            scheme,
        })
    }
}

/// The user of a token, with the token's session and client.
struct TokenUser {
    user: User,
    session: CurrentSession,
    client_id: String,
}

/// Returns the user of a valid token, and its session, which must be live. The time of authentication is the grant's,
/// because a client shows a newer sign-in by a new token.
async fn find_token_user(
    app: &App,
    token: &str,
    proven: Option<&VerifiedProof>,
) -> Result<TokenUser, TokenError> {
    let base = &app.config.base;
    let live = tokens::validate_access_token(app, token)
        .await?
        .filter(|live| {
            live.token
                .is_bound_to(proven.map(VerifiedProof::thumbprint))
        })
        .filter(|live| live.token.is_for(&[&base.issuer, &base.default_audience]))
        .ok_or(INVALID_TOKEN)?;
    if let Some(proven) = proven {
        proven.use_once(app).await?;
    }
    if !has_account_scope(&live) {
        return Err(MISSING_SCOPE.into());
    }
    let subject = live.subject.ok_or(MISSING_SCOPE)?;
    let session = sessions::find_of_user(app, &subject.user.id, &subject.grant.sid).await?;
    let session = session.ok_or(INVALID_TOKEN)?;
    let session = CurrentSession::from(session);
    // Uses the session's time if neither grant nor session has a time proven by the provider, like our own pages. Some
    // users have no other sign-in method.
    let auth_time = match (subject.grant.known_auth_time(), session.proven_at()) {
        (None, None) => session.auth_time,
        (Some(_), _) | (None, Some(_)) => subject.grant.auth_time,
    };
    let session = CurrentSession {
        auth_time,
        ..session
    };
    Ok(TokenUser {
        user: subject.user,
        session,
        client_id: live.client.id.clone(),
    })
}

fn has_account_scope(live: &ActiveToken) -> bool {
    let client = &live.client;
    live.token.scope.contains(Scope::ACCOUNT)
        && client.first_party
        && client.scope.contains(Scope::ACCOUNT)
}

/// Returns the refusal of a token: a problem with a challenge. A request without a token gets no error code (RFC 6750
/// section 3.1); a failure is returned as everywhere.
fn refused(
    scheme: Scheme,
    error: TokenError,
    is_tried: bool,
    context: ProblemContext<'_>,
) -> poem::Error {
    let error = match error {
        TokenError::Refused(error) => Some(error).filter(|_| is_tried),
        TokenError::Failed(failure) => return failure.into(),
    };
    let challenge = match (scheme, error) {
        (Scheme::Dpop, Some(error)) => as_proof_challenge(error),
        (Scheme::Bearer, Some(error)) => as_bearer_challenge(error),
        // Passes no text, because only the headers are used.
        (Scheme::Bearer | Scheme::Dpop, None) => as_missing_token(""),
    };
    poem::Error::from_response(challenged(challenge, error, context))
}

impl<'a> ApiExtractor<'a> for AccountCaller {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.create_security_scheme(
            SCHEME,
            MetaSecurityScheme {
                // Uses `http`, because OpenAPI Generator and progenitor send no token for `openIdConnect`.
                ty: "http",
                description: Some(
                    "A person's access token with the scope `account`, which clients of this installation may ask for, as \
                     `Authorization: Bearer`, or as `Authorization: DPoP` with a proof where it is bound to a key. It \
                     counts while the session lives in which it was given.",
                ),
                name: None,
                key_in: None,
                scheme: Some("bearer"),
                bearer_format: Some("JWT"),
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![SCHEME]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let app = request
            .data::<Arc<App>>()
            .ok_or_else(|| Failure::defect("the account API was mounted without its app"))?;
        let is_tried = authorization(request.headers()).is_some();
        let caller = Self::authenticate(request, app).await;
        let request_id = RequestId::read(request);
        let context = ProblemContext {
            issuer: &app.config.base.issuer,
            request_id: &request_id,
        };
        caller.map_err(|(scheme, error)| refused(scheme, error, is_tried, context))
    }
}
