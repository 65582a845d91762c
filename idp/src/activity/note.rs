//! What the hands of one request find out about it: who asks, and what is wrong. Outside of a request that is noted, nothing
//! is.

use std::cell::RefCell;

use super::gathered::Wrong;

/// The longest address and origin that is kept, in characters.
const LONGEST: usize = 300;

tokio::task_local! {
    static NOTE: RefCell<Note>;
}

/// What is known of a request so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) client_id: Option<String>,
    pub(super) redirect_uri: Option<String>,
    pub(super) wrong: Option<Wrong>,
    pub(super) cause: Option<Cause>,
    pub(super) uses_pkce: Option<bool>,
    pub(super) is_settled: bool,
    pub(super) is_sign_in: bool,
}

/// Does the work of a request; gives what was noted beside its outcome.
pub(super) async fn taking<T>(work: impl Future<Output = T>) -> (T, Note) {
    NOTE.scope(RefCell::default(), async {
        let outcome = work.await;
        (outcome, NOTE.with(RefCell::take))
    })
    .await
}

fn note(change: impl FnOnce(&mut Note)) {
    // Not every request is noted.
    let _unnoted = NOTE.try_with(|note| change(&mut note.borrow_mut()));
}

/// A client that there is asks, or is asked for.
pub(crate) fn asked_by(client_id: &str) {
    note(|note| note.client_id = Some(client_id.to_owned()));
}

/// An address is none of the client's.
pub(crate) fn offended(redirect_uri: &str) {
    note(|note| note.redirect_uri = Some(kept(redirect_uri)));
}

/// Notes a refusal that a client gets, and counts it.
pub(crate) fn refused(error: &'static str, description: &'static str) {
    metrics::counter!("idp_refusals_total", "error" => error).increment(1);
    note(|note| note.wrong = Some(Wrong { error, description }));
}

/// A sentence about a refusal for the client's owner alone, where the client gets one sentence for every cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cause(pub(crate) &'static str);

/// Notes the cause of a refusal; the owner reads it in place of the sentence that the client gets.
pub(crate) fn record_cause(cause: Cause) {
    note(|note| note.cause = Some(cause));
}

/// Notes whether an authorization request came with a PKCE challenge (RFC 7636).
pub(crate) fn record_pkce(uses_pkce: bool) {
    note(|note| note.uses_pkce = Some(uses_pkce));
}

/// The request has its answer: nobody is led on to a page of ours.
pub(crate) fn settled() {
    note(|note| note.is_settled = true);
}

/// A person signed in to the client by it.
pub(crate) fn signed_in() {
    note(|note| note.is_sign_in = true);
}

/// An address or an origin as it is kept: cut, and without what stands behind the path, where secrets may be.
pub(super) fn kept(text: &str) -> String {
    let (plain, is_cut) = match text.find(['?', '#']) {
        Some(place) => (text.get(..place).unwrap_or_default(), true),
        None => (text, false),
    };
    let mut kept: String = plain
        .chars()
        .filter(|mark| !mark.is_control())
        .take(LONGEST)
        .collect();
    if is_cut || plain.chars().nth(LONGEST).is_some() {
        kept.push('\u{2026}');
    }
    kept
}
