//! Handlers of upstream providers: `signin/{provider}` and `callback/{provider}`.

use std::sync::Arc;

use foundation::Failure;
use poem::Response;
use poem::http::{HeaderValue, header};

use super::super::callback_url::choose;
use super::super::context::SignInContext;
use super::super::fields::Fields;
use super::super::guard::redirect_signed_in;
use super::super::own_page::after_sign_in;
use super::super::provider_sign_in::{
    ProviderSignInOutcome, complete_provider_sign_in, record_refusal,
};
use super::super::requirements::SignInRequirements;
use super::super::start_session::BrowserContext;
use super::guard::CallbackKeys;
use crate::sign_in::upstream::{self, AttemptPurpose, CallbackParameters, NewAttempt};

/// Parameters of a provider's redirect, each at most once.
const CALLBACK_PARAMETERS: [&str; 4] = ["state", "code", "iss", "error"];

/// Handles POST of `signin/{provider}`: redirects to the provider.
pub(in super::super) async fn start(
    context: &SignInContext,
    id: &str,
) -> Result<Response, Failure> {
    let app = &context.app;
    let is_known = upstream::providers(app).iter().any(|one| one.id == id);
    if !is_known || !context.is_verified()? {
        return context.redirect_stale_form("signin");
    }
    let of_request = SignInRequirements::read(app, &context.callback_url).await?;
    let beginning = NewAttempt {
        purpose: AttemptPurpose::SignIn,
        callback_url: &context.callback_url,
        freshness: of_request.freshness,
    };
    let parameter = |name: &str| {
        context
            .query
            .get(name)
            .or_else(|| of_request.parameter(name))
    };
    match upstream::start_attempt(app, &context.headers, id, beginning, parameter).await? {
        Ok(redirect) => {
            let response = context.redirect(&redirect.url)?;
            Ok(with_cookies(response, redirect.cookies))
        }
        Err(refusal) => {
            let code = refusal.code().unwrap_or_default();
            context.redirect_to_auth(&format!("error?error={code}"))
        }
    }
}

/// Handles GET or POST of `callback/{provider}`. `None` if there is no such provider.
pub(in super::super) async fn finish(
    context: &mut SignInContext,
    id: &str,
) -> Result<Option<Response>, Failure> {
    let app = Arc::clone(&context.app);
    let reply = callback_parameters(&context.query, &context.body);
    let sent = [reply.state, reply.code]
        .map(Option::unwrap_or_default)
        .join(" ");
    let repeat = CallbackKeys {
        signed_in: context.repeat_key("provider", &sent)?,
        refused: context.repeat_key("provider-refused", &sent)?,
    };
    let Some(back) = upstream::complete_attempt(&app, &context.headers, id, reply).await? else {
        return Ok(None);
    };
    if back.identity.is_err()
        && let Some(response) = repeat.first_response(context, back.is_repeated).await?
    {
        return Ok(Some(with_cookies(response, back.cookies)));
    }
    let is_first = back.attempt.is_some() && !back.is_repeated;
    let response = match (back.identity, back.attempt) {
        (Ok(arrived), Some(attempt)) => {
            let session = context.session_id();
            let browser = BrowserContext {
                destination: &attempt.callback_url,
                repeat: repeat.signed_in.as_ref(),
                ..context.browser_context(session.as_deref())
            };
            let outcome =
                complete_provider_sign_in(&app, &arrived, &attempt.purpose, browser).await?;
            let is_in = matches!(outcome, ProviderSignInOutcome::SignedIn { .. });
            let response = respond(context, outcome, id, &attempt.callback_url)?;
            if is_in {
                return Ok(Some(with_cookies(response, back.cookies)));
            }
            response
        }
        (Err(refusal), attempt) => {
            let code = refusal.code();
            // Records only attempts that started here, because other requests could flood the audit log.
            if let Some(attempt) = &attempt {
                let browser = BrowserContext {
                    destination: &attempt.callback_url,
                    ..context.browser_context(None)
                };
                record_refusal(&app, None, id, code.unwrap_or("Signin"), browser).await?;
            }
            match code {
                Some(code) => context.redirect_to_auth(&format!("error?error={code}"))?,
                None => context.redirect_to_auth("signin")?,
            }
        }
        (Ok(_), None) => return Err(Failure::defect("a callback succeeded without an attempt")),
    };
    if is_first {
        repeat.remember_refusal(&app, &response).await?;
    }
    Ok(Some(with_cookies(response, back.cookies)))
}

/// Redirects to the destination of the attempt, which is checked again.
fn respond(
    context: &mut SignInContext,
    outcome: ProviderSignInOutcome,
    way: &str,
    requested: &str,
) -> Result<Response, Failure> {
    let code = outcome.code();
    match outcome {
        ProviderSignInOutcome::SignedIn { started, is_new } => {
            let base = context.app.config.base.issuer.clone();
            let to = choose([Some(requested), Some(&context.callback_url)], &base);
            let to = after_sign_in(context, is_new, &to);
            context.remember_method(way);
            redirect_signed_in(context, &started, &to)
        }
        ProviderSignInOutcome::MayMerge(offer) => {
            context.redirect_to_auth(&format!("account/merge?offer={offer}"))
        }
        ProviderSignInOutcome::OtherUser => {
            let base = &context.app.config.base.issuer;
            context.callback_url = choose([Some(requested), Some(&context.callback_url)], base);
            context.refuse_other_user()
        }
        ProviderSignInOutcome::NotLinked
        | ProviderSignInOutcome::NotCreated
        | ProviderSignInOutcome::Failed
        | ProviderSignInOutcome::Denied => {
            let code = code.unwrap_or_default();
            context.redirect_to_auth(&format!("error?error={code}"))
        }
    }
}

/// Returns the provider's parameters, from the form that the provider made the browser send, or from the query.
fn callback_parameters<'a>(query: &'a Fields, body: &'a Fields) -> CallbackParameters<'a> {
    let is_form = CALLBACK_PARAMETERS
        .iter()
        .any(|name| body.get(name).is_some());
    let fields = if is_form { body } else { query };
    CallbackParameters {
        state: fields.get("state"),
        code: fields.get("code"),
        iss: fields.get("iss"),
        is_error: fields.get("error").is_some(),
        has_repeated: CALLBACK_PARAMETERS.iter().any(|name| fields.repeats(name)),
    }
}

fn with_cookies(mut response: Response, cookies: Vec<HeaderValue>) -> Response {
    for line in cookies {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
    response
}
