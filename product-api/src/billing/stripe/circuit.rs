//! The circuit breaker of one connection: after several failures no call is sent for a while.

use std::collections::VecDeque;
use std::time::Duration;

/// Number of failures that open the circuit, and the time in which they happen.
const MAX_FAILURES: usize = 5;
const WINDOW: Duration = Duration::from_secs(30);
/// Time after which an open circuit allows one call.
const PROBE_AFTER: Duration = Duration::from_secs(15);

/// State of a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CircuitState {
    /// Calls are sent.
    Closed,
    /// Calls fail at once.
    Open,
    /// One call is sent, or may be, and its result decides.
    HalfOpen,
}

/// Permission for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CircuitPermit {
    /// An ordinary call.
    Call,
    /// The one call of a half-open circuit.
    Probe,
}

/// An open circuit.
#[derive(Clone, Copy, Debug)]
struct OpenCircuit {
    /// Time since which no call succeeded.
    first_at: Duration,
    /// Time of the last failure that opened it.
    last_at: Duration,
    is_probing: bool,
}

/// A circuit. All times are since one start.
#[derive(Debug, Default)]
pub(super) struct Circuit {
    failures: VecDeque<Duration>,
    open: Option<OpenCircuit>,
}

impl Circuit {
    /// Permits a call; `None` if it must fail at once.
    pub(super) fn permit(&mut self, now: Duration) -> Option<CircuitPermit> {
        let state = self.state(now);
        let Some(open) = &mut self.open else {
            return Some(CircuitPermit::Call);
        };
        if state == CircuitState::Open || open.is_probing {
            return None;
        }
        open.is_probing = true;
        Some(CircuitPermit::Probe)
    }

    /// Returns true if a call would be permitted.
    pub(super) fn is_permitting(&self, now: Duration) -> bool {
        let is_probing = self.open.is_some_and(|open| open.is_probing);
        self.state(now) != CircuitState::Open && !is_probing
    }

    /// Records that Stripe responded. A probe closes the circuit.
    pub(super) fn succeed(&mut self, permit: CircuitPermit) {
        if permit == CircuitPermit::Probe {
            *self = Self::default();
        }
    }

    /// Records that Stripe did not respond, or failed. A call that began before the circuit opened changes nothing.
    pub(super) fn fail(&mut self, permit: CircuitPermit, now: Duration) {
        match (&mut self.open, permit) {
            (Some(open), CircuitPermit::Probe) => {
                open.last_at = now;
                open.is_probing = false;
            }
            (Some(_), CircuitPermit::Call) | (None, CircuitPermit::Probe) => {}
            (None, CircuitPermit::Call) => self.count(now),
        }
    }

    /// Records that a call ended without a result. The next call is the probe then.
    pub(super) fn abandon(&mut self, permit: CircuitPermit) {
        if let (Some(open), CircuitPermit::Probe) = (&mut self.open, permit) {
            open.is_probing = false;
        }
    }

    fn count(&mut self, now: Duration) {
        self.failures.push_back(now);
        self.failures
            .retain(|failed_at| now.saturating_sub(*failed_at) < WINDOW);
        if self.failures.len() >= MAX_FAILURES {
            self.failures.clear();
            self.open = Some(OpenCircuit {
                first_at: now,
                last_at: now,
                is_probing: false,
            });
        }
    }

    /// Returns the state.
    pub(super) fn state(&self, now: Duration) -> CircuitState {
        match self.open {
            None => CircuitState::Closed,
            Some(open) if open.is_probing => CircuitState::HalfOpen,
            Some(open) if now.saturating_sub(open.last_at) >= PROBE_AFTER => CircuitState::HalfOpen,
            Some(_) => CircuitState::Open,
        }
    }

    /// Returns the time for which the circuit has not been closed.
    pub(super) fn open_time(&self, now: Duration) -> Option<Duration> {
        self.open.map(|open| now.saturating_sub(open.first_at))
    }

    /// Returns true for a circuit that differs from a new one in nothing.
    pub(super) fn is_idle(&self, now: Duration) -> bool {
        let mut failures = self.failures.iter();
        self.open.is_none() && failures.all(|failed_at| now.saturating_sub(*failed_at) >= WINDOW)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn fail(circuit: &mut Circuit, seconds: u64) {
        let permit = circuit.permit(at(seconds)).unwrap();
        circuit.fail(permit, at(seconds));
    }

    fn opened_at(seconds: u64) -> Circuit {
        let mut circuit = Circuit::default();
        for _ in 0..MAX_FAILURES {
            fail(&mut circuit, seconds);
        }
        circuit
    }

    #[test]
    fn circuit_opens_by_five_failures_in_thirty_seconds() {
        let rows: [(&[u64], CircuitState); 4] = [
            (&[0, 1, 2, 3], CircuitState::Closed),
            (&[0, 1, 2, 3, 4], CircuitState::Open),
            (&[0, 1, 2, 3, 29], CircuitState::Open),
            (&[0, 10, 20, 28, 30], CircuitState::Closed),
        ];
        for (failures, expected) in rows {
            let mut circuit = Circuit::default();
            for second in failures {
                fail(&mut circuit, *second);
            }
            let now = at(*failures.last().unwrap());
            assert_eq!(circuit.state(now), expected, "{failures:?}");
            assert_eq!(circuit.is_permitting(now), expected == CircuitState::Closed);
            assert!(!circuit.is_idle(now));
        }
        let mut circuit = Circuit::default();
        fail(&mut circuit, 0);
        assert!(!circuit.is_idle(at(29)) && circuit.is_idle(at(30)));
    }

    #[test]
    fn open_circuit_allows_one_probe_after_fifteen_seconds() {
        let mut circuit = opened_at(100);
        assert_eq!(circuit.permit(at(114)), None);
        assert_eq!(circuit.state(at(114)), CircuitState::Open);
        assert_eq!(circuit.state(at(115)), CircuitState::HalfOpen);
        assert!(circuit.is_permitting(at(115)));
        assert_eq!(circuit.permit(at(115)), Some(CircuitPermit::Probe));
        assert_eq!(circuit.permit(at(115)), None, "one at a time");
        assert_eq!(
            circuit.permit(at(900)),
            None,
            "however long the probe takes"
        );
        assert!(!circuit.is_permitting(at(900)));
        circuit.abandon(CircuitPermit::Probe);
        assert_eq!(circuit.permit(at(900)), Some(CircuitPermit::Probe));
    }

    #[test]
    fn result_of_the_probe_decides() {
        let mut circuit = opened_at(100);
        assert_eq!(circuit.permit(at(900)), Some(CircuitPermit::Probe));
        circuit.fail(CircuitPermit::Probe, at(900));
        assert_eq!(circuit.permit(at(914)), None);
        assert_eq!(circuit.open_time(at(914)), Some(at(814)));
        assert_eq!(circuit.permit(at(915)), Some(CircuitPermit::Probe));
        circuit.succeed(CircuitPermit::Probe);
        assert_eq!(circuit.state(at(915)), CircuitState::Closed);
        assert_eq!(circuit.open_time(at(915)), None);
        assert!(circuit.is_idle(at(915)));
    }

    #[test]
    fn call_from_before_the_opening_changes_nothing() {
        let mut circuit = opened_at(100);
        circuit.fail(CircuitPermit::Call, at(110));
        circuit.succeed(CircuitPermit::Call);
        circuit.abandon(CircuitPermit::Call);
        assert_eq!(circuit.state(at(114)), CircuitState::Open);
        assert_eq!(circuit.state(at(115)), CircuitState::HalfOpen);
    }
}
