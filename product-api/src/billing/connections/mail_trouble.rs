//! Queues emails to the owner of a connection that becomes degraded or revoked, with the cause and the remedy.

use foundation::{Connection, Failure};

use super::connection::StripeConnection;
use super::connection_state::ConnectionTrouble;
use super::find::find_website_owner;
use crate::app::App;
use crate::owner_mails::{OwnerMail, queue_mail};

/// Queues an email about a connection that becomes degraded or revoked. The caller has locked its row.
pub(super) async fn mail_trouble(
    app: &App,
    db: &mut Connection<'_>,
    connection: &StripeConnection,
    trouble: &ConnectionTrouble,
) -> Result<(), Failure> {
    let Some(owner) = find_website_owner(db, connection).await? else {
        return Ok(());
    };
    let time = app.clock.now().to_iso8601();
    let (what, remedy) = words_of(trouble);
    let mail = OwnerMail {
        cause: format!("connection {} {} {time}", connection.id, trouble.word()),
        title: title_of(trouble).to_owned(),
        lines: [
            format!(
                "Stripe account {} of {}: {what}",
                connection.account_name, owner.website_name
            ),
            remedy.to_owned(),
        ],
        page: "billing".to_owned(),
    };
    queue_mail(app, db, &owner, &mail).await
}

const fn title_of(trouble: &ConnectionTrouble) -> &'static str {
    match trouble {
        ConnectionTrouble::KeyRefused => "Stripe refuses your key, and nothing is sold",
        ConnectionTrouble::MissingPermission(_)
        | ConnectionTrouble::EndpointMissing
        | ConnectionTrouble::EndpointOff
        | ConnectionTrouble::BadSignatures
        | ConnectionTrouble::Unreachable
        | ConnectionTrouble::Silent => "Your connection to Stripe works in part only",
    }
}

/// Returns the event, and the next step of the owner.
fn words_of(trouble: &ConnectionTrouble) -> (String, &'static str) {
    let (what, remedy) = match trouble {
        ConnectionTrouble::MissingPermission(name) => {
            return (
                format!("the key lacks a permission: {name}."),
                "Give the key this permission in the Stripe dashboard, then check the connection.",
            );
        }
        ConnectionTrouble::EndpointMissing => (
            "the webhook endpoint was deleted, and Stripe makes no other one.",
            "Delete an unused endpoint in the Stripe dashboard, then check the connection.",
        ),
        ConnectionTrouble::EndpointOff => (
            "the webhook endpoint is off or was changed, and Stripe does not let the key repair it.",
            "Switch the endpoint on in the Stripe dashboard, then check the connection.",
        ),
        ConnectionTrouble::BadSignatures => (
            "three events in a row had a wrong signature.",
            "Rotate the signing secret, or give the new one if you rolled it in the Stripe dashboard.",
        ),
        ConnectionTrouble::Unreachable => (
            "Stripe has not answered for ten minutes.",
            "Look at status.stripe.com and at your firewall, then check the connection.",
        ),
        ConnectionTrouble::Silent => (
            "Stripe does not deliver its events. They are read every few minutes instead, so credits arrive late.",
            "Look at the deliveries of the endpoint in the Stripe dashboard, then check the connection.",
        ),
        ConnectionTrouble::KeyRefused => (
            "the key was deleted or rolled at Stripe. Events wait until there is a new one.",
            "Create a restricted key in the Stripe dashboard, and replace the old one with it.",
        ),
    };
    (what.to_owned(), remedy)
}
