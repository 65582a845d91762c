//! The first tokens of a grant, whichever way led to it: what has to be kept is kept with the grant's proof in one
//! transaction, and what only has to be signed is signed after it.

use foundation::{Connection, Failure};

use super::asking::Asking;
use super::audience::{Audience, NOT_GRANTED};
use super::mint::{ForUser, for_user};
use super::opaque::{self, Opaque, Wanted};
use super::refresh_token;
use super::store;
use super::token::{Subject, TokenAnswer};
use crate::app::App;
use crate::clients::Scope;
use crate::errors::Stopped;
use crate::grants::{self, FAMILY_LIFE};
use crate::resources as protected;

/// Tokens that are kept, and are to be told to the client once that is committed.
pub(super) struct FirstTokens {
    subject: Subject,
    scope: Scope,
    audience: Audience,
    access_token: Option<Opaque>,
    refresh_token: Option<String>,
}

impl FirstTokens {
    /// Keeps what has to be kept, in the caller's transaction. `resources` is what the client names (RFC 8707); a name
    /// that was not granted leaves no trace when the transaction is dropped.
    pub(super) async fn keep(
        app: &App,
        db: &mut Connection<'_>,
        (asking, mut subject): (Asking<'_>, Subject),
        resources: &[String],
    ) -> Result<Self, Stopped> {
        let client = asking.client;
        if let Some(key) = asking.key().filter(|_| client.is_public()) {
            // What nobody's secret protects is of use to this key alone from now on (RFC 9449 section 5).
            grants::store::bind(db, &subject.grant.id, key).await?;
            subject.grant.dpop_jkt = Some(key.to_owned());
        }
        let grant = &subject.grant;
        let audience = Audience::of_user(resources, grant, &app.config.base)?;
        let named = protected::find_named_in(app, db, client, &grant.resources).await?;
        let opened = named.ok_or(NOT_GRANTED)?.opened;
        let granted = Scope::parse(&grant.scope).unwrap_or_default();
        let scope = client.still_grantable(&granted, opened.as_ref());
        let wanted = Wanted {
            client,
            grant_id: Some(&grant.id),
            scope: &scope,
            audience: &audience,
            key: asking.key(),
        };
        let access_token = opaque::make(app, &wanted)?;
        if let Some(token) = &access_token {
            store::access::insert(db, &token.kept).await?;
        }
        let refresh_token = if client.has_refresh_tokens(grant.is_offline) {
            let expires_at = grant.family_end(app.clock.now().plus(FAMILY_LIFE));
            Some(refresh_token::issue(app, db, grant, expires_at).await?)
        } else {
            None
        };
        Ok(Self {
            subject,
            scope,
            audience,
            access_token,
            refresh_token,
        })
    }

    /// The answer that carries them; to be made once they are committed.
    pub(super) fn tell(
        self,
        app: &App,
        asking: Asking<'_>,
        nonce: Option<&str>,
    ) -> Result<TokenAnswer, Failure> {
        let wanted = ForUser {
            client: asking.client,
            subject: &self.subject,
            scope: &self.scope,
            audience: &self.audience,
            nonce,
            key: asking.key(),
            access_token: self.access_token.map(|opaque| opaque.token),
        };
        let mut answer = for_user(app, wanted)?;
        answer.refresh_token = self.refresh_token;
        Ok(answer)
    }
}
