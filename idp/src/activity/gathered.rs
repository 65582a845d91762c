//! The last requests of each client, gathered in memory until they are written down.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use foundation::Timestamp;
use tokio::sync::Notify;

/// The most that is kept of one client.
pub(crate) const MOST_OF_CLIENT: usize = 50;
/// The most clients that are gathered at a time; what others ask meanwhile is not.
const MOST_CLIENTS: usize = 1000;
/// The most clients of which is remembered that somebody signed in before.
const MOST_KNOWN: usize = 100_000;

/// Where a client, or the browser that it sent, asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// The authorization endpoint.
    Authorize,
    /// The token endpoint.
    Token,
    /// Userinfo.
    Userinfo,
    /// Where sessions are ended.
    EndSession,
}

impl Place {
    /// Its name, as in the metadata.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Authorize => "authorize",
            Self::Token => "token",
            Self::Userinfo => "userinfo",
            Self::EndSession => "end_session",
        }
    }

    /// Whether pages of clients read the answers, so that their origin counts.
    pub(super) fn is_read_by_pages(self) -> bool {
        match self {
            Self::Token | Self::Userinfo => true,
            Self::Authorize | Self::EndSession => false,
        }
    }
}

/// What was wrong: an error code, and the sentence that was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub(crate) error: &'static str,
    pub(crate) description: &'static str,
}

/// One request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen {
    pub(crate) at: Timestamp,
    pub(crate) place: Place,
    pub(crate) status: u16,
    pub(crate) wrong: Option<Wrong>,
    /// The address that is not registered for the client.
    pub(crate) redirect_uri: Option<String>,
    /// The origin of a page that may not read the answer.
    pub(crate) origin: Option<String>,
    /// Whether an authorization request came with a PKCE challenge; nothing for other endpoints.
    pub(crate) uses_pkce: Option<bool>,
    pub(crate) request_id: String,
    /// Whether it gave tokens of a person.
    pub(crate) is_sign_in: bool,
    /// Its place among all that were seen; given when it is added.
    pub(crate) number: u32,
}

/// What is to be written down, in the order of the clients: servers that write at the same time must not wait for each
/// other in a circle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gathered {
    /// The newest requests of each client, the oldest first.
    pub(super) of_clients: BTreeMap<String, VecDeque<Seen>>,
    /// The clients that somebody signed in to for the first time that we know of.
    pub(super) first: BTreeMap<String, Timestamp>,
}

impl Gathered {
    /// Whether there is nothing to write down.
    pub(super) fn is_empty(&self) -> bool {
        self.of_clients.is_empty() && self.first.is_empty()
    }
}

#[derive(Debug, Default)]
struct State {
    gathered: Gathered,
    known: HashSet<String>,
    numbers: u32,
}

/// The requests that were not written down yet.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    state: Mutex<State>,
    /// Wakes whoever writes when there is something again.
    pub(super) any: Notify,
    /// The same, when somebody has signed in to a client for the first time.
    pub(super) first: Notify,
    /// Held by whoever takes what is there, until it is written.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl Activity {
    /// Adds a request of a client that there is.
    pub(super) fn add(&self, client_id: &str, seen: Seen) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let State {
            gathered,
            known,
            numbers,
        } = &mut *state;
        if gathered.is_empty() {
            self.any.notify_one();
        }
        *numbers = numbers.wrapping_add(1);
        let seen = Seen {
            number: *numbers,
            ..seen
        };
        if seen.is_sign_in && known.len() < MOST_KNOWN && known.insert(client_id.to_owned()) {
            gathered.first.insert(client_id.to_owned(), seen.at);
            self.first.notify_one();
        }
        if gathered.of_clients.len() >= MOST_CLIENTS && !gathered.of_clients.contains_key(client_id)
        {
            return;
        }
        let newest = gathered.of_clients.entry(client_id.to_owned()).or_default();
        newest.push_back(seen);
        if newest.len() > MOST_OF_CLIENT {
            newest.pop_front();
        }
    }

    /// Puts first sign-ins back that could not be written down; what came since is later.
    pub(super) fn put_back(&self, first: BTreeMap<String, Timestamp>) {
        if first.is_empty() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.gathered.first.extend(first);
        self.any.notify_one();
    }

    /// Takes what is there.
    pub(super) fn take(&self) -> Gathered {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.gathered)
    }
}
