//! Provides a website's receiver of webhooks: it records requests and responds as configured.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use foundation::testing::TestServer;
use poem::http::StatusCode;
use poem::{Endpoint, EndpointExt, Request, Response};
use ring::hmac;
use ring::signature::{ED25519, UnparsedPublicKey};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// Behaviour of a receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ReceiverBehaviour {
    Responds(u16),
    /// Responds with a status and a header.
    RespondsWithHeader(u16, &'static str, String),
    /// Delays the response until it is released, then responds with the status set by then.
    Hangs,
}

/// A webhook request that the receiver got.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedRequest {
    pub(crate) id: String,
    pub(crate) time: i64,
    pub(crate) signature: String,
    pub(crate) body: String,
}

impl ReceivedRequest {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub(crate) fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap().to_owned()
    }

    /// Verifies the signature by the rule of Standard Webhooks, as a receiver's library does.
    pub(crate) fn is_signed_by(&self, secret: &str) -> bool {
        let key = STANDARD
            .decode(secret.strip_prefix("whsec_").unwrap())
            .unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let signed = format!("{}.{}.{}", self.id, self.time, self.body);
        self.signature.split(' ').any(|one| {
            let tag = one.strip_prefix("v1,").unwrap();
            let tag = STANDARD.decode(tag).unwrap();
            hmac::verify(&key, signed.as_bytes(), &tag).is_ok()
        })
    }
}

impl ReceivedRequest {
    /// Verifies the signature with a public key.
    pub(crate) fn is_signed_for(&self, public: &str) -> bool {
        let key = STANDARD
            .decode(public.strip_prefix("whpk_").unwrap())
            .unwrap();
        let key = UnparsedPublicKey::new(&ED25519, key);
        let signed = format!("{}.{}.{}", self.id, self.time, self.body);
        self.signature.split(' ').any(|one| {
            let tag = STANDARD.decode(one.strip_prefix("v1a,").unwrap());
            key.verify(signed.as_bytes(), &tag.unwrap()).is_ok()
        })
    }
}

#[derive(Default)]
struct ReceiverState {
    received: Mutex<Vec<ReceivedRequest>>,
    behaviour: Mutex<Option<ReceiverBehaviour>>,
    go: Notify,
}

pub(crate) struct Receiver {
    pub(crate) url: String,
    state: Arc<ReceiverState>,
    _server: TestServer,
}

struct ReceiverEndpoint(Arc<ReceiverState>);

impl Endpoint for ReceiverEndpoint {
    type Output = Response;

    async fn call(&self, mut req: Request) -> poem::Result<Response> {
        let header = |name: &str| req.header(name).unwrap_or_default().to_owned();
        let (id, time, signature) = (
            header("webhook-id"),
            header("webhook-timestamp"),
            header("webhook-signature"),
        );
        assert_eq!(header("content-type"), "application/json");
        let body = req.take_body().into_string().await.unwrap();
        let time = time.parse().unwrap();
        self.0.received.lock().unwrap().push(ReceivedRequest {
            id,
            time,
            signature,
            body,
        });
        // Subscribes before it reads the behaviour, so that no release is missed.
        let go = self.0.go.notified();
        let behaviour = self.0.behaviour.lock().unwrap().clone();
        let status = |code| StatusCode::from_u16(code).unwrap();
        Ok(
            match behaviour.unwrap_or(ReceiverBehaviour::Responds(200)) {
                ReceiverBehaviour::Responds(code) => status(code).into(),
                ReceiverBehaviour::RespondsWithHeader(code, name, value) => Response::builder()
                    .status(status(code))
                    .header(name, value)
                    .finish(),
                ReceiverBehaviour::Hangs => {
                    go.await;
                    let code = match *self.0.behaviour.lock().unwrap() {
                        Some(ReceiverBehaviour::Responds(code)) => code,
                        _ => 200,
                    };
                    status(code).into()
                }
            },
        )
    }
}

impl Receiver {
    pub(crate) fn start((listener, base): (TcpListener, String)) -> Self {
        let state = Arc::new(ReceiverState::default());
        let face = ReceiverEndpoint(Arc::clone(&state));
        let server = TestServer::start(listener, face.map_to_response().boxed());
        Self {
            url: format!("{base}/hooks"),
            state,
            _server: server,
        }
    }

    pub(crate) fn does(&self, behaviour: ReceiverBehaviour) {
        *self.state.behaviour.lock().unwrap() = Some(behaviour);
    }

    /// Releases all delayed requests with 200.
    pub(crate) fn release(&self) {
        self.release_with(200);
    }

    /// Releases all delayed requests with this status.
    pub(crate) fn release_with(&self, status: u16) {
        self.does(ReceiverBehaviour::Responds(status));
        self.state.go.notify_waiters();
    }

    pub(crate) fn received(&self) -> Vec<ReceivedRequest> {
        self.state.received.lock().unwrap().clone()
    }

    pub(crate) fn kinds(&self) -> Vec<String> {
        self.received().iter().map(ReceivedRequest::kind).collect()
    }

    /// Waits until the receiver has got this number of requests.
    pub(crate) async fn wait_for_requests(&self, count: usize) {
        let waiting = async {
            while self.received().len() < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_mins(1), waiting)
            .await
            .unwrap();
    }
}
