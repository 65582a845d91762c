//! By what the person is signed in who changes the ways in: the browser's cookie, or a token that was given in a session.

use foundation::{Failure, Transaction};

use crate::app::App;
use crate::network::Network;
use crate::sessions::{self, Current, Ending, Renewing, Started};

/// Who asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker<'a> {
    /// The user.
    pub(crate) user_id: &'a str,
    /// What the person is signed in by.
    pub(crate) by: SignedInBy<'a>,
    /// Where it is asked from.
    pub(crate) network: Network,
    /// The client that asks for the user; on our own pages none does.
    pub(crate) client_id: Option<&'a str>,
}

/// What a person is signed in by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SignedInBy<'a> {
    /// What the browser presents: the session goes on under a new id.
    Cookie(Renewing<'a>),
    /// A token that was given in this session, which goes on as it is: whoever asks could not be given its new id.
    Token(&'a Current),
}

/// How the session goes on of who asked.
#[derive(Clone, Debug)]
pub(crate) enum GoesOn {
    /// Under a new id.
    Renewed(Started),
    /// As it was.
    AsItWas,
}

impl Asker<'_> {
    /// Commits, and ends all sessions but the one of who asks, and all grants but those that it gave: nobody who came in
    /// by a way that is gone stays. `None`, and nothing is committed, when that session ended meanwhile.
    pub(super) async fn stays_alone(
        self,
        app: &App,
        transaction: Transaction,
    ) -> Result<Option<GoesOn>, Failure> {
        match self.by {
            SignedInBy::Cookie(session) => {
                let ending = Ending {
                    also_of: None,
                    network: self.network,
                    is_way_gone: true,
                };
                let started = sessions::renew_alone(app, transaction, session, ending).await?;
                Ok(started.map(GoesOn::Renewed))
            }
            SignedInBy::Token(session) => {
                let network = self.network;
                let stays = sessions::end_others_with(app, transaction, session, network).await?;
                Ok(stays.then_some(GoesOn::AsItWas))
            }
        }
    }
}
