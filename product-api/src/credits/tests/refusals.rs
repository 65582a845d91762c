//! Tests of the members of the ledger's refusals.

use serde_json::Value;

use crate::credits::execution::refusal::problem_for_refusal;
use crate::credits::ledger::operation::LedgerRefusal;
use crate::problem::ProblemInstance;

/// A refusal because of a limit contains the limit in a member with its own name.
#[test]
fn refusals_name_their_bounds() {
    let instance = ProblemInstance {
        issuer: String::new(),
        resource_metadata: None,
        instance: String::new(),
        request_id: String::new(),
        is_bound: false,
    };
    let rows = [
        (LedgerRefusal::TooManyLots, "too-many-lots", "limit", 10_000),
        (
            LedgerRefusal::TooManyHolds,
            "too-many-holds",
            "limit",
            10_000,
        ),
        (
            LedgerRefusal::TooManyReversals { remaining: 7 },
            "too-many-reversals",
            "limit",
            100,
        ),
        (
            LedgerRefusal::TooManyReversals { remaining: 7 },
            "too-many-reversals",
            "remaining",
            7,
        ),
        (
            LedgerRefusal::CaptureExceedsHold { remaining: 7 },
            "capture-exceeds-hold",
            "remaining",
            7,
        ),
        (
            LedgerRefusal::ReversalExceedsOriginal { remaining: 7 },
            "reversal-exceeds-original",
            "remaining",
            7,
        ),
    ];
    for (refusal, slug, member, number) in rows {
        let problem = problem_for_refusal(refusal, None);
        let document: Value = serde_json::from_slice(&problem.body(&instance)).unwrap();
        assert_eq!(
            (document["status"].as_u64(), problem.kind().slug()),
            (Some(422), slug)
        );
        assert!(problem.kind().is_stored(), "{slug}");
        assert_eq!(document[member], number, "{slug}");
    }
}
