//! Taking a request as far as it goes now: to a code, to a refusal, or to the person.

use foundation::Failure;

use super::again::{Sent, Wanted, answer_named_again, answer_waiting_again};
use super::answer::{Allowed, Answered, answer, commit};
use super::arrive::{Arrived, Found, find, read};
use super::delivery::Delivery;
use super::halt::Halt;
use super::interaction::{
    Answers, CONSENT_REQUIRED, LOGIN_REQUIRED, Standing, Step, may_be_remembered, next,
};
use super::login_hint::is_other_than_hinted;
use super::question::{Choice, Question, ask, choose};
use crate::app::App;
use crate::clients::{Scope, subject_for};
use crate::consents;
use crate::errors::{OAuthError, Stopped, with_parameters};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::parking::{self, Parked, Waiting, park};
use crate::sessions::Current;

/// Requests longer than this are parked instead of travelling through cookies and mails as a callback URL.
const LONGEST_CALLBACK: usize = 1500;

/// What the browser gets.
#[derive(Debug)]
pub(super) enum Outcome {
    /// A page that says what is wrong.
    Page(OAuthError),
    /// A redirect to a page of ours.
    Go(String),
    /// The client's answer.
    Tell(Delivery),
    /// The question whether it is to be this account.
    Choose(Choice),
    /// The question whether a client may have what it asks for.
    Ask(Question),
}

/// What becomes of a request that arrives, before anybody looks at the session.
pub(super) enum Arrival {
    /// It passed every rule that needs no session.
    Read(Box<Arrived>),
    /// It did not.
    Stopped(Box<Outcome>),
}

/// Finds a request and reads it.
pub(super) async fn arrive(
    app: &App,
    network: Network,
    query: Parameters,
) -> Result<Arrival, Failure> {
    let Found {
        parameters,
        waiting,
        is_signed,
    } = match find(app, network, query).await {
        Ok(found) => found,
        Err(halt) => {
            let outcome = halt.outcome(app, &Waiting::default()).await?;
            return Ok(Arrival::Stopped(outcome.into()));
        }
    };
    let came = (waiting.pushed.is_some(), is_signed || waiting.is_kept());
    match read(app, network, &parameters, came).await {
        Ok(request) => Ok(Arrival::Read(Box::new(Arrived {
            request,
            parameters,
            waiting,
            is_signed,
            network,
        }))),
        Err(halt) => Ok(Arrival::Stopped(halt.outcome(app, &waiting).await?.into())),
    }
}

/// Takes a request as far as it goes.
pub(super) async fn proceed(
    app: &App,
    network: Network,
    query: Parameters,
    session: Result<Option<Current>, Failure>,
) -> Result<Outcome, Failure> {
    let name = parking::resumed(&query).map(ToOwned::to_owned);
    let current = session.as_ref().ok().and_then(Option::as_ref);
    let sid = current.map(|session| session.sid.clone());
    let mut arrived = match arrive(app, network, query).await? {
        Arrival::Read(arrived) => arrived,
        Arrival::Stopped(outcome) => {
            let sent = Sent {
                sid: sid.as_deref(),
                wanted: Wanted::Any,
            };
            let again = answer_named_again(app, name.as_deref(), sent).await?;
            return Ok(again.unwrap_or(*outcome));
        }
    };
    arrived.waiting.sid = sid;
    let outcome = match session {
        Ok(session) => go_on(app, &arrived, session.as_ref(), Answers::default()).await,
        Err(failure) => Err(failure.into()),
    };
    or_halt(app, &arrived, outcome).await
}

/// What a step came to, or who is told that it stopped.
pub(super) async fn or_halt(
    app: &App,
    arrived: &Arrived,
    outcome: Result<Outcome, Stopped>,
) -> Result<Outcome, Failure> {
    match outcome {
        Ok(outcome) => Ok(outcome),
        Err(stopped) => {
            let halt = Halt::proven(&arrived.request.target, stopped);
            halt.outcome(app, &arrived.waiting).await
        }
    }
}

/// Goes on with whoever is there, after what they answered to the pages of this request.
pub(super) async fn go_on(
    app: &App,
    arrived: &Arrived,
    session: Option<&Current>,
    answered: Answers,
) -> Result<Outcome, Stopped> {
    match (step(app, arrived, session, answered).await?, session) {
        (Step::Refuse(error), _) => Err(error.into()),
        (Step::SignIn, _) => Ok(Outcome::Go(sign_in(app, arrived).await?)),
        (Step::SignInAfresh, _) | (Step::Answer | Step::AskConsent | Step::ChooseAccount, None) => {
            Ok(Outcome::Go(sign_in_afresh(app, arrived).await?))
        }
        (Step::ChooseAccount, Some(session)) => {
            let choice = choose(app, arrived, session).await?;
            Ok(Outcome::Choose(choice))
        }
        (Step::AskConsent, Some(session)) => {
            let question = ask(app, arrived, session).await?;
            Ok(Outcome::Ask(question))
        }
        (Step::Answer, Some(session)) => {
            let allowed = if answered.consent {
                Allowed::Now
            } else {
                Allowed::Before
            };
            give(app, arrived, (session, allowed)).await
        }
    }
}

/// What happens next, as far as the request, the session and what was allowed before tell.
pub(super) async fn step(
    app: &App,
    arrived: &Arrived,
    session: Option<&Current>,
    answered: Answers,
) -> Result<Step, Failure> {
    let consented = match session {
        Some(session) if !answered.consent => consented(app, arrived, session).await?,
        Some(_) | None => None,
    };
    let client = &arrived.request.target.client;
    let subject = session.map(|session| subject_for(app, client, &session.user_id));
    let subject = subject.transpose()?;
    let is_other_than_hinted = match session {
        Some(session) => is_other_than_hinted(app, &arrived.request, session).await?,
        None => false,
    };
    let standing = Standing {
        session,
        is_other_than_hinted,
        subject: subject.as_deref(),
        consented: consented.as_ref(),
        answered,
        parked_at: arrived.waiting.parked.as_ref().map(|parked| parked.at),
        now: app.clock.now(),
    };
    Ok(next(&arrived.request, &standing))
}

/// What the user allowed this client before, where it counts.
async fn consented(
    app: &App,
    arrived: &Arrived,
    session: &Current,
) -> Result<Option<Scope>, Failure> {
    if !may_be_remembered(&arrived.request) {
        return Ok(None);
    }
    let client = &arrived.request.target.client;
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let scope = consents::store::find(&mut db, &session.user_id, &client.id).await?;
    Ok(scope.and_then(|scope| Scope::parse(&scope)))
}

async fn give(
    app: &App,
    arrived: &Arrived,
    (session, allowed): (&Current, Allowed),
) -> Result<Outcome, Stopped> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let answered = answer(app, &mut db, arrived, (session, allowed)).await?;
    match commit(app, transaction, answered, session).await? {
        Answered::Code { delivery, .. } => Ok(Outcome::Tell(delivery)),
        Answered::Before => {
            let sent = Sent {
                sid: Some(&session.sid),
                wanted: match allowed {
                    Allowed::Now => Wanted::Code,
                    Allowed::Before => Wanted::Any,
                },
            };
            let again = answer_waiting_again(app, &arrived.waiting, sent).await?;
            Ok(again.unwrap_or_else(|| Outcome::Page(arrived.waiting.gone())))
        }
        Answered::SignedOut if arrived.request.prompt.none => Err(LOGIN_REQUIRED.into()),
        Answered::SignedOut => Ok(Outcome::Go(sign_in(app, arrived).await?)),
        Answered::Ended if arrived.request.prompt.none => {
            // It waits nowhere any more, from where it could be taken away.
            let target = &arrived.request.target;
            let told = target.with_error(&app.config.base.issuer, LOGIN_REQUIRED);
            Ok(Outcome::Tell(told))
        }
        Answered::Ended => {
            let waits = park(app, &arrived.parameters, None, arrived.network).await?;
            Ok(Outcome::Go(sign_in_address(arrived, &waits.address())))
        }
        Answered::NotAllowed if arrived.request.prompt.none => Err(CONSENT_REQUIRED.into()),
        Answered::NotAllowed => Ok(Outcome::Ask(ask(app, arrived, session).await?)),
    }
}

/// Where somebody signs in and comes back; a short request travels along, which costs nothing to keep.
async fn sign_in(app: &App, arrived: &Arrived) -> Result<String, Stopped> {
    let query = arrived.parameters.to_query();
    let must_wait = arrived.waiting.is_kept() || arrived.is_signed;
    let callback = if must_wait || query.len() > LONGEST_CALLBACK {
        parked(app, arrived).await?.address()
    } else {
        format!("/oauth/authorize?{query}")
    };
    Ok(sign_in_address(arrived, &callback))
}

/// Where somebody signs in anew; the request waits, so that it is seen afterwards that they did.
async fn sign_in_afresh(app: &App, arrived: &Arrived) -> Result<String, Stopped> {
    let callback = parked(app, arrived).await?.address();
    Ok(sign_in_address(arrived, &callback))
}

/// The request as it is parked, now or before.
pub(super) async fn parked(app: &App, arrived: &Arrived) -> Result<Parked, Stopped> {
    if let Some(parked) = &arrived.waiting.parked {
        return Ok(parked.clone());
    }
    let pushed = arrived.waiting.pushed.as_deref();
    park(app, &arrived.parameters, pushed, arrived.network).await
}

pub(super) fn sign_in_address(arrived: &Arrived, callback: &str) -> String {
    let mut pairs = vec![("callbackUrl", callback)];
    let email = arrived.request.login_hint.as_deref();
    pairs.extend(
        email
            .filter(|hint| hint.contains('@'))
            .map(|hint| ("email", hint)),
    );
    // A request that waited does not show the pages on the way which language it names.
    let locales = arrived.parameters.get("ui_locales");
    pairs.extend(locales.map(|locales| ("ui_locales", locales)));
    with_parameters("/api/auth/signin", &pairs)
}
