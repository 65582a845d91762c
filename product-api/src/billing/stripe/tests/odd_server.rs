//! A server that gives the same response to each call, and notes the calls.

use std::sync::{Arc, Mutex};

use foundation::testing::TestServer;
use foundation::{Clock, Timestamp};
use poem::endpoint::make;
use poem::http::StatusCode;
use poem::{EndpointExt, Request, Response};

use super::test_stripe::{CONNECTION, PATIENT, START, client};
use crate::billing::stripe::call_timing::CallTiming;
use crate::billing::stripe::{Priority, StripeAccount, StripeClient};
use crate::caller::Mode;

/// The response of a server.
#[derive(Clone, Default)]
pub(super) struct OddResponse {
    pub(super) status: u16,
    pub(super) headers: Vec<(&'static str, &'static str)>,
    pub(super) body: String,
}

/// A server with a client.
pub(super) struct OddServer {
    client: StripeClient,
    /// The idempotency key of each call.
    calls: Arc<Mutex<Vec<String>>>,
    _server: TestServer,
}

impl OddServer {
    pub(super) async fn open(response: OddResponse) -> Self {
        Self::with_timing(response, PATIENT).await
    }

    pub(super) async fn with_timing(response: OddResponse, timing: CallTiming) -> Self {
        let (listener, base_url) = TestServer::bind().await;
        let calls = Arc::new(Mutex::new(Vec::new()));
        let noted = Arc::clone(&calls);
        let endpoint = make(move |request: Request| {
            let key = request.header("idempotency-key").unwrap_or_default();
            noted.lock().unwrap().push(key.to_owned());
            let mut built =
                Response::builder().status(StatusCode::from_u16(response.status).unwrap());
            for (name, value) in &response.headers {
                built = built.header(*name, *value);
            }
            let built = built.body(response.body.clone());
            async move { built }
        });
        let clock = Clock::fixed(Timestamp::from_seconds(START));
        Self {
            client: client(&base_url, &clock, timing),
            calls,
            _server: TestServer::start(listener, endpoint.map_to_response().boxed()),
        }
    }

    pub(super) fn account(&self, key: &str) -> StripeAccount<'_> {
        let key = key.to_owned().into();
        self.client
            .account(CONNECTION, key, Mode::Test, Priority::Buyer)
    }

    /// Returns the idempotency keys of all calls.
    pub(super) fn calls(&self) -> Vec<String> {
        self.calls.lock().unwrap().clone()
    }
}
