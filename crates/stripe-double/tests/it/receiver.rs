//! A webhook endpoint of the tests.

use std::sync::{Arc, Mutex};

use foundation::testing::TestServer;
use poem::http::StatusCode;
use poem::{Endpoint, EndpointExt, Request, Response};
use serde_json::Value;

/// A delivery as the endpoint got it.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedDelivery {
    pub(crate) signature: String,
    pub(crate) text: String,
    pub(crate) event: Value,
}

/// An endpoint that stores deliveries and responds with a status that tests set.
pub(crate) struct WebhookReceiver {
    pub(crate) url: String,
    inbox: Inbox,
    _server: TestServer,
}

#[derive(Clone)]
struct Inbox {
    deliveries: Arc<Mutex<Vec<ReceivedDelivery>>>,
    status: Arc<Mutex<StatusCode>>,
}

impl Endpoint for Inbox {
    type Output = Response;

    async fn call(&self, mut req: Request) -> poem::Result<Response> {
        let signature = req
            .header("stripe-signature")
            .unwrap_or_default()
            .to_owned();
        let text = req.take_body().into_string().await.unwrap();
        let delivery = ReceivedDelivery {
            signature,
            event: serde_json::from_str(&text).unwrap(),
            text,
        };
        self.deliveries.lock().unwrap().push(delivery);
        let status = *self.status.lock().unwrap();
        Ok(status.into())
    }
}

impl WebhookReceiver {
    pub(crate) async fn start() -> Self {
        let (listener, base_url) = TestServer::bind().await;
        let inbox = Inbox {
            deliveries: Arc::default(),
            status: Arc::new(Mutex::new(StatusCode::OK)),
        };
        Self {
            url: format!("{base_url}/webhooks"),
            inbox: inbox.clone(),
            _server: TestServer::start(listener, inbox.boxed()),
        }
    }

    /// Responds to later deliveries with a status.
    pub(crate) fn respond_with(&self, status: u16) {
        *self.inbox.status.lock().unwrap() = StatusCode::from_u16(status).unwrap();
    }

    /// Takes the deliveries so far.
    pub(crate) fn take(&self) -> Vec<ReceivedDelivery> {
        std::mem::take(&mut self.inbox.deliveries.lock().unwrap())
    }
}
