//! `POST /webhooks/stripe/{connection}`: deliveries of Stripe's events. It is no operation of the API: only Stripe calls it.

use std::sync::Arc;

use foundation::http::post;
use poem::http::StatusCode;
use poem::{Endpoint, Request, Response, Route};

use super::receive::{Delivered, DeliveryRefusal, receive};
use crate::app::App;
use crate::problem::{Edge, FieldError, Problem};

/// Header with the signature.
const SIGNATURE: &str = "stripe-signature";

/// Adds the route of deliveries.
pub(crate) fn add_routes(route: Route, app: &Arc<App>) -> Route {
    let deliveries = post(DeliveryEndpoint(Arc::clone(app)));
    let edge = Edge::new(Arc::clone(app), |_pattern| Some("POST"), deliveries);
    route.at("/webhooks/stripe/:connection", edge)
}

struct DeliveryEndpoint(Arc<App>);

impl Endpoint for DeliveryEndpoint {
    type Output = Response;

    async fn call(&self, mut req: Request) -> poem::Result<Response> {
        let body = req.take_body().into_bytes().await?;
        let connection_id: String = req.path_params()?;
        let delivered = Delivered {
            connection_id: &connection_id,
            signature: req.header(SIGNATURE),
            body: &body,
        };
        receive(&self.0, delivered).await.map_err(problem_of)?;
        Ok(StatusCode::OK.into())
    }
}

fn problem_of(refusal: DeliveryRefusal) -> Problem {
    match refusal {
        DeliveryRefusal::UnknownConnection => Problem::not_found("connection"),
        DeliveryRefusal::Unsigned(refusal) => {
            let detail = format!("Must sign the body with the endpoint's secret: {refusal}.");
            Problem::invalid(&[FieldError::parameter("Stripe-Signature", detail)])
        }
        DeliveryRefusal::NoEvent => {
            let detail = "Must be an event, as a snapshot or in the thin form.";
            Problem::invalid(&[FieldError::body("", detail)])
        }
        DeliveryRefusal::Failure(failure) => failure.into(),
    }
}
