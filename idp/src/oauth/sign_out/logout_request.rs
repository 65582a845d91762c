//! A client's sign-out request, the verification of its hint, and the resulting step.

use foundation::Failure;

use crate::app::App;
use crate::http::errors::{TokenError, with_parameters};
use crate::http::network::Network;
use crate::http::parameters::Parameters;
use crate::oauth::client_metadata;
use crate::observability::activity;
use crate::protocol::clients::session_for;
use crate::session::sessions::CurrentSession;

/// Error in the activity log for an unregistered redirect URI; the user stays on the idp's page.
const NOT_REGISTERED: &str =
    "post_logout_redirect_uri is not one that is registered for this client.";

/// A sign-out request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SignOutRequest {
    /// True if a valid `id_token_hint` belongs to this browser's session, by the `sid` of the hint's client.
    pub(super) is_of_session: bool,
    /// URL to which the browser goes afterwards: registered for the hint's client, with the `state`.
    pub(super) destination: Option<String>,
    /// True if the request names a redirect URI that is not the client's.
    pub(super) has_unregistered_redirect: bool,
    /// True if only a metadata document vouches for the client; without a session it then gets no redirect.
    pub(super) is_unregistered_client: bool,
}

/// Next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SignOutStep {
    /// The session ends without confirmation, because the client's hint matches it.
    End,
    /// The user is asked, because any website can send a browser here (attack A26).
    Ask,
    /// The browser has no session.
    Nothing,
}

impl SignOutRequest {
    /// Reads a request and ignores unverified parts: a foreign hint, a client other than the hint's or a deleted one,
    /// an unregistered redirect URI, a repeated parameter. The hint may have expired (section 2), but must otherwise be
    /// valid.
    pub(super) async fn read(
        app: &App,
        parameters: &Parameters,
        session: Option<&CurrentSession>,
        network: Network,
    ) -> Result<Self, Failure> {
        if parameters.is_malformed() {
            return Ok(Self::default());
        }
        let (issuer, now) = (&app.config.base.issuer, app.clock.now());
        let hint = parameters
            .get("id_token_hint")
            .and_then(|hint| app.keys.current().read_hint(hint, issuer, now));
        let Some(hint) = hint else {
            return Ok(Self::default());
        };
        let client_id = hint.text("aud").unwrap_or_default();
        if parameters
            .get("client_id")
            .is_some_and(|id| id != client_id)
        {
            return Ok(Self::default());
        }
        let client = match client_metadata::find(app, client_id, network).await {
            Ok(Some(client)) => client,
            Ok(None) | Err(TokenError::Refused(_)) => return Ok(Self::default()),
            Err(TokenError::Failed(failure)) => return Err(failure),
        };
        let address = parameters.get("post_logout_redirect_uri");
        let destination = address
            .filter(|address| client.signs_out_to(address, issuer))
            .map(|address| {
                let state = parameters.get("state").map(|state| ("state", state));
                with_parameters(address, state.as_slice())
            });
        if let Some(foreign) = address.filter(|_| destination.is_none()) {
            activity::record_redirect_uri(foreign);
            activity::refused("invalid_request", NOT_REGISTERED);
        }
        let sid = session.map(|session| session_for(app, &client, &session.sid));
        let sid = sid.transpose()?;
        Ok(Self {
            is_of_session: sid.is_some() && hint.text("sid") == sid.as_deref(),
            has_unregistered_redirect: address.is_some() && destination.is_none(),
            destination,
            is_unregistered_client: client.has_metadata_document(),
        })
    }

    /// Returns the next step; without confirmation, only a user who opens the page can end the session.
    pub(super) fn step(&self, session: Option<&CurrentSession>, opens_a_page: bool) -> SignOutStep {
        if session.is_none() {
            return SignOutStep::Nothing;
        }
        let is_proven = self.is_of_session && !self.has_unregistered_redirect;
        if is_proven && opens_a_page {
            SignOutStep::End
        } else {
            SignOutStep::Ask
        }
    }
}
