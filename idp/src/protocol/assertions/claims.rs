//! Claims of a client assertion (RFC 7523 section 3, RFC 10070): subject, audience, expiry and id.

use foundation::Timestamp;
use foundation::jose::{Claims, KeySet, TokenRefusal};

/// `client_assertion_type` (RFC 7523 section 2.2).
pub(crate) const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// Explicit `typ` of RFC 10070; an absent one and `JWT` are accepted as well, because earlier clients send them.
pub(super) const TOKEN_TYPE: &str = "client-authentication+jwt";
/// Maximum time until an assertion expires, in seconds.
const MAX_LIFETIME: i64 = 300;
/// Tolerated clock difference, in seconds.
pub(super) const LEEWAY: i64 = 10;

/// Reason that an assertion is refused; only logs contain it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum AssertionRefusal {
    /// No valid signature by a key of the client.
    #[error(transparent)]
    Token(#[from] TokenRefusal),
    /// The client has registered another algorithm.
    #[error("the client has registered another algorithm")]
    OtherAlgorithm,
    /// `sub` is not the client's id.
    #[error("it is about somebody else")]
    WrongSubject,
    /// `aud` is not a single string with an audience that the client may name.
    #[error(
        "aud is not our issuer as a single text, nor the token endpoint where the client may name it"
    )]
    WrongAudience,
    /// The assertion expires too late.
    #[error("it is valid for more than five minutes")]
    TooLong,
    /// The assertion has no `jti`.
    #[error("it has no jti")]
    NoId,
}

/// Returns the client that an assertion names; nothing is verified yet.
pub(crate) fn claimed_client(assertion: &str) -> Option<String> {
    KeySet::named_subject(assertion)
}

/// Id and expiry of a valid assertion, which prevent its replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ValidAssertion<'a> {
    /// The `jti`.
    pub(super) id: &'a str,
    /// The expiry.
    pub(super) ends_at: Timestamp,
}

/// Checks the claims of an assertion with a verified signature, issuer and validity period.
pub(super) fn check<'a>(
    claims: &'a Claims,
    client_id: &str,
    audiences: &[&str],
    now: Timestamp,
) -> Result<ValidAssertion<'a>, AssertionRefusal> {
    if claims.text("sub") != Some(client_id) {
        return Err(AssertionRefusal::WrongSubject);
    }
    // Refuses a list even if the idp is its only member: other audiences of a list could replay the assertion here.
    let audience = claims.text("aud");
    if !audience.is_some_and(|audience| audiences.contains(&audience)) {
        return Err(AssertionRefusal::WrongAudience);
    }
    let ends = claims.number("exp").unwrap_or(i64::MAX);
    if ends > now.seconds().saturating_add(MAX_LIFETIME + LEEWAY) {
        return Err(AssertionRefusal::TooLong);
    }
    let id = claims.text("jti").filter(|id| !id.is_empty());
    Ok(ValidAssertion {
        id: id.ok_or(AssertionRefusal::NoId)?,
        ends_at: Timestamp::from_seconds(ends),
    })
}
