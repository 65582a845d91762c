//! Why a proof is refused.

use crate::jose::TokenRefusal;

/// Why a proof of possession was refused. For logs and tests; callers are told no more than "invalid".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofRefusal {
    /// It is no token that its own key has signed.
    #[error(transparent)]
    Token(#[from] TokenRefusal),
    /// The header holds no public key that can be used, or a private one.
    #[error("the proof holds no public key of a kind that can be used")]
    NoKey,
    /// `jti` is absent or empty.
    #[error("the proof has no jti")]
    NoId,
    /// `htm` is another method than the request's.
    #[error("the proof is for another method")]
    WrongMethod,
    /// `htu` is another address than the request's.
    #[error("the proof is for another address")]
    WrongAddress,
    /// `iat` is absent or no whole number.
    #[error("the proof does not say when it was made")]
    NoTime,
    /// The nonce of ours that it names is old; or it names none, and `iat` is more than a minute away.
    #[error("the proof was not made now")]
    WrongTime,
    /// `ath` is not the hash of the access token that comes with it.
    #[error("the proof is for another access token")]
    WrongToken,
}
