//! Delivery slots of hosts, with a limit on failing hosts, which otherwise could occupy all slots.

use std::collections::{BTreeMap, VecDeque};

use foundation::Timestamp;

use crate::limits::host_of;

/// Maximum number of hosts at the same time.
const MAX_HOSTS: usize = 32;
/// Maximum number of hosts with failed logouts among them: each can occupy its slot for seconds.
const MAX_FAILING: usize = 16;

/// A client with due logouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DueClient {
    /// The client's id.
    pub(super) client_id: String,
    /// The client's logout URL.
    pub(super) address: Option<String>,
    /// Time since when its first logout is due.
    pub(super) since: Timestamp,
    /// True if an attempt at one of them failed.
    pub(super) is_troubled: bool,
}

/// A host, with clients that are served one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HostDelivery {
    /// Host and port; empty for clients without a logout URL.
    pub(super) name: String,
    /// The clients, the longest waiting first.
    pub(super) clients: Vec<String>,
    is_troubled: bool,
}

/// Hosts with running deliveries, and waiting hosts.
#[derive(Debug, Default)]
pub(super) struct DeliverySlots {
    /// Hosts with running deliveries: true for a failing one.
    told: BTreeMap<String, bool>,
    fresh: VecDeque<HostDelivery>,
    troubled: VecDeque<HostDelivery>,
    is_newest_next: bool,
    /// Clients at which hosts reached the time limit, by host; the next round continues after them.
    stopped_at: BTreeMap<String, String>,
}

impl DeliverySlots {
    /// Replaces the waiting hosts with the result of a query; it skips hosts with a running delivery.
    pub(super) fn await_turn(&mut self, mut due: Vec<DueClient>) {
        due.sort_by_key(|one| one.since);
        let mut order: Vec<HostDelivery> = Vec::new();
        let mut places = BTreeMap::new();
        for one in due {
            let name = one.address.as_deref().map(host_of).unwrap_or_default();
            if self.told.contains_key(&name) {
                continue;
            }
            let place = *places.entry(name.clone()).or_insert(order.len());
            if let Some(host) = order.get_mut(place) {
                host.clients.push(one.client_id);
                host.is_troubled |= one.is_troubled;
            } else {
                order.push(HostDelivery {
                    name,
                    clients: vec![one.client_id],
                    is_troubled: one.is_troubled,
                });
            }
        }
        for host in &mut order {
            let last = self.stopped_at.remove(&host.name);
            let place = last.and_then(|last| host.clients.iter().position(|one| *one == last));
            if let Some(place) = place {
                host.clients.rotate_left(place.saturating_add(1));
            }
        }
        let (troubled, fresh): (Vec<_>, Vec<_>) =
            order.into_iter().partition(|host| host.is_troubled);
        self.fresh = fresh.into();
        self.troubled = troubled.into();
    }

    /// Returns the next host that gets a slot. Among hosts without failures the longest waiting and the newest one
    /// alternate, so that a new logout does not wait for many hosts that are about to fail.
    pub(super) fn next(&mut self) -> Option<HostDelivery> {
        if self.told.len() >= MAX_HOSTS {
            return None;
        }
        let host = match self.next_fresh() {
            Some(host) => host,
            None => self.next_troubled()?,
        };
        self.told.insert(host.name.clone(), host.is_troubled);
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

    fn next_troubled(&mut self) -> Option<HostDelivery> {
        let held = self.told.values().filter(|is_troubled| **is_troubled);
        if held.count() >= MAX_FAILING {
            return None;
        }
        self.troubled.pop_front()
    }

    /// Frees the slot of a host. If it stopped at one of its clients, the others are next, so that a client with many
    /// slow logouts does not starve them.
    pub(super) fn free(&mut self, name: &str, stopped_at: Option<String>) {
        self.told.remove(name);
        if let Some(client_id) = stopped_at {
            self.stopped_at.insert(name.to_owned(), client_id);
        }
    }

    /// Returns true if no host waits for a slot.
    pub(super) fn is_nobody_waiting(&self) -> bool {
        self.fresh.is_empty() && self.troubled.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(host: u32, since: i64, is_troubled: bool) -> DueClient {
        DueClient {
            client_id: format!("of-{host}-{since}"),
            address: Some(format!("https://site{host}.example/out")),
            since: Timestamp::from_seconds(since),
            is_troubled,
        }
    }

    fn taken(lanes: &mut DeliverySlots) -> Vec<String> {
        std::iter::from_fn(|| lanes.next())
            .map(|host| host.name)
            .collect()
    }

    fn name(host: u32) -> String {
        format!("site{host}.example:443")
    }

    #[test]
    fn a_fresh_logout_finds_a_place_though_a_thousand_hosts_are_away() {
        let mut lanes = DeliverySlots::default();
        let dead = || (0..1000).map(|host| due(host, i64::from(host), true));
        lanes.await_turn(dead().collect());
        assert_eq!(taken(&mut lanes).len(), MAX_FAILING);
        lanes.await_turn(dead().chain([due(5000, 9999, false)]).collect());
        assert_eq!(taken(&mut lanes), [name(5000)]);
        // A freed slot goes to the next failing host only.
        lanes.free(&name(3), None);
        assert_eq!(taken(&mut lanes), [name(16)]);
    }

    #[test]
    fn of_those_without_trouble_the_oldest_and_the_newest_take_turns() {
        let mut lanes = DeliverySlots::default();
        lanes.await_turn(
            (0..5)
                .map(|host| due(host, i64::from(host), false))
                .collect(),
        );
        let expected = [0, 4, 1, 3, 2].map(name);
        assert_eq!(taken(&mut lanes), expected);
    }

    #[test]
    fn all_places_are_for_those_without_trouble_when_nobody_else_waits() {
        let mut lanes = DeliverySlots::default();
        lanes.await_turn((0..100).map(|host| due(host, 0, false)).collect());
        assert_eq!(taken(&mut lanes).len(), MAX_HOSTS);
        assert!(!lanes.is_nobody_waiting());
    }

    #[test]
    fn a_host_has_one_place_however_many_clients_it_has() {
        let mut lanes = DeliverySlots::default();
        lanes.await_turn(vec![due(1, 9, false), due(2, 5, false), due(1, 3, true)]);
        let second = lanes.next().unwrap();
        assert_eq!(second.name, name(2));
        let first = lanes.next().unwrap();
        assert_eq!(first.clients, ["of-1-3", "of-1-9"]);
        assert!(first.is_troubled);
        lanes.await_turn(vec![due(1, 9, false)]);
        assert!(lanes.is_nobody_waiting(), "it is told now");
        lanes.free(&name(1), None);
        lanes.await_turn(vec![due(1, 9, false)]);
        assert_eq!(lanes.next().unwrap().name, name(1));
    }

    #[test]
    fn the_clients_of_a_host_take_turns() {
        let mut lanes = DeliverySlots::default();
        let all = || vec![due(1, 3, false), due(1, 5, false), due(1, 9, false)];
        let mut stopped_at = None;
        let mut first = Vec::new();
        for _ in 0..4 {
            lanes.await_turn(all());
            let host = lanes.next().unwrap();
            first.push(host.clients[0].clone());
            stopped_at.replace(host.clients[0].clone());
            lanes.free(&host.name, stopped_at.clone());
        }
        assert_eq!(first, ["of-1-3", "of-1-5", "of-1-9", "of-1-3"]);
    }
}
