//! Details that handlers record about the current request: its client and its errors. Outside of recorded requests, the
//! functions do nothing.

use std::cell::RefCell;

use super::recorder::RecordedError;

/// Maximum length of a stored redirect URI or origin, in characters.
const MAX_LENGTH: usize = 300;

tokio::task_local! {
    static NOTE: RefCell<RequestNote>;
}

/// Details of the current request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RequestNote {
    pub(super) client_id: Option<String>,
    pub(super) redirect_uri: Option<String>,
    pub(super) error: Option<RecordedError>,
    pub(super) cause: Option<ErrorCause>,
    pub(super) uses_pkce: Option<bool>,
    pub(super) is_final: bool,
    pub(super) is_sign_in: bool,
}

/// Runs a request's handler; returns its result with the recorded details.
pub(super) async fn with_request_note<T>(work: impl Future<Output = T>) -> (T, RequestNote) {
    NOTE.scope(RefCell::default(), async {
        let outcome = work.await;
        (outcome, NOTE.with(RefCell::take))
    })
    .await
}

fn note(change: impl FnOnce(&mut RequestNote)) {
    // Ignores the details of requests that are not recorded.
    let _unnoted = NOTE.try_with(|note| change(&mut note.borrow_mut()));
}

/// Records the known client that a request comes from or is about.
pub(crate) fn record_client(client_id: &str) {
    note(|note| note.client_id = Some(client_id.to_owned()));
}

/// Records a redirect URI that is not registered for the client.
pub(crate) fn record_redirect_uri(redirect_uri: &str) {
    note(|note| note.redirect_uri = Some(stored_form(redirect_uri)));
}

/// Records an error response to a client, and counts it.
pub(crate) fn refused(error: &'static str, description: &'static str) {
    metrics::counter!("idp_refusals_total", "error" => error).increment(1);
    note(|note| note.error = Some(RecordedError { error, description }));
}

/// Description of an error for the client's owner only; the client gets one text for all causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ErrorCause(pub(crate) &'static str);

/// Records the cause of an error; the owner reads it instead of the client's text.
pub(crate) fn record_cause(cause: ErrorCause) {
    note(|note| note.cause = Some(cause));
}

/// Records whether an authorization request has a PKCE challenge (RFC 7636).
pub(crate) fn record_pkce(uses_pkce: bool) {
    note(|note| note.uses_pkce = Some(uses_pkce));
}

/// Records that the response is final, rather than a redirect to a page of the idp.
pub(crate) fn record_final_response() {
    note(|note| note.is_final = true);
}

/// Records that a user signed in to the client with this request.
pub(crate) fn record_sign_in() {
    note(|note| note.is_sign_in = true);
}

/// Returns a URL or an origin in its stored form: shortened, and without query and fragment, which can contain secrets.
pub(super) fn stored_form(text: &str) -> String {
    let (plain, is_cut) = match text.find(['?', '#']) {
        Some(index) => (text.get(..index).unwrap_or_default(), true),
        None => (text, false),
    };
    let mut retained: String = plain
        .chars()
        .filter(|character| !character.is_control())
        .take(MAX_LENGTH)
        .collect();
    if is_cut || plain.chars().nth(MAX_LENGTH).is_some() {
        retained.push('\u{2026}');
    }
    retained
}
