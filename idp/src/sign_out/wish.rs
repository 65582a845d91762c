//! What a client wishes, as far as it proves it, and what follows from that.

use foundation::Failure;

use crate::activity;
use crate::app::App;
use crate::clients::session_for;
use crate::documents;
use crate::errors::{Stopped, with_parameters};
use crate::network::Network;
use crate::parameters::Parameters;
use crate::sessions::Current;

/// What is noted of an address that is not the client's; the person just stays here.
const NOT_REGISTERED: &str =
    "post_logout_redirect_uri is not one that is registered for this client.";

/// A wish to sign somebody out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// Whether a valid `id_token_hint` is of this browser's session, as the hint's client knows it.
    pub(super) is_of_session: bool,
    /// Where the browser goes afterwards: an address registered for the hint's client, with the `state`.
    pub(super) destination: Option<String>,
    /// Whether it names an address that the client may not have.
    pub(super) names_another: bool,
    /// Whether nobody but a document vouches for the client: who has nothing to end here is not sent anywhere by it.
    pub(super) is_of_a_stranger: bool,
}

/// What follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The session ends without a question: the client proved that it knows it.
    End,
    /// The person is asked, because anybody can send a browser here (attack A26).
    Ask,
    /// Nobody is signed in.
    Nothing,
}

impl Wish {
    /// Reads a wish. What does not prove itself is not there: a hint that is not ours, a client that is not the
    /// hint's or is no client any more, an address that is not registered byte for byte, a parameter that comes twice.
    /// The hint may have expired (section 2), and nothing else may be wrong with it.
    pub(super) async fn read(
        app: &App,
        parameters: &Parameters,
        session: Option<&Current>,
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
        let client = match documents::find(app, client_id, network).await {
            Ok(Some(client)) => client,
            Ok(None) | Err(Stopped::Refused(_)) => return Ok(Self::default()),
            Err(Stopped::Failed(failure)) => return Err(failure),
        };
        let address = parameters.get("post_logout_redirect_uri");
        let destination = address
            .filter(|address| client.signs_out_to(address, issuer))
            .map(|address| {
                let state = parameters.get("state").map(|state| ("state", state));
                with_parameters(address, state.as_slice())
            });
        if let Some(foreign) = address.filter(|_| destination.is_none()) {
            activity::offended(foreign);
            activity::refused("invalid_request", NOT_REGISTERED);
        }
        let sid = session.map(|session| session_for(app, &client, &session.sid));
        let sid = sid.transpose()?;
        Ok(Self {
            is_of_session: sid.is_some() && hint.text("sid") == sid.as_deref(),
            names_another: address.is_some() && destination.is_none(),
            destination,
            is_of_a_stranger: client.is_its_own_document(),
        })
    }

    /// What follows for the session of this browser; nothing but a person who opens the page can end it unasked.
    pub(super) fn step(&self, session: Option<&Current>, opens_a_page: bool) -> Step {
        if session.is_none() {
            return Step::Nothing;
        }
        let is_proven = self.is_of_session && !self.names_another;
        if is_proven && opens_a_page {
            Step::End
        } else {
            Step::Ask
        }
    }
}
