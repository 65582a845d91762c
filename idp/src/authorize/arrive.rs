//! Reading a request that arrives, fresh or out of the park.

use super::request::AuthorizationRequest;
use super::target::Target;
use crate::app::App;
use crate::errors::{OAuthError, Stopped};
use crate::parameters::Parameters;
use crate::parking::{self, Parked};

/// What comes of a request before anybody looks at the session.
pub(super) enum Arrival {
    /// Nobody to redirect to: a page.
    Page(OAuthError),
    /// The client is told no.
    Refused(Target, OAuthError),
    /// Every rule that needs no session was passed.
    Read(Box<Arrived>),
}

/// A request that was read.
pub(super) struct Arrived {
    pub(super) request: AuthorizationRequest,
    pub(super) parameters: Parameters,
    pub(super) parked: Option<Parked>,
}

/// Reads a request from its query: either its parameters, or `resume` with the name of a parked one.
pub(super) async fn arrive(app: &App, query: Parameters) -> Result<Arrival, Stopped> {
    let Some(id) = query.get("resume") else {
        return read(app, query, None).await;
    };
    match parking::find(app, id).await? {
        Some((parameters, parked)) => read(app, parameters, Some(parked)).await,
        None => Ok(Arrival::Page(OAuthError::ANSWERED)),
    }
}

async fn read(
    app: &App,
    parameters: Parameters,
    parked: Option<Parked>,
) -> Result<Arrival, Stopped> {
    let target = match Target::prove(app, &parameters).await {
        Ok(target) => target,
        Err(Stopped::Refused(error)) => return Ok(Arrival::Page(error)),
        Err(Stopped::Failed(failure)) => return Err(failure.into()),
    };
    let (keyring, now) = (app.keys.current(), app.clock.now());
    let read_hint = |token: &str| keyring.read_hint(token, &app.config.base.issuer, now);
    Ok(
        match AuthorizationRequest::read(target.clone(), &parameters, &read_hint) {
            Err(error) => Arrival::Refused(target, error),
            Ok(request) => Arrival::Read(Box::new(Arrived {
                request,
                parameters,
                parked,
            })),
        },
    )
}
