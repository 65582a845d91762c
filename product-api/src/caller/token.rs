//! Verifies access tokens (RFC 9068) offline, each at most once.

use std::sync::Arc;

use foundation::dpop::bound_key;
use foundation::jose::{KeySet, TokenRefusal, TokenRequirements};
use foundation::outbound::UpstreamService;
use foundation::secret::digest;
use foundation::{Background, Clock, Failure, Timestamp};
use moka::sync::Cache;

use super::caller::{ProgramToken, UserToken};
use super::ended_grants::EndedGrants;
use super::identify::invalid_credential;
use super::keys::{IssuerKeys, KeyRefusal};
use crate::config::IssuerConfig;
use crate::problem::{Kind, Problem};

/// The tolerated clock difference to the idp, in seconds.
pub(super) const LEEWAY_SECONDS: i64 = 10;
/// Maximum number of cached tokens.
const MAX_TOKENS: u64 = 10_000;

/// The subject of a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum VerifiedToken {
    /// A user.
    User(Arc<UserToken>),
    /// A client that acts for itself.
    Program(ProgramToken),
}

impl VerifiedToken {
    /// Returns the thumbprint of the key that the token is bound to (RFC 9449 section 6), if it is.
    pub(super) fn bound_to(&self) -> Option<&str> {
        match self {
            Self::User(user) => user.bound_to.as_deref(),
            Self::Program(program) => program.bound_to.as_deref(),
        }
    }
}

/// A verified token, with the generation of the keys that verified it.
#[derive(Clone)]
struct CachedToken {
    user: Arc<UserToken>,
    generation: u64,
}

/// Verifies access tokens; shared by all requests.
pub(crate) struct Verifier {
    config: IssuerConfig,
    clock: Clock,
    keys: Arc<IssuerKeys>,
    // A verification costs 65 microseconds, a look-up one. Entries are keyed by a hash, so that memory holds no token.
    verified: Cache<String, CachedToken>,
    ended_grants: EndedGrants,
}

impl Verifier {
    /// Creates a verifier of the configured issuer's tokens; fetches no keys yet.
    pub(crate) fn new(
        config: IssuerConfig,
        clock: Clock,
        idp: UpstreamService,
        background: Background,
    ) -> Self {
        Self {
            keys: Arc::new(IssuerKeys::new(&config, clock.clone(), idp, background)),
            config,
            clock,
            verified: Cache::new(MAX_TOKENS),
            ended_grants: EndedGrants::default(),
        }
    }

    /// Fails while there are no keys to verify tokens.
    pub(crate) async fn ready(&self) -> Result<(), Failure> {
        self.keys.ready().await
    }

    /// Returns the ended grants, whose tokens are refused.
    pub(crate) fn ended_grants(&self) -> &EndedGrants {
        &self.ended_grants
    }

    /// Returns the subject of a token; 401 for a bad token, 503 if the keys are not available.
    pub(crate) async fn verify(&self, token: &str) -> Result<VerifiedToken, Problem> {
        let verified = self.read(token).await?;
        if self.has_ended(&verified) {
            return Err(invalid_credential());
        }
        Ok(verified)
    }

    fn has_ended(&self, verified: &VerifiedToken) -> bool {
        match verified {
            VerifiedToken::User(user) => user
                .grant_id
                .as_deref()
                .is_some_and(|grant_id| self.ended_grants.contains(grant_id)),
            VerifiedToken::Program(_) => false,
        }
    }

    /// Checks the signature and the time of a token.
    async fn read(&self, token: &str) -> Result<VerifiedToken, Problem> {
        let now = self.clock.now();
        let name = digest("verified-token", token);
        if let Some(remembered) = self.verified.get(&name) {
            let expires = remembered.user.expires.saturating_add(LEEWAY_SECONDS);
            // The check drops tokens that a withdrawn key verified.
            self.keys.renew_when_old();
            if now.seconds() < expires && Some(remembered.generation) == self.keys.generation() {
                return Ok(VerifiedToken::User(remembered.user));
            }
            self.verified.invalidate(&name);
        }
        // Only a token that names a key can be valid; all others cause no fetch.
        let kid = KeySet::named_key(token).ok_or_else(invalid_credential)?;
        let held = match self.keys.with(&kid).await {
            Ok(held) => held,
            Err(KeyRefusal::Unknown) => return Err(invalid_credential()),
            Err(KeyRefusal::Away) => return Err(keys_away()),
        };
        let verified = self.check(token, &held.keys, now)?;
        if let VerifiedToken::User(user) = &verified {
            let remembered = CachedToken {
                user: Arc::clone(user),
                generation: held.generation,
            };
            self.verified.insert(name, remembered);
        }
        Ok(verified)
    }

    fn check(&self, token: &str, keys: &KeySet, now: Timestamp) -> Result<VerifiedToken, Problem> {
        let expected = TokenRequirements {
            token_type: Some("at+jwt"),
            issuer: &self.config.issuer,
            audience: Some(&self.config.audience),
            now,
            leeway_seconds: LEEWAY_SECONDS,
            may_be_expired: false,
        };
        match keys.verify(token, &expected) {
            Ok(claims) => {
                bound_key(&claims).map_err(|_other| invalid_credential())?;
                Ok(match UserToken::from_claims(&claims) {
                    Some(user) => VerifiedToken::User(Arc::new(user)),
                    None => VerifiedToken::Program(ProgramToken::from_claims(&claims)),
                })
            }
            Err(refusal) => {
                report(refusal);
                Err(invalid_credential())
            }
        }
    }
}

fn report(refusal: TokenRefusal) {
    tracing::debug!(%refusal, "an access token was refused");
}

/// Returns a 503, because the token may be valid.
fn keys_away() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "The identity provider does not answer, so the token cannot be checked.",
    )
    .retry_after(5)
}
