//! A table of objects in the order of their creation.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::members::Members;

/// Objects of one kind; lists of Stripe are the reverse of its order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    rows: BTreeMap<u64, Value>,
    positions: BTreeMap<String, u64>,
    /// Positions of the objects that belong to another object, by its id: a list of them must not read the whole table.
    owned: BTreeMap<String, BTreeSet<u64>>,
    next: u64,
}

/// Returns the id of the object to which an object belongs for ever; none for a kind that is never listed by it.
fn owner_of(object: &Value) -> Option<&str> {
    match object.text("object") {
        "invoice_payment" => Some(object.text("invoice")),
        "refund" => Some(object.text("charge")),
        "subscription" => Some(object.text("customer")),
        _ => None,
    }
}

impl Table {
    /// Adds an object at the end; an object with the same id is replaced in its place.
    pub(crate) fn insert(&mut self, object: Value) {
        let id = object.text("id").to_owned();
        let position = self.positions.get(&id).copied().unwrap_or(self.next);
        self.next = self.next.max(position + 1);
        self.positions.insert(id, position);
        if let Some(owner) = owner_of(&object) {
            let positions = self.owned.entry(owner.to_owned()).or_default();
            positions.insert(position);
        }
        self.rows.insert(position, object);
    }

    /// Returns an object.
    pub(crate) fn get(&self, id: &str) -> Option<&Value> {
        self.rows.get(self.positions.get(id)?)
    }

    /// Returns an object for a change.
    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut Value> {
        self.rows.get_mut(self.positions.get(id)?)
    }

    /// Removes an object.
    pub(crate) fn remove(&mut self, id: &str) -> Option<Value> {
        let position = self.positions.remove(id)?;
        self.rows.remove(&position)
    }

    /// Returns the position of an object; later objects have higher ones.
    pub(crate) fn position(&self, id: &str) -> Option<u64> {
        self.positions.get(id).copied()
    }

    /// Returns all objects, oldest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &Value> {
        self.rows.values()
    }

    /// Returns the objects that belong to an object, oldest first.
    pub(crate) fn owned_by(&self, owner: &str) -> impl DoubleEndedIterator<Item = &Value> {
        let positions = self.owned.get(owner).into_iter().flatten();
        let objects = positions.filter_map(|position| self.rows.get(position));
        objects.filter(move |object| owner_of(object) == Some(owner))
    }

    /// Returns the objects before a position, newest first.
    pub(crate) fn older_than(&self, position: u64) -> impl Iterator<Item = &Value> {
        self.rows.range(..position).rev().map(|(_, object)| object)
    }

    /// Returns the objects after a position, oldest first.
    pub(crate) fn newer_than(&self, position: u64) -> impl Iterator<Item = &Value> {
        self.rows.range(position + 1..).map(|(_, object)| object)
    }

    /// Returns the number of objects.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.values())
    }
}

impl<'de> Deserialize<'de> for Table {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut table = Self::default();
        Vec::<Value>::deserialize(deserializer)?
            .into_iter()
            .for_each(|object| table.insert(object));
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn table_keeps_the_order_of_creation() {
        let mut table = Table::default();
        for id in ["a", "b", "c"] {
            table.insert(json!({ "id": id }));
        }
        table.insert(json!({"id": "b", "new": true}));
        assert!(table.remove("c").is_some() && table.get("c").is_none());
        table.insert(json!({"id": "d"}));
        let text = serde_json::to_string(&table).unwrap();
        let read: Table = serde_json::from_str(&text).unwrap();
        for table in [table, read] {
            let ids: Vec<_> = table.iter().map(|object| object.text("id")).collect();
            assert_eq!(ids, ["a", "b", "d"]);
            let b = table.position("b").unwrap();
            assert_eq!(table.older_than(b).count(), 1);
            assert_eq!(table.newer_than(b).count(), 1);
            assert!(table.get("b").unwrap().is_true("new"));
        }
    }

    #[test]
    fn objects_are_found_by_their_owner() {
        let refund =
            |id: &str, charge: &str| json!({"object": "refund", "id": id, "charge": charge});
        let mut table = Table::default();
        for (id, charge) in [("a", "ch_1"), ("b", "ch_2"), ("c", "ch_1"), ("d", "ch_1")] {
            table.insert(refund(id, charge));
        }
        table.insert(refund("c", "ch_2"));
        table.remove("d");
        let text = serde_json::to_string(&table).unwrap();
        let read: Table = serde_json::from_str(&text).unwrap();
        for table in [table, read] {
            let owned = |charge: &str| -> Vec<String> {
                let objects = table.owned_by(charge);
                objects.map(|object| object.text("id").to_owned()).collect()
            };
            assert_eq!(owned("ch_1"), ["a"]);
            assert_eq!(owned("ch_2"), ["b", "c"]);
            assert!(owned("ch_3").is_empty());
        }
    }
}
