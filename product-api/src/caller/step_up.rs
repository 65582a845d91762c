//! Step-up authentication (RFC 9470): an operation requires a recent sign-in, so that a stolen token is not enough.
//!
//! A stolen session yields new access tokens without its user. Operations that create credentials, move credits by hand or
//! decide about other users therefore require that the user signed in recently; API keys are exempt. The registration of a
//! website is exempt as well: its keys give access to new data only.

use std::ops::Deref;

use foundation::Timestamp;
use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::caller::Caller;
use super::guard::Guard;
use super::identify::identify;
use super::view::view_only;
use crate::app::App;
use crate::problem::{Kind, Problem};

/// The security scheme with which the API reference marks operations that require a recent sign-in.
pub(crate) const STEP_UP: &str = "StepUp";

/// Seconds by which the idp's clock may be ahead of this server's.
const LEEWAY: i64 = 10;

/// The callers that `G` admits; a user only if the sign-in is recent.
#[derive(Clone, Debug)]
pub(crate) struct StepUp<G> {
    guard: G,
}

impl<G> StepUp<G> {
    /// Returns the admitted caller.
    pub(crate) fn into_inner(self) -> G {
        self.guard
    }
}

impl<G> Deref for StepUp<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.guard
    }
}

impl<'a, G: Guard> ApiExtractor<'a> for StepUp<G> {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];

    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        super::register(registry);
    }

    fn security_schemes() -> Vec<&'static str> {
        let mut schemes = G::schemes();
        schemes.push(STEP_UP);
        schemes
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _param_opts: ExtractParamOptions<Self::ParamType>,
    ) -> poem::Result<Self> {
        let app = App::from_request(request)?;
        let caller = identify(app, request).await?;
        if matches!(caller, Caller::Viewer(_)) {
            return Err(view_only().into());
        }
        let most = app.config.issuer.step_up_seconds;
        let is_stale = must_sign_in(&caller, most, app.clock.now());
        // The guard runs first: no user should have to sign in again for an operation that is refused anyway.
        let guard = G::from_caller(app, caller, request).await?;
        if is_stale {
            return Err(step_up(most).into());
        }
        Ok(Self { guard })
    }
}

/// Returns true if the caller is a user whose sign-in is too old.
fn must_sign_in(caller: &Caller, most: u32, now: Timestamp) -> bool {
    match caller {
        Caller::User(token) => !is_recent(token.auth_time, most, now),
        Caller::Viewer(_) | Caller::Key(_) | Caller::Program(_) => false,
    }
}

fn is_recent(signed_in: Option<i64>, most: u32, now: Timestamp) -> bool {
    signed_in.is_some_and(|at| {
        let age = now.seconds().saturating_sub(at);
        (-LEEWAY..=i64::from(most)).contains(&age)
    })
}

fn step_up(most: u32) -> Problem {
    Problem::new(
        Kind::StepUpRequired,
        "Sign in again, and send the same request with the fresh token.",
    )
    .with("max_age", most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_in_is_recent_for_its_limit_and_unknown_is_not() {
        let now = Timestamp::from_seconds(10_000);
        let rows = [
            (Some(10_000), true),
            (Some(9_700), true),
            (Some(9_699), false),
            (Some(0), false),
            (Some(i64::MIN), false),
            (Some(10_010), true),
            (Some(10_011), false),
            (Some(i64::MAX), false),
            (None, false),
        ];
        for (signed_in, expected) in rows {
            assert_eq!(is_recent(signed_in, 300, now), expected, "{signed_in:?}");
        }
    }
}
