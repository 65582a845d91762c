//! Middleware that records each request of a sign-in endpoint after its response.

use std::sync::Arc;

use foundation::http::RequestId;
use poem::http::{HeaderMap, Method, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use super::note::{RequestNote, stored_form, with_request_note};
use super::recorder::{RecordedEndpoint, RecordedError, RecordedRequest};
use crate::app::App;

const FOREIGN_ORIGIN: RecordedError = RecordedError {
    error: "origin_not_allowed",
    description: "No client has an address at the origin of this page, so that its browser may not read the response.",
};

/// Records the requests of an endpoint, as far as they name a known client.
pub(crate) fn with_activity<E: Endpoint + 'static>(
    endpoint: E,
    app: &Arc<App>,
    recorded_endpoint: RecordedEndpoint,
) -> impl Endpoint<Output = Response> + use<E> {
    let app = Arc::clone(app);
    endpoint.around(move |endpoint, request: Request| {
        let app = Arc::clone(&app);
        async move {
            let request_id = RequestId::read(&request);
            let is_preflight = request.method() == Method::OPTIONS;
            let origin = origin(request.headers()).filter(|_| recorded_endpoint.is_read_by_pages());
            let (result, note) = with_request_note(endpoint.call(request)).await;
            let response = result?.into_response();
            let issuer = &app.config.base.issuer;
            let is_read = response
                .headers()
                .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN);
            let foreign = origin.filter(|origin| origin != issuer && !is_read);
            if !is_preflight {
                let recorded = RecordedRequest {
                    at: app.clock.now(),
                    endpoint: recorded_endpoint,
                    status: response.status().as_u16(),
                    error: None,
                    redirect_uri: None,
                    origin: foreign.as_deref().map(stored_form),
                    uses_pkce: None,
                    request_id,
                    is_sign_in: false,
                    number: 0,
                };
                record_request(&app, note, recorded);
            }
            Ok(response)
        }
    })
}

fn origin(headers: &HeaderMap) -> Option<String> {
    let origin = headers.get(header::ORIGIN)?;
    Some(origin.to_str().unwrap_or_default().to_owned())
}

/// Completes a record with the handler's note, and queues it for the writer. A request without a known client is not
/// recorded.
fn record_request(app: &App, note: RequestNote, request: RecordedRequest) {
    let Some(client_id) = note.client_id else {
        return;
    };
    let refused = note.error.map(|response| RecordedError {
        description: note.cause.map_or(response.description, |cause| cause.0),
        ..response
    });
    let error = refused.or(request.origin.as_ref().map(|_| FOREIGN_ORIGIN));
    // Skips a request that leads to a page of the idp, because the browser repeats it afterwards.
    let is_interim =
        request.endpoint == RecordedEndpoint::Authorize && error.is_none() && !note.is_final;
    if is_interim {
        return;
    }
    let request = RecordedRequest {
        error,
        redirect_uri: note.redirect_uri,
        uses_pkce: note.uses_pkce,
        is_sign_in: note.is_sign_in,
        ..request
    };
    app.activity.add(&client_id, request);
}
