//! Hands a website over, unless Stripe still bills subscribers of it.

use crate::app::App;
use crate::billing::check_website_subscriptions;
use crate::problem::Problem;
use crate::users::Operator;
use crate::websites::{HandOver, hand_over};

/// Gives a website to another user, which ends the links of its books to Stripe accounts of its owner.
///
/// Rejects with 409 if a subscription is live, unless it is forced. Idempotent.
pub(super) async fn hand_over_website(
    app: &App,
    operator: &Operator,
    request: HandOver<'_>,
    is_forced: bool,
) -> Result<(), Problem> {
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    let is_changed = hand_over(app, &mut db, operator, request).await?;
    if is_changed && !is_forced {
        check_website_subscriptions(&mut db, request.website_id).await?;
    }
    transaction.commit_and_wait_for_caches().await?;
    Ok(())
}
