//! Queues an email in the transaction of its cause.

use foundation::{Connection, Failure, id};

use super::buyer_mail::BuyerMail;
use super::owner_mail::{OwnerMail, WebsiteOwner, text_of, title_in};
use super::store::{self, NewMail};
use crate::app::App;

/// Queues an email to the owner of a website. A cause that has had its email gets no second one.
pub(crate) async fn queue_mail(
    app: &App,
    db: &mut Connection<'_>,
    owner: &WebsiteOwner,
    mail: &OwnerMail,
) -> Result<(), Failure> {
    let new = NewMail {
        id: &id::new("ntc", &app.clock, &app.random)?,
        cause: &mail.cause,
        user_id: &owner.user_id,
        title: &mail.title_for(owner),
        lines: &mail.lines_text(),
        page: &mail.page_for(owner),
    };
    store::insert(db, new, app.clock.now()).await
}

/// Queues an email to a buyer. A cause that has had its email gets no second one.
pub(crate) async fn queue_buyer_mail(
    app: &App,
    db: &mut Connection<'_>,
    mail: &BuyerMail,
) -> Result<(), Failure> {
    let new = NewMail {
        id: &id::new("ntc", &app.clock, &app.random)?,
        cause: &mail.cause,
        user_id: &mail.user_id,
        title: &title_in(mail.mode, &mail.title),
        lines: &text_of(&mail.lines),
        page: mail.page,
    };
    store::insert(db, new, app.clock.now()).await
}
