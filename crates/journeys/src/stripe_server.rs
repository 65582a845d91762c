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
    released: oneshot::Receiver<()>,
}

/// A call that is held, or will be.
#[derive(Debug)]
pub struct CallOnHold {
    reached: oneshot::Receiver<()>,
    release: oneshot::Sender<()>,
}

impl CallOnHold {
    /// Waits until the call is held.
    ///
    /// # Panics
    /// If another call was held in its place.
    pub async fn reached(&mut self) {
        (&mut self.reached).await.expect("the call comes");
    }

    /// Continues the call, which its caller may have given up. A call that is not released gets no response.
    pub fn release(self) {
        // The connection of a caller that was killed is closed.
        let _is_heard = self.release.send(()).is_ok();
    }
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

    /// Holds the next call whose method and path begin with a text. A star in the text matches any id within the path, which
    /// ends with the rest of the text. The caller gets no response before the call is released.
    pub fn hold(&self, call: &str, moment: HoldMoment) -> CallOnHold {
        let (reached, receiver) = oneshot::channel();
        let (release, released) = oneshot::channel();
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = Some(Hold {
            call: call.to_owned(),
            moment,
            reached,
            released,
        });
        CallOnHold {
            reached: receiver,
            release,
        }
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
            .is_some_and(|hold| is_named(&name, &hold.call));
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
            let response = self.inner.call(req).await?;
            hold.wait().await;
            return Ok(response);
        }
        hold.wait().await;
        self.inner.call(req).await
    }
}

/// Returns true if a call has the name of a hold.
fn is_named(call: &str, name: &str) -> bool {
    match name.split_once('*') {
        Some((start, end)) => call.starts_with(start) && call.ends_with(end),
        None => call.starts_with(name),
    }
}

impl Hold {
    /// Says that the call is held, and waits until it is released.
    async fn wait(self) {
        // A test that does not wait any more needs no word.
        let _is_heard = self.reached.send(()).is_ok();
        if self.released.await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
