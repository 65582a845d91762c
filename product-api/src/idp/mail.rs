//! Client of the idp's list of outgoing emails.

use foundation::Failure;
use reqwest::Method;
use serde::Deserialize;

use super::directory::{Directory, ask, encoded};

/// The delivery of an email.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpMailDelivery {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) recipient: String,
    pub(crate) state: String,
    pub(crate) attempts: i64,
    pub(crate) reason: Option<String>,
    pub(crate) reply: Option<String>,
    pub(crate) created_at: String,
    pub(crate) next_attempt_at: Option<String>,
    pub(crate) ended_at: Option<String>,
}

/// A page of deliveries.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub(crate) struct IdpMailDeliveryPage {
    pub(crate) deliveries: Vec<IdpMailDelivery>,
    pub(crate) next_cursor: Option<String>,
}

/// Parameters of the list of deliveries.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MailFilter<'a> {
    pub(crate) state: &'a str,
    pub(crate) recipient: &'a str,
    pub(crate) limit: i64,
    pub(crate) cursor: Option<&'a str>,
}

impl Directory {
    /// Returns deliveries, newest first; none if the idp does not accept the cursor.
    pub(crate) async fn mail_deliveries(
        &self,
        filter: MailFilter<'_>,
    ) -> Result<Option<IdpMailDeliveryPage>, Failure> {
        let mut query = vec![("limit", filter.limit.to_string())];
        for (name, text) in [("state", filter.state), ("recipient", filter.recipient)] {
            if !text.is_empty() {
                query.push((name, text.to_owned()));
            }
        }
        query.extend(filter.cursor.map(|cursor| ("cursor", cursor.to_owned())));
        let path = format!("/mail?{}", encoded(&query));
        let doing = "asking the identity provider for its mail";
        let page = ask(&self.users, doing, Method::GET, &path).await?;
        if page.is_none() && filter.cursor.is_none() {
            return Err(Failure::unavailable(doing, "it does not know the question"));
        }
        Ok(page)
    }
}
