//! Middleware that records each request of a sign-in endpoint after its response.

use std::sync::Arc;

use foundation::http::RequestId;
use poem::http::{HeaderMap, Method, header};
use poem::{Endpoint, EndpointExt, IntoResponse, Request, Response};

use super::gathered::{RecordedEndpoint, RecordedError, RecordedRequest};
use super::note::{RequestNote, kept, taking};
use crate::app::App;

const FOREIGN_ORIGIN: RecordedError = RecordedError {
    error: "origin_not_allowed",
    description: "No client has an address at the origin of this page, so that its browser may not read the answer.",
};

/// Records the requests of an endpoint, as far as they name a known client.
pub(crate) fn noted<E: Endpoint + 'static>(
    endpoint: E,
    app: &Arc<App>,
    place: RecordedEndpoint,
) -> impl Endpoint<Output = Response> + use<E> {
    let app = Arc::clone(app);
    endpoint.around(move |endpoint, request: Request| {
        let app = Arc::clone(&app);
        async move {
            let request_id = RequestId::of(&request);
            let is_a_question = request.method() == Method::OPTIONS;
            let origin = origin(request.headers()).filter(|_| place.is_read_by_pages());
            let (answered, note) = taking(endpoint.call(request)).await;
            let response = answered?.into_response();
            let issuer = &app.config.base.issuer;
            let is_read = response
                .headers()
                .contains_key(header::ACCESS_CONTROL_ALLOW_ORIGIN);
            let foreign = origin.filter(|origin| origin != issuer && !is_read);
            if !is_a_question {
                write_down(&app, (place, request_id), note, (&response, foreign));
            }
            Ok(response)
        }
    })
}

fn origin(headers: &HeaderMap) -> Option<String> {
    let origin = headers.get(header::ORIGIN)?;
    Some(origin.to_str().unwrap_or_default().to_owned())
}

fn write_down(
    app: &App,
    (place, request_id): (RecordedEndpoint, String),
    note: RequestNote,
    (response, foreign): (&Response, Option<String>),
) {
    let Some(client_id) = note.client_id else {
        return;
    };
    let refused = note.wrong.map(|told| RecordedError {
        description: note.cause.map_or(told.description, |cause| cause.0),
        ..told
    });
    let wrong = refused.or(foreign.as_ref().map(|_| FOREIGN_ORIGIN));
    // Skips a request that leads to a page of the idp, because the browser repeats it afterwards.
    let is_on_the_way = place == RecordedEndpoint::Authorize && wrong.is_none() && !note.is_settled;
    if is_on_the_way {
        return;
    }
    let seen = RecordedRequest {
        at: app.clock.now(),
        place,
        status: response.status().as_u16(),
        wrong,
        redirect_uri: note.redirect_uri,
        origin: foreign.as_deref().map(kept),
        uses_pkce: note.uses_pkce,
        request_id,
        is_sign_in: note.is_sign_in,
        number: 0,
    };
    app.activity.add(&client_id, seen);
}
