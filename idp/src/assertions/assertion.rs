//! What an assertion has to say (RFC 7523 section 3, RFC 10070): of whom, for whom alone, for how long.

use foundation::Timestamp;
use foundation::jose::{Claims, KeySet, TokenRefusal};

/// `client_assertion_type` (RFC 7523 section 2.2).
pub(crate) const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
/// The explicit `typ` of RFC 10070; an absent one and `JWT` are taken, too, because those are what clients of before
/// send.
pub(super) const TOKEN_TYPE: &str = "client-authentication+jwt";
/// How far in the future an assertion may end, in seconds.
const LONGEST_LIFE: i64 = 300;
/// The difference of clocks that is forgiven, in seconds.
pub(super) const LEEWAY: i64 = 10;

/// Why an assertion is refused. For logs; callers learn less.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum AssertionRefusal {
    /// No key of the client's signed it for now.
    #[error(transparent)]
    Token(#[from] TokenRefusal),
    /// The client has registered another algorithm.
    #[error("the client has registered another algorithm")]
    OtherAlgorithm,
    /// `sub` is not the client.
    #[error("it is about somebody else")]
    WrongSubject,
    /// `aud` is not one of the audiences that the client may name, as a single text.
    #[error(
        "aud is not our issuer as a single text, nor the token endpoint where the client may name it"
    )]
    WrongAudience,
    /// It ends too late.
    #[error("it is valid for more than five minutes")]
    TooLong,
    /// There is no `jti`.
    #[error("it has no jti")]
    NoId,
}

/// The client that an assertion is said to be from, read without trust.
pub(crate) fn claimed_client(assertion: &str) -> Option<String> {
    KeySet::named_subject(assertion)
}

/// What is to be remembered of an assertion that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sound<'a> {
    /// Its id.
    pub(super) id: &'a str,
    /// When it ends.
    pub(super) ends_at: Timestamp,
}

/// Checks the claims of an assertion whose signature, issuer and times hold.
pub(super) fn check<'a>(
    claims: &'a Claims,
    client_id: &str,
    audiences: &[&str],
    now: Timestamp,
) -> Result<Sound<'a>, AssertionRefusal> {
    if claims.text("sub") != Some(client_id) {
        return Err(AssertionRefusal::WrongSubject);
    }
    // A list is refused even if it holds nobody but us: what is also for others, others can bring to us.
    let audience = claims.text("aud");
    if !audience.is_some_and(|audience| audiences.contains(&audience)) {
        return Err(AssertionRefusal::WrongAudience);
    }
    let ends = claims.number("exp").unwrap_or(i64::MAX);
    if ends > now.seconds().saturating_add(LONGEST_LIFE + LEEWAY) {
        return Err(AssertionRefusal::TooLong);
    }
    let id = claims.text("jti").filter(|id| !id.is_empty());
    Ok(Sound {
        id: id.ok_or(AssertionRefusal::NoId)?,
        ends_at: Timestamp::from_seconds(ends),
    })
}
