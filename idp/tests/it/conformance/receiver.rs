//! Provides the suite's server, which publishes documents of its clients and records posted requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use foundation::testing::TestServer;
use poem::endpoint::make;
use poem::http::{Method, StatusCode};
use poem::{EndpointExt, IntoResponse, Request, Response};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Maximum time until a logout token arrives.
const MAX_WAIT: std::time::Duration = std::time::Duration::from_mins(2);

/// Documents by their paths.
type Published = Arc<std::sync::Mutex<BTreeMap<String, String>>>;

/// The suite's server.
pub(crate) struct Receiver {
    authority: String,
    requests: Mutex<UnboundedReceiver<ReceivedRequest>>,
    published: Published,
    _server: TestServer,
}

/// A request that the server received.
#[derive(Clone, Debug)]
pub(crate) struct ReceivedRequest {
    /// Method of the request.
    pub(crate) method: Method,
    /// Content type of the request.
    pub(crate) kind: String,
    /// Parameters of the body.
    pub(crate) form: Vec<(String, String)>,
}

async fn respond(
    mut request: Request,
    documents: &Published,
    sender: &UnboundedSender<ReceivedRequest>,
) -> Response {
    if request.method() == Method::GET {
        return document(documents, request.uri().path());
    }
    let body = request.take_body().into_vec().await.unwrap();
    let received = ReceivedRequest {
        method: request.method().clone(),
        kind: request.content_type().unwrap_or_default().to_owned(),
        form: url::form_urlencoded::parse(&body).into_owned().collect(),
    };
    // The test may have ended and read no more.
    let _sent = sender.send(received);
    StatusCode::OK.into_response()
}

impl Receiver {
    /// Starts the server on a free port.
    pub(crate) async fn start() -> Self {
        let (listener, _) = TestServer::bind().await;
        let authority = listener.local_addr().unwrap().to_string();
        let (sender, received) = unbounded_channel();
        let published = Published::default();
        let documents = Arc::clone(&published);
        let endpoint = make(move |request: Request| {
            let (sender, documents) = (sender.clone(), Arc::clone(&documents));
            async move { respond(request, &documents, &sender).await }
        });
        Self {
            authority,
            requests: Mutex::new(received),
            published,
            _server: TestServer::start(listener, endpoint.map_to_response().boxed()),
        }
    }

    /// Returns host and port.
    pub(crate) fn authority(&self) -> &str {
        &self.authority
    }

    /// Returns the address that a client registers.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/backchannel_logout", self.authority)
    }

    /// Publishes a document, in place of an earlier one, and returns its address.
    pub(crate) fn publish(&self, path: &str, document: &Value) -> String {
        let mut published = self.published.lock().unwrap();
        published.insert(path.to_owned(), document.to_string());
        format!("http://{}{path}", self.authority)
    }

    /// Waits for the next request.
    pub(crate) async fn next_request(&self) -> ReceivedRequest {
        let mut received = self.requests.lock().await;
        let next = tokio::time::timeout(MAX_WAIT, received.recv()).await;
        next.expect("a request").expect("it listens")
    }
}

/// Returns the document that is published at a path, or 404.
fn document(published: &Published, path: &str) -> Response {
    let found = published.lock().unwrap().get(path).cloned();
    match found {
        Some(text) => Response::builder()
            .content_type("application/json")
            .body(text),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
