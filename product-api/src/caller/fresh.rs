//! The guard of what a stolen token must not do: the person has signed in a short while ago (RFC 9470).
//!
//! A token can be had without its person as long as their session lasts. What makes credentials, moves credits by hand or
//! decides about others asks for one whose person was there just now; back ends have API keys, which are not asked.
//! Registering a website does not: its keys open nothing but what is new.

use std::ops::Deref;

use foundation::Timestamp;
use poem::{Request, RequestBody};
use poem_openapi::registry::Registry;
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};

use super::caller::Caller;
use super::identify::identify;
use super::view::view_only;
use crate::app::App;
use crate::problem::{Kind, Problem};

/// The mark by which the API reference knows who asks for it.
pub(crate) const STEP_UP: &str = "StepUp";

/// How far the idp's clock may be ahead of ours, in seconds.
const LEEWAY: i64 = 10;

/// Who may come in, as an operation's signature says it.
pub(crate) trait Guard: Sized + Send {
    /// The names of the ways in, for the API reference.
    fn schemes() -> Vec<&'static str>;

    /// Lets a caller in who was identified, or says why not.
    fn of_caller(
        app: &App,
        caller: Caller,
        request: &Request,
    ) -> impl Future<Output = Result<Self, Problem>> + Send;
}

/// Whoever `G` lets in; a person only with a token of somebody who has signed in just now.
#[derive(Clone, Debug)]
pub(crate) struct Fresh<G> {
    guard: G,
}

impl<G> Fresh<G> {
    /// What was let in.
    pub(crate) fn into_inner(self) -> G {
        self.guard
    }
}

impl<G> Deref for Fresh<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.guard
    }
}

impl<'a, G: Guard> ApiExtractor<'a> for Fresh<G> {
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
        let app = App::of(request)?;
        let caller = identify(app, request).await?;
        if matches!(caller, Caller::Viewer(_)) {
            return Err(view_only().into());
        }
        let most = app.config.issuer.step_up_seconds;
        let is_stale = must_sign_in(&caller, most, app.clock.now());
        // First whether they may at all: nobody signs in again to be told that it was in vain.
        let guard = G::of_caller(app, caller, request).await?;
        if is_stale {
            return Err(step_up(most).into());
        }
        Ok(Self { guard })
    }
}

/// Whether a person calls who has signed in too long ago.
fn must_sign_in(caller: &Caller, most: u32, now: Timestamp) -> bool {
    match caller {
        Caller::User(token) => !is_fresh(token.auth_time, most, now),
        Caller::Viewer(_) | Caller::Key(_) | Caller::Program(_) => false,
    }
}

fn is_fresh(signed_in: Option<i64>, most: u32, now: Timestamp) -> bool {
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
    fn a_sign_in_is_fresh_for_so_long_and_unsaid_it_is_not() {
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
            assert_eq!(is_fresh(signed_in, 300, now), expected, "{signed_in:?}");
        }
    }
}
