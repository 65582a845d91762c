//! Delivery slots of hosts, with a limit on failing hosts, which otherwise could occupy all slots.

use std::collections::{BTreeMap, VecDeque};

use super::store::DueClient;
use crate::limits::host_of;

/// Maximum number of hosts at the same time.
const MAX_HOSTS: usize = 32;
/// Maximum number of hosts with failed logouts among them: each can occupy its slot for seconds.
const MAX_FAILING: usize = 16;

/// A host, with clients that are served one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HostDelivery {
    /// Host and port; empty for clients without a logout URL.
    pub(super) name: String,
    /// The clients, the longest waiting first.
    pub(super) clients: Vec<String>,
    is_failing: bool,
}

/// Hosts with running deliveries, and waiting hosts.
#[derive(Debug, Default)]
pub(super) struct DeliverySlots {
    /// Hosts with running deliveries: true for a failing one.
    running: BTreeMap<String, bool>,
    fresh: VecDeque<HostDelivery>,
    failing: VecDeque<HostDelivery>,
    is_newest_next: bool,
    /// Clients at which hosts reached the time limit, by host; the next round continues after them.
    stopped_at: BTreeMap<String, String>,
}

impl DeliverySlots {
    /// Replaces the waiting hosts with the result of a query; it skips hosts with a running delivery.
    pub(super) fn set_waiting(&mut self, mut due: Vec<DueClient>) {
        due.sort_by_key(|one| one.since);
        let mut order: Vec<HostDelivery> = Vec::new();
        let mut positions = BTreeMap::new();
        for one in due {
            let name = one.address.as_deref().map(host_of).unwrap_or_default();
            if self.running.contains_key(&name) {
                continue;
            }
            let position = *positions.entry(name.clone()).or_insert(order.len());
            if let Some(host) = order.get_mut(position) {
                host.clients.push(one.client_id);
                host.is_failing |= one.is_failing;
            } else {
                order.push(HostDelivery {
                    name,
                    clients: vec![one.client_id],
                    is_failing: one.is_failing,
                });
            }
        }
        for host in &mut order {
            let last = self.stopped_at.remove(&host.name);
            let position = last.and_then(|last| host.clients.iter().position(|one| *one == last));
            if let Some(position) = position {
                host.clients.rotate_left(position.saturating_add(1));
            }
        }
        let (failing, fresh): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|host| host.is_failing);
        self.fresh = fresh.into();
        self.failing = failing.into();
    }

    /// Returns the next host that gets a slot. Among hosts without failures the longest waiting and the newest one
    /// alternate, so that a new logout does not wait for many hosts that are about to fail.
    pub(super) fn next(&mut self) -> Option<HostDelivery> {
        if self.running.len() >= MAX_HOSTS {
            return None;
        }
        let host = match self.next_fresh() {
            Some(host) => host,
            None => self.next_failing()?,
        };
        self.running.insert(host.name.clone(), host.is_failing);
        Some(host)
    }

    fn next_fresh(&mut self) -> Option<HostDelivery> {
        let is_newest = self.is_newest_next;
        self.is_newest_next = !is_newest;
        if is_newest {
            self.fresh.pop_back()
        } else {
            self.fresh.pop_front()
        }
    }

    fn next_failing(&mut self) -> Option<HostDelivery> {
        let held = self.running.values().filter(|is_failing| **is_failing);
        if held.count() >= MAX_FAILING {
            return None;
        }
        self.failing.pop_front()
    }

    /// Frees the slot of a host. If it stopped at one of its clients, the others are next, so that a client with many
    /// slow logouts does not starve them.
    pub(super) fn free(&mut self, name: &str, stopped_at: Option<String>) {
        self.running.remove(name);
        if let Some(client_id) = stopped_at {
            self.stopped_at.insert(name.to_owned(), client_id);
        }
    }

    /// Returns true if no host waits for a slot.
    pub(super) fn has_no_waiting(&self) -> bool {
        self.fresh.is_empty() && self.failing.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(host: u32, since: i64, is_failing: bool) -> DueClient {
        DueClient {
            client_id: format!("of-{host}-{since}"),
            address: Some(format!("https://site{host}.example/out")),
            since,
            is_failing,
        }
    }

    fn taken(slots: &mut DeliverySlots) -> Vec<String> {
        std::iter::from_fn(|| slots.next())
            .map(|host| host.name)
            .collect()
    }

    fn name(host: u32) -> String {
        format!("site{host}.example:443")
    }

    #[test]
    fn new_logout_gets_a_slot_despite_a_thousand_failing_hosts() {
        let mut slots = DeliverySlots::default();
        let dead = || (0..1000).map(|host| due(host, i64::from(host), true));
        slots.set_waiting(dead().collect());
        assert_eq!(taken(&mut slots).len(), MAX_FAILING);
        slots.set_waiting(dead().chain([due(5000, 9999, false)]).collect());
        assert_eq!(taken(&mut slots), [name(5000)]);
        // A freed slot goes to the next failing host only.
        slots.free(&name(3), None);
        assert_eq!(taken(&mut slots), [name(16)]);
    }

    #[test]
    fn hosts_without_failures_alternate_between_oldest_and_newest() {
        let mut slots = DeliverySlots::default();
        slots.set_waiting(
            (0..5)
                .map(|host| due(host, i64::from(host), false))
                .collect(),
        );
        let expected = [0, 4, 1, 3, 2].map(name);
        assert_eq!(taken(&mut slots), expected);
    }

    #[test]
    fn hosts_without_failures_use_all_slots() {
        let mut slots = DeliverySlots::default();
        slots.set_waiting((0..100).map(|host| due(host, 0, false)).collect());
        assert_eq!(taken(&mut slots).len(), MAX_HOSTS);
        assert!(!slots.has_no_waiting());
    }

    #[test]
    fn host_has_one_slot_for_all_its_clients() {
        let mut slots = DeliverySlots::default();
        slots.set_waiting(vec![due(1, 9, false), due(2, 5, false), due(1, 3, true)]);
        let second = slots.next().unwrap();
        assert_eq!(second.name, name(2));
        let first = slots.next().unwrap();
        assert_eq!(first.clients, ["of-1-3", "of-1-9"]);
        assert!(first.is_failing);
        slots.set_waiting(vec![due(1, 9, false)]);
        assert!(slots.has_no_waiting(), "its logout is in flight");
        slots.free(&name(1), None);
        slots.set_waiting(vec![due(1, 9, false)]);
        assert_eq!(slots.next().unwrap().name, name(1));
    }

    #[test]
    fn the_clients_of_a_host_take_turns() {
        let mut slots = DeliverySlots::default();
        let all = || vec![due(1, 3, false), due(1, 5, false), due(1, 9, false)];
        let mut stopped_at = None;
        let mut first = Vec::new();
        for _ in 0..4 {
            slots.set_waiting(all());
            let host = slots.next().unwrap();
            first.push(host.clients[0].clone());
            stopped_at.replace(host.clients[0].clone());
            slots.free(&host.name, stopped_at.clone());
        }
        assert_eq!(first, ["of-1-3", "of-1-5", "of-1-9", "of-1-3"]);
    }
}
