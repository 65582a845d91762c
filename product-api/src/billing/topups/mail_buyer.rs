//! The email to a user whose automatic top-up waits for a confirmation. Websites inform their other customers.

use foundation::{Connection, Failure};

use super::attempt::Attempt;
use crate::app::App;
use crate::billing::currency::Money;
use crate::billing::subscriptions::{SubscriptionHolder, find_holder};
use crate::owner_mails::{BuyerMail, queue_buyer_mail};

/// The page on which a user confirms the payment, and changes the card.
const PAGE: &str = "/account/billing";

/// Queues an email about a payment that the user has to confirm, once for each attempt. The caller has locked the attempt.
pub(super) async fn mail_action(
    app: &App,
    db: &mut Connection<'_>,
    attempt: &Attempt,
) -> Result<(), Failure> {
    let Some(holder) = find_holder(db, &attempt.wallet).await? else {
        return Ok(());
    };
    queue_buyer_mail(app, db, &about_action(attempt, &holder)).await
}

fn about_action(attempt: &Attempt, holder: &SubscriptionHolder) -> BuyerMail {
    let money = Money {
        currency: attempt.currency,
        minor: attempt.total_minor,
    };
    let amount = money.with_code();
    let seller = holder.website_name.as_deref().unwrap_or("Your account");
    BuyerMail {
        user_id: holder.user_id.clone(),
        mode: holder.mode,
        cause: format!("top-up {}", attempt.id),
        title: format!("Confirm a payment of {amount}"),
        lines: [
            format!("{seller}: your bank wants you to confirm the automatic top-up of {amount}."),
            "Confirm it within 23 hours. Otherwise nothing is bought.".to_owned(),
        ],
        page: PAGE,
    }
}
