//! Verifies tokens that a client has signed with its own key.

use std::sync::Arc;

use foundation::Failure;
use foundation::jose::{Claims, KeySet, TokenRefusal, TokenRequirements};

use super::client::Client;
use super::key_cache::{ClientKeys, KeySelector};

/// Verifies a token with the keys of the client that sent it; `None` for a client without keys.
///
/// A token without `kid` is tried with the cached keys, and then with newer ones. Accepts also `JWT` or no `typ`,
/// because clients older than explicit types send these.
pub(crate) async fn verify_signed(
    known: &ClientKeys,
    client: &Client,
    token: &str,
    expected: &TokenRequirements<'_>,
) -> Result<Option<Result<Claims, TokenRefusal>>, Failure> {
    let kid = KeySet::named_key(token);
    let requested = kid.as_deref().map_or(KeySelector::Any, KeySelector::Named);
    let Some(keys) = known.find(client, requested).await? else {
        return Ok(None);
    };
    let claims = verify(&keys, token, expected);
    let is_of_no_key = matches!(
        claims,
        Err(TokenRefusal::UnknownKey | TokenRefusal::WrongSignature)
    );
    if kid.is_some() || !is_of_no_key {
        return Ok(Some(claims));
    }
    let newer = known.find(client, KeySelector::Newer).await?;
    Ok(newer.map(|newer| {
        if Arc::ptr_eq(&keys, &newer) {
            claims
        } else {
            verify(&newer, token, expected)
        }
    }))
}

fn verify(
    keys: &KeySet,
    token: &str,
    expected: &TokenRequirements<'_>,
) -> Result<Claims, TokenRefusal> {
    match keys.verify_of_one_signer(token, expected) {
        Err(TokenRefusal::WrongType) => {
            let untyped = TokenRequirements {
                token_type: None,
                ..*expected
            };
            keys.verify_of_one_signer(token, &untyped)
        }
        verified => verified,
    }
}
