//! Provider callbacks that a browser sends twice.

use std::time::Duration;

use foundation::Failure;
use poem::Response;
use poem::http::header;

use super::super::context::SignInContext;
use super::super::guard::repeat_response;
use crate::app::App;
use crate::protocol::repeated_requests::{self, RepeatKey};

/// Number of checks for the outcome of the first callback: twelve seconds, longer than the timeout of any provider.
const MAX_CHECKS: u32 = 120;
/// The pause between two checks.
const PAUSE: Duration = Duration::from_millis(100);

/// Keys under which the outcome of a callback is stored.
pub(super) struct CallbackKeys {
    /// The key of a sign-in.
    pub(super) signed_in: Option<RepeatKey>,
    /// The key of a refusal.
    pub(super) refused: Option<RepeatKey>,
}

impl CallbackKeys {
    /// Returns the response to the same callback if this browser sent it before. Waits if the first request still waits
    /// for the provider.
    pub(super) async fn first_response(
        &self,
        context: &mut SignInContext,
        may_wait: bool,
    ) -> Result<Option<Response>, Failure> {
        let tries = if may_wait { MAX_CHECKS } else { 1 };
        for number in 1..=tries {
            if let Some(response) = repeat_response(context, self.signed_in.as_ref()).await? {
                return Ok(Some(response));
            }
            if let Some(location) = self.refusal(&context.app).await? {
                return context.redirect(&location).map(Some);
            }
            if number < tries {
                tokio::time::sleep(PAUSE).await;
            }
        }
        Ok(None)
    }

    async fn refusal(&self, app: &App) -> Result<Option<String>, Failure> {
        let Some(key) = &self.refused else {
            return Ok(None);
        };
        repeated_requests::find_committed(app, key).await
    }

    /// Stores the redirect of a refusal, for a browser that sends the same callback again.
    pub(super) async fn remember_refusal(
        &self,
        app: &App,
        response: &Response,
    ) -> Result<(), Failure> {
        let location = response.headers().get(header::LOCATION);
        let location = location.and_then(|location| location.to_str().ok());
        let (Some(key), Some(location)) = (&self.refused, location) else {
            return Ok(());
        };
        let mut transaction = app.database.begin().await?;
        let db = &mut transaction.connection();
        repeated_requests::remember(app, db, key, &location, repeated_requests::LIFETIME).await?;
        transaction.commit().await
    }
}
