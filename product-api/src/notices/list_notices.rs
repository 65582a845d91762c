//! Collects the problems of an owner from the modules that know them.

use foundation::Failure;

use super::notice::{Notice, NoticeKind};
use crate::app::App;
use crate::billing::{
    ConnectionNotice, ConnectionNoticeKind, PaymentNotice, PaymentNoticeKind,
    list_connection_notices, list_payment_notices,
};
use crate::caller::Mode;
use crate::webhooks::{DisabledEndpoint, list_disabled_endpoints};

/// Maximum number of notices in a response.
const MAX_NOTICES: usize = 100;

/// Returns the problems that a user has to solve, newest first; those without a time come last.
pub(super) async fn list_notices(app: &App, user_id: &str) -> Result<Vec<Notice>, Failure> {
    let origin = app.config.issuer.public_origin();
    let endpoints = list_disabled_endpoints(app, user_id).await?;
    let payments = list_payment_notices(app, user_id).await?;
    let connections = list_connection_notices(app, user_id).await?;
    let mut notices: Vec<Notice> = endpoints.into_iter().map(about_endpoint).collect();
    notices.extend(
        payments
            .into_iter()
            .map(|payment| about_payment(&origin, payment)),
    );
    notices.extend(
        connections
            .into_iter()
            .map(|connection| about_connection(&origin, connection)),
    );
    notices.sort_by_key(|notice| std::cmp::Reverse(notice.since));
    notices.truncate(MAX_NOTICES);
    Ok(notices)
}

fn about_endpoint(endpoint: DisabledEndpoint) -> Notice {
    Notice {
        kind: NoticeKind::EndpointDisabled,
        website_id: endpoint.website_id,
        website_name: endpoint.website_name,
        mode: endpoint.mode,
        subject: endpoint.endpoint_id,
        url: endpoint.url,
        reason: endpoint.reason,
        since: endpoint.since,
    }
}

fn about_payment(origin: &str, payment: PaymentNotice) -> Notice {
    let kind = match payment.kind {
        PaymentNoticeKind::Dispute => NoticeKind::PaymentDisputed,
        PaymentNoticeKind::FraudWarning => NoticeKind::FraudWarning,
        PaymentNoticeKind::Review => NoticeKind::PaymentReview,
    };
    let page = format!("payments/{}", payment.payment_id);
    Notice {
        kind,
        url: page_of(origin, &payment.website_id, &page, payment.mode),
        reason: payment.reason(),
        website_id: payment.website_id,
        website_name: payment.website_name,
        mode: payment.mode,
        subject: payment.subject,
        since: payment.since,
    }
}

fn about_connection(origin: &str, connection: ConnectionNotice) -> Notice {
    let (kind, page) = match connection.kind {
        ConnectionNoticeKind::Degraded => (NoticeKind::ConnectionDegraded, "billing"),
        ConnectionNoticeKind::Revoked => (NoticeKind::ConnectionRevoked, "billing"),
        ConnectionNoticeKind::DeadLetters => (NoticeKind::DeadLetters, "billing/comparison"),
    };
    Notice {
        kind,
        url: page_of(origin, &connection.website_id, page, connection.mode),
        website_id: connection.website_id,
        website_name: connection.website_name,
        mode: connection.mode,
        subject: connection.connection_id,
        reason: connection.reason,
        since: None,
    }
}

/// Returns the address of a website's page in the app.
fn page_of(origin: &str, website_id: &str, page: &str, mode: Mode) -> String {
    let query = match mode {
        Mode::Live => "",
        Mode::Test => "?mode=test",
    };
    format!("{origin}/s/{website_id}/{page}{query}")
}
