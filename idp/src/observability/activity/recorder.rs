//! Latest requests of each client, in memory until they are written to the database.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use foundation::Timestamp;
use tokio::sync::Notify;

/// Maximum number of requests per client.
pub(crate) const MAX_PER_CLIENT: usize = 50;
/// Maximum number of clients in a batch; further clients' requests are not recorded.
const MAX_CLIENTS: usize = 1000;
/// Maximum number of clients that are remembered to have had a sign-in.
const MAX_REMEMBERED: usize = 100_000;

/// Endpoint that a client, or the browser that it sent, requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RecordedEndpoint {
    /// Authorization endpoint.
    Authorize,
    /// Token endpoint.
    Token,
    /// Userinfo endpoint.
    Userinfo,
    /// Endpoint that ends sessions.
    EndSession,
}

impl RecordedEndpoint {
    /// Returns the endpoint's name in the metadata.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Authorize => "authorize",
            Self::Token => "token",
            Self::Userinfo => "userinfo",
            Self::EndSession => "end_session",
        }
    }

    /// Returns true if clients' web pages read the responses, so that their origin matters.
    pub(super) fn is_read_by_pages(self) -> bool {
        match self {
            Self::Token | Self::Userinfo => true,
            Self::Authorize | Self::EndSession => false,
        }
    }
}

/// An error code, and the description in the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RecordedError {
    pub(crate) error: &'static str,
    pub(crate) description: &'static str,
}

/// A recorded request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RecordedRequest {
    pub(crate) at: Timestamp,
    pub(crate) endpoint: RecordedEndpoint,
    pub(crate) status: u16,
    pub(crate) error: Option<RecordedError>,
    /// Redirect URI that is not registered for the client.
    pub(crate) redirect_uri: Option<String>,
    /// Origin of a page that cannot read the response.
    pub(crate) origin: Option<String>,
    /// True if an authorization request has a PKCE challenge; `None` for other endpoints.
    pub(crate) uses_pkce: Option<bool>,
    pub(crate) request_id: String,
    /// True if the response has a user's tokens.
    pub(crate) is_sign_in: bool,
    /// Sequence number of the request; `add` sets it.
    pub(crate) number: u32,
}

/// A batch, ordered by client: replicas that write at the same time lock rows in the same order and cannot deadlock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RequestBatch {
    /// Latest requests of each client, the oldest first.
    pub(super) by_client: BTreeMap<String, VecDeque<RecordedRequest>>,
    /// Clients with the first sign-in that this server knows of.
    pub(super) first: BTreeMap<String, Timestamp>,
}

impl RequestBatch {
    /// Returns true if there is nothing to write.
    pub(super) fn is_empty(&self) -> bool {
        self.by_client.is_empty() && self.first.is_empty()
    }
}

#[derive(Debug, Default)]
struct RecorderState {
    batch: RequestBatch,
    known: HashSet<String>,
    numbers: u32,
}

/// Requests that are not yet written.
#[derive(Debug, Default)]
pub(crate) struct ActivityRecorder {
    state: Mutex<RecorderState>,
    /// Wakes the writer when a batch begins.
    pub(super) any: Notify,
    /// Wakes the writer on a client's first sign-in.
    pub(super) first: Notify,
    /// Held by a writer from taking a batch until its commit.
    pub(super) turn: tokio::sync::Mutex<()>,
}

impl ActivityRecorder {
    /// Adds a request of a known client.
    pub(super) fn add(&self, client_id: &str, request: RecordedRequest) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let RecorderState {
            batch,
            known,
            numbers,
        } = &mut *state;
        if batch.is_empty() {
            self.any.notify_one();
        }
        *numbers = numbers.wrapping_add(1);
        let request = RecordedRequest {
            number: *numbers,
            ..request
        };
        if request.is_sign_in && known.len() < MAX_REMEMBERED && known.insert(client_id.to_owned())
        {
            batch.first.insert(client_id.to_owned(), request.at);
            self.first.notify_one();
        }
        if batch.by_client.len() >= MAX_CLIENTS && !batch.by_client.contains_key(client_id) {
            return;
        }
        let newest = batch.by_client.entry(client_id.to_owned()).or_default();
        newest.push_back(request);
        if newest.len() > MAX_PER_CLIENT {
            newest.pop_front();
        }
    }

    /// Puts back first sign-ins after a failed write; any recorded since are later.
    pub(super) fn put_back(&self, first: BTreeMap<String, Timestamp>) {
        if first.is_empty() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.batch.first.extend(first);
        self.any.notify_one();
    }

    /// Takes the batch.
    pub(super) fn take(&self) -> RequestBatch {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut state.batch)
    }
}
