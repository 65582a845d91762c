//! Redemption of codes, with the grants and users of their tokens.

use foundation::database::{SqlResultExt, StatementPair};
use foundation::{Connection, Failure, on_engine, statement_pair};

use super::subjects::{SubjectRow, columns, live, owners};
use crate::oauth::tokens::token::Subject;
use crate::protocol::authorization_codes::store::{CodeRow, code_columns, mark_redeemed};
use crate::protocol::authorization_codes::{Code, Redemption};

/// Marks a code as redeemed under the name `$4`. The same round trip reads it by that name, with its grant and user.
const REDEEM: StatementPair = statement_pair!(
    mark_redeemed!(),
    writes "authorization_codes",
    concat!(
        "SELECT ",
        code_columns!(),
        ", ",
        columns!(),
        " FROM authorization_codes a JOIN grants g ON g.id = a.grant_id",
        owners!(),
        "WHERE a.digest = $1 AND a.redeemed_by = $4 AND ",
        live!()
    )
);

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    code: CodeRow,
    #[sqlx(flatten)]
    subject: SubjectRow,
}

/// Marks a client's code as redeemed, and returns it with its grant and user. Returns `None` if the code is unknown,
/// another client's, used or expired. Also returns `None` if the grant was revoked or the user or client is inactive;
/// the code is used all the same.
pub(in crate::oauth::tokens) async fn redeem(
    db: &mut Connection<'_>,
    redemption: &Redemption<'_>,
) -> Result<Option<(Code, Subject)>, Failure> {
    let text = REDEEM.text(db);
    let row: Option<Row> = on_engine!(db, |c| {
        sqlx::query_as(text)
            .bind(&redemption.digest)
            .bind(redemption.claim.client_id)
            .bind(redemption.at.micros())
            .bind(&redemption.name)
            .fetch_optional(c)
            .await
    })
    .failed("redeeming a code")?;
    Ok(row.map(|row| (row.code.into(), row.subject.into())))
}
