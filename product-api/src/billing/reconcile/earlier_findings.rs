//! Looks at findings of earlier runs again: those whose sides agree are closed.

use super::context::RunContext;
use super::finding::{BillingFinding, FindingKind, FindingObject, NewFinding};
use super::invoices::compare_invoice_again;
use super::own_side::compare_payment;
use super::page::{ComparedObject, RunPage};
use super::sessions::confirm;
use super::store::findings::{self, FindingRun};
use crate::billing::marks::{ApplyError, ObjectKind};

/// Maximum number of findings in a page: each costs a call.
const MAX_FINDINGS: i64 = 10;

/// Compares one page of open findings that this run has not seen. A dry run leaves them as they are.
pub(super) async fn compare_findings(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    let run = context.run;
    if run.is_dry_run {
        return Ok(RunPage::default());
    }
    let after = run.last_object.as_deref().unwrap_or_default();
    let of_run = FindingRun {
        connection_id: &context.connection.id,
        run_id: &run.id,
        now: context.app.clock.now(),
    };
    let listed = {
        let mut reader = context.app.database.reader().await?;
        findings::unconfirmed(&mut reader.connection(), of_run, after, MAX_FINDINGS).await?
    };
    let mut page = RunPage::default();
    for finding in &listed {
        let mut found = RunPage::default();
        compare(context, &mut found, finding).await?;
        let is_same = |one: &NewFinding| one.kind == finding.kind;
        if !found.findings.iter().any(is_same) {
            page.closed.push(finding.id.clone());
        }
        page.objects = page.objects.saturating_add(found.objects);
        page.findings.extend(found.findings);
        page.repairs.extend(found.repairs);
        page.rechecks.extend(found.rechecks);
    }
    page.next = listed.last().map(|last| last.id.clone());
    Ok(page)
}

async fn compare(
    context: &RunContext<'_>,
    page: &mut RunPage,
    finding: &BillingFinding,
) -> Result<(), ApplyError> {
    let id = &finding.object_id;
    match finding.object_kind {
        FindingObject::Session => compare_session(context, page, finding).await,
        FindingObject::Payment => compare_payment(context, page, id).await,
        FindingObject::Invoice => compare_invoice_again(context, page, id).await,
        // This run has listed all of these.
        FindingObject::Price | FindingObject::Customer | FindingObject::Subscription => Ok(()),
    }
}

async fn compare_session(
    context: &RunContext<'_>,
    page: &mut RunPage,
    finding: &BillingFinding,
) -> Result<(), ApplyError> {
    let id = &finding.object_id;
    page.objects = page.objects.saturating_add(1);
    match confirm(context, id).await {
        Ok(None) => Ok(()),
        Ok(Some((own, differences))) => {
            let object = ComparedObject {
                kind: ObjectKind::Session,
                id,
                book_id: own.book_id,
            };
            page.add(object, differences);
            Ok(())
        }
        // A session that Stripe no longer has cannot be paid.
        Err(ApplyError::Stripe(error)) if error.is_missing() => {
            let is_kept = finding.kind == FindingKind::GrantedNotPaid;
            page.findings
                .extend(is_kept.then(|| finding.again("missing")));
            Ok(())
        }
        Err(error) => Err(error),
    }
}
