//! A double of Stripe on a port of this process. It can hold a call while a test kills the caller.

use std::sync::{Arc, Mutex, PoisonError};

use foundation::testing::TestServer;
use foundation::{Clock, Random};
use poem::endpoint::BoxEndpoint;
use poem::{Endpoint, EndpointExt, Request, Response};
use stripe_double::{DoubleOptions, StripeDouble};
use tokio::sync::oneshot;

/// The double and its server.
#[derive(Debug)]
pub struct StripeServer {
    /// The double.
    pub double: StripeDouble,
    /// Its URL.
    pub base: String,
    held: HeldCall,
    _server: TestServer,
}

/// The moment of a call at which it is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldMoment {
    /// The double has not done anything yet.
    BeforeEffect,
    /// The double has done what was asked, and its response does not leave.
    AfterEffect,
}

/// The call that is held next, if there is one.
type HeldCall = Arc<Mutex<Option<Hold>>>;

#[derive(Debug)]
struct Hold {
    call: String,
    moment: HoldMoment,
    reached: oneshot::Sender<()>,
}

impl StripeServer {
    /// Starts a double with an empty state and the system's clock.
    pub async fn start() -> Self {
        let (listener, base) = TestServer::bind().await;
        let double = StripeDouble::open(DoubleOptions {
            clock: Clock::system(),
            random: Random::system(),
            folder: None,
            base_url: base.clone(),
        });
        let double = double.expect("a double");
        let held = HeldCall::default();
        let endpoint = HoldingEndpoint {
            inner: double.endpoint(),
            held: Arc::clone(&held),
        };
        Self {
            double,
            base,
            held,
            _server: TestServer::start(listener, endpoint.boxed()),
        }
    }

    /// Holds the next call whose method and path begin with a text. Its caller gets no response, however long it waits; the
    /// result says when the call is held.
    pub fn hold(&self, call: &str, moment: HoldMoment) -> oneshot::Receiver<()> {
        let (reached, receiver) = oneshot::channel();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Some(Hold {
            call: call.to_owned(),
            moment,
            reached,
        });
        receiver
    }

    /// Returns the figures of the only account, in test mode.
    pub fn figures(&self, account: &str) -> serde_json::Value {
        let mut figures = self.double.figures().expect("figures");
        figures[format!("{account}/test")].take()
    }
}

struct HoldingEndpoint {
    inner: BoxEndpoint<'static, Response>,
    held: HeldCall,
}

impl HoldingEndpoint {
    fn take(&self, request: &Request) -> Option<Hold> {
        let name = format!("{} {}", request.method(), request.uri().path());
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = held
            .as_ref()
            .is_some_and(|hold| name.starts_with(&hold.call));
        if is_it { held.take() } else { None }
    }
}

impl Endpoint for HoldingEndpoint {
    type Output = Response;

    async fn call(&self, req: Request) -> poem::Result<Response> {
        let Some(hold) = self.take(&req) else {
            return self.inner.call(req).await;
        };
        if hold.moment == HoldMoment::AfterEffect {
            self.inner.call(req).await?;
        }
        // A test that does not wait any more needs no word.
        let _is_heard = hold.reached.send(()).is_ok();
        std::future::pending().await
    }
}
