//! Limits the hosts served concurrently: in total, for one website and at one host. Websites take turns.

use std::collections::{BTreeMap, BTreeSet};

use super::store::deliveries::DueEndpoint;

/// Maximum number of slots in total.
const MAX_SLOTS: usize = 32;
/// Maximum number of slots of one website.
const MAX_PER_WEBSITE: usize = 4;
/// Maximum number of websites that are served at one host.
const MAX_PER_HOST: usize = 4;

/// The unit that takes a slot: a website's endpoints at one host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DueHost {
    pub(super) website_id: String,
    pub(super) host: String,
    /// The endpoints with due deliveries, longest due first.
    pub(super) endpoints: Vec<String>,
}

/// The slots of this process.
#[derive(Debug, Default)]
pub(super) struct HostSlots {
    /// The websites being served, with their hosts.
    busy: BTreeSet<(String, String)>,
    /// Number of the turn in which each website with work last took a slot.
    turns: BTreeMap<String, u64>,
    turn: u64,
}

impl HostSlots {
    /// Groups due endpoints, in the order in which they may take slots. Websites that took one longest ago come first, so
    /// that none takes all free slots; websites with equal turns are ordered by their longest due delivery.
    pub(super) fn in_turn(&mut self, due: Vec<DueEndpoint>) -> Vec<DueHost> {
        let mut sites: Vec<DueHost> = Vec::new();
        let mut indices: BTreeMap<(String, String), usize> = BTreeMap::new();
        for one in due {
            let website_and_host = (one.website_id.clone(), one.host.clone());
            let index = *indices.entry(website_and_host).or_insert(sites.len());
            match sites.get_mut(index) {
                Some(site) => site.endpoints.push(one.endpoint_id),
                None => sites.push(DueHost {
                    website_id: one.website_id,
                    host: one.host,
                    endpoints: vec![one.endpoint_id],
                }),
            }
        }
        let of_due = sites.iter().map(|site| &site.website_id);
        let known: BTreeSet<&String> = self.busy.iter().map(|(one, _)| one).chain(of_due).collect();
        self.turns.retain(|website, _| known.contains(website));
        let turns = &self.turns;
        sites.sort_by_key(|site| turns.get(&site.website_id).copied().unwrap_or_default());
        sites
    }

    /// Takes a slot, unless this website is served at this host already or a limit is reached.
    pub(super) fn take(&mut self, site: &DueHost) -> bool {
        let of_website = self
            .busy
            .iter()
            .filter(|(website, _)| *website == site.website_id);
        let at_host = self.busy.iter().filter(|(_, host)| *host == site.host);
        let is_full = self.busy.len() >= MAX_SLOTS
            || of_website.count() >= MAX_PER_WEBSITE
            || at_host.count() >= MAX_PER_HOST;
        let website_and_host = (site.website_id.clone(), site.host.clone());
        if is_full || !self.busy.insert(website_and_host) {
            return false;
        }
        self.turn += 1;
        self.turns.insert(site.website_id.clone(), self.turn);
        true
    }

    /// Releases a slot.
    pub(super) fn leave(&mut self, site: &DueHost) {
        let website_and_host = (site.website_id.clone(), site.host.clone());
        self.busy.remove(&website_and_host);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(rows: &[(&str, &str, &str)]) -> Vec<DueEndpoint> {
        let due = rows.iter().map(|(website, host, endpoint)| DueEndpoint {
            endpoint_id: (*endpoint).to_owned(),
            host: (*host).to_owned(),
            website_id: (*website).to_owned(),
        });
        due.collect()
    }

    /// Returns the websites and hosts that take a slot in one round, and keep it.
    fn look(slots: &mut HostSlots, rows: &[(&str, &str, &str)]) -> Vec<(String, String)> {
        let sites = slots.in_turn(due(rows));
        let taken = sites.into_iter().filter(|site| slots.take(site));
        taken.map(|site| (site.website_id, site.host)).collect()
    }

    #[test]
    fn endpoints_of_a_website_at_a_host_share_a_place_and_stay_in_order() {
        let rows = [
            ("w", "b", "2"),
            ("v", "b", "9"),
            ("w", "a", "1"),
            ("w", "b", "3"),
        ];
        let sites = HostSlots::default().in_turn(due(&rows));
        let found: Vec<_> = sites
            .iter()
            .map(|site| {
                (
                    site.website_id.as_str(),
                    site.host.as_str(),
                    site.endpoints.join(" "),
                )
            })
            .collect();
        let expected = [
            ("w", "b", "2 3".to_owned()),
            ("v", "b", "9".to_owned()),
            ("w", "a", "1".to_owned()),
        ];
        assert_eq!(found, expected);
    }

    // row: I6
    #[test]
    fn slots_are_limited_by_website_by_host_and_in_total() {
        let mut slots = HostSlots::default();
        let hosts: Vec<String> = (0..40).map(|n| format!("host{n}")).collect();
        let own: Vec<_> = hosts.iter().map(|host| ("w", host.as_str(), "e")).collect();
        assert_eq!(look(&mut slots, &own).len(), 4);
        assert_eq!(look(&mut slots, &own).len(), 0);
        let shared: Vec<_> = hosts
            .iter()
            .map(|website| (website.as_str(), "shared", "e"))
            .collect();
        assert_eq!(look(&mut slots, &shared).len(), 4);
        let others: Vec<_> = hosts
            .iter()
            .map(|name| (name.as_str(), name.as_str(), "e"))
            .collect();
        assert_eq!(look(&mut slots, &others).len(), 24);
        assert_eq!(look(&mut slots, &[("new", "new", "e")]).len(), 0);
    }

    // row: I6
    /// Eight websites take all slots and wait for more; a new website gets the first slot that becomes free.
    #[test]
    fn host_that_waits_longest_is_next() {
        let mut slots = HostSlots::default();
        let names: Vec<String> = (0..8).map(|n| format!("greedy{n}")).collect();
        let mut own = Vec::new();
        for name in &names {
            own.extend((0..5).map(|host| (name.clone(), format!("{host}.{name}"))));
        }
        let mut greedy: Vec<_> = own
            .iter()
            .map(|(name, host)| (name.as_str(), host.as_str(), "e"))
            .collect();
        assert_eq!(look(&mut slots, &greedy).len(), 32);
        greedy.push(("modest", "modest", "e"));
        assert_eq!(look(&mut slots, &greedy).len(), 0);
        let site = |website: &str, host: &str| DueHost {
            website_id: website.to_owned(),
            host: host.to_owned(),
            endpoints: Vec::new(),
        };
        let (website, host) = own[0].clone();
        slots.leave(&site(&website, &host));
        assert_eq!(
            look(&mut slots, &greedy),
            [("modest".to_owned(), "modest".to_owned())]
        );
        // The next slot goes to the website that took its last slot before the others did.
        slots.leave(&site("modest", "modest"));
        assert_eq!(look(&mut slots, &greedy)[0].0, "greedy0");
    }
}
