//! What this process has committed, so that whoever has read something knows whether it still stands.
//!
//! Only the process that has a SQLite file open writes to it, so that it need not ask. Somebody else who does, with a program
//! of their own, is noticed by [`crate::read_cache`] when what was read has grown old. Of the other servers
//! of a PostgreSQL database [`super::servers`] tells.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// Subjects whose digests meet in a slot are taken for one: what still stands is then read anew, and nothing worse.
const SLOTS: u16 = 4096;

/// The files that are open.
static OPEN: LazyLock<Mutex<HashMap<PathBuf, Weak<Commits>>>> = LazyLock::new(Mutex::default);

/// The commits to one database; everybody in this process who has the same file open shares them.
#[derive(Debug)]
pub struct Commits(Mutex<Counts>);

#[derive(Debug)]
struct Counts {
    /// How many commits have ended.
    ended: u64,
    /// Those that may have changed anything.
    all: Slot,
    by_subject: Vec<Slot>,
}

/// The commits that may have changed something.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// How many are under way: each may be seen by a reader or not.
    under_way: u32,
    /// The number of the last that has ended.
    last: u64,
}

/// What a transaction may have changed.
#[derive(Debug, Default)]
pub(super) enum Changed {
    /// Anything: it has not said.
    #[default]
    Anything,
    /// What is known of these subjects, by their slots.
    Subjects(Vec<usize>),
}

impl Changed {
    pub(super) fn of<'s>(subjects: impl IntoIterator<Item = &'s str>) -> Self {
        Self::Subjects(subjects.into_iter().map(slot_of).collect())
    }
}

fn slot_of(subject: &str) -> usize {
    let mut hasher = DefaultHasher::new();
    subject.hash(&mut hasher);
    usize::try_from(hasher.finish() % u64::from(SLOTS)).unwrap_or_default()
}

impl Commits {
    /// None yet.
    pub(super) fn new() -> Self {
        Self(Mutex::new(Counts {
            ended: 0,
            all: Slot::default(),
            by_subject: vec![Slot::default(); SLOTS.into()],
        }))
    }

    /// Those of a file.
    pub(super) fn of_file(file: &Path) -> Arc<Self> {
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, commits| commits.strong_count() > 0);
        if let Some(commits) = open.get(&file).and_then(Weak::upgrade) {
            return commits;
        }
        let commits = Arc::new(Self::new());
        open.insert(file, Arc::downgrade(&commits));
        commits
    }

    /// How many have ended; to be asked before something is read.
    pub(crate) fn ended(&self) -> u64 {
        self.with(|counts| counts.ended)
    }

    /// Whether what was read after so many had ended still stands: none that may have changed it has ended since, or is
    /// under way. What has no subject is changed by those only that have not said what they change.
    pub(crate) fn stands(&self, since: u64, subject: Option<&str>) -> bool {
        let slot = subject.map(slot_of);
        self.with(|counts| {
            let of_subject = slot.and_then(|slot| counts.by_subject.get(slot));
            let slots = std::iter::once(&counts.all).chain(of_subject);
            slots
                .into_iter()
                .all(|slot| slot.under_way == 0 && slot.last <= since)
        })
    }

    /// A commit is under way until this is dropped: to be called before it begins, and dropped after it has ended and
    /// before anybody is told, whatever became of it.
    pub(super) fn begin(self: &Arc<Self>, changed: Changed) -> UnderWay {
        self.with(|counts| counts.each(&changed, |slot| slot.under_way += 1));
        UnderWay {
            commits: Arc::clone(self),
            changed,
        }
    }

    fn with<T>(&self, look: impl FnOnce(&mut Counts) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Counts {
    fn each(&mut self, changed: &Changed, change: impl Fn(&mut Slot)) {
        match changed {
            Changed::Anything => change(&mut self.all),
            Changed::Subjects(slots) => {
                for slot in slots {
                    self.by_subject.get_mut(*slot).into_iter().for_each(&change);
                }
            }
        }
    }
}

/// A commit under way.
#[derive(Debug)]
pub(super) struct UnderWay {
    commits: Arc<Commits>,
    changed: Changed,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.commits.with(|counts| {
            counts.ended += 1;
            let last = counts.ended;
            counts.each(&self.changed, |slot| {
                slot.under_way -= 1;
                slot.last = last;
            });
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn commits() -> Arc<Commits> {
        Arc::new(Commits::new())
    }

    #[test]
    fn what_was_read_stands_until_its_subject_or_anything_changes() {
        let commits = commits();
        let since = commits.ended();
        drop(commits.begin(Changed::of(["ben"])));
        drop(commits.begin(Changed::of([])));
        assert!(commits.stands(since, Some("ada")));
        assert!(commits.stands(since, None));
        assert!(!commits.stands(since, Some("ben")));
        let since = commits.ended();
        assert!(commits.stands(since, Some("ben")));
        drop(commits.begin(Changed::Anything));
        for subject in [Some("ada"), Some("ben"), None] {
            assert!(!commits.stands(since, subject), "{subject:?}");
            assert!(commits.stands(commits.ended(), subject), "{subject:?}");
        }
    }

    #[test]
    fn while_a_commit_is_under_way_nothing_stands_that_it_may_change() {
        let commits = commits();
        let under_way = commits.begin(Changed::of(["ada", "ada"]));
        let since = commits.ended();
        assert!(!commits.stands(since, Some("ada")));
        assert!(commits.stands(since, Some("ben")));
        drop(under_way);
        // It may have been read before the commit could be seen.
        assert!(!commits.stands(since, Some("ada")));
        let under_way = commits.begin(Changed::Anything);
        assert!(!commits.stands(commits.ended(), Some("ben")));
        drop(under_way);
        assert!(commits.stands(commits.ended(), Some("ben")));
    }

    #[test]
    fn everybody_who_opens_a_file_shares_its_commits() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let (one, other) = (Commits::of_file(file.path()), Commits::of_file(file.path()));
        drop(one.begin(Changed::Anything));
        assert_eq!(other.ended(), 1);
        drop((one, other));
        assert_eq!(Commits::of_file(file.path()).ended(), 0);
    }
}
