//! Adds the state of the customer's automatic top-up to a refusal for a lack of credits.

use foundation::{Connection, Failure};
use serde_json::json;

use super::commit_batch::CommitBatch;
use crate::credits::store::topups::find_topup_standing;
use crate::problem::{Kind, Problem};

impl CommitBatch<'_> {
    /// Adds the member `topup`. Only a refusal reads the rule, and only of a wallet whose owner has one.
    pub(crate) async fn with_topup(
        &self,
        db: &mut Connection<'_>,
        index: usize,
        problem: Problem,
    ) -> Result<Problem, Failure> {
        let target = self.targets.get(index);
        let target = target.and_then(|target| target.as_ref().ok());
        let wallet = target.map(|target| &target.wallet).filter(|wallet| {
            let state = self.accounts.get(*wallet);
            state.is_some_and(|state| state.account.notices.topup_at.is_some())
        });
        let Some(wallet) = wallet.filter(|_| problem.kind() == Kind::InsufficientCredits) else {
            return Ok(problem);
        };
        let Some(standing) = find_topup_standing(db, wallet).await? else {
            return Ok(problem);
        };
        let mut member = json!({ "state": standing.state });
        if let (Some(members), Some(url)) = (member.as_object_mut(), standing.payment_url) {
            members.insert("payment_url".to_owned(), url.into());
        }
        Ok(problem.with("topup", member))
    }
}
