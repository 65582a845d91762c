//! What this process has committed, so that whoever has read something knows whether it still stands.
//!
//! Only the process that has a SQLite file open writes to it, so that it need not ask. Somebody else who does, with a program
//! of their own, is noticed by [`crate::read_cache`] when what was read has grown old. Of the other servers
//! of a PostgreSQL database [`super::servers`] tells.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use super::counts::{Changed, Counts};

/// The files that are open.
static OPEN: LazyLock<Mutex<HashMap<PathBuf, Weak<Commits>>>> = LazyLock::new(Mutex::default);

/// The commits to one database; everybody in this process who has the same file open shares them.
#[derive(Debug, Default)]
pub struct Commits {
    counts: Mutex<Counts>,
    /// Subjects are told apart by their digests; those of one digest are taken for one.
    digests: RandomState,
}

impl Commits {
    /// Those of a file.
    pub(super) fn of_file(file: &Path) -> Arc<Self> {
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|_, commits| commits.strong_count() > 0);
        if let Some(commits) = open.get(&file).and_then(Weak::upgrade) {
            return commits;
        }
        let commits = Arc::new(Self::default());
        open.insert(file, Arc::downgrade(&commits));
        commits
    }

    /// The digest of a subject, the same as long as the process lives.
    pub(crate) fn digest(&self, subject: &str) -> u64 {
        self.digests.hash_one(subject)
    }

    /// Those of several.
    pub(super) fn digests<'s>(&self, subjects: impl IntoIterator<Item = &'s str>) -> Vec<u64> {
        let subjects = subjects.into_iter();
        subjects.map(|one| self.digest(one)).collect()
    }

    /// How many have ended; to be asked before something is read.
    pub(crate) fn ended(&self) -> u64 {
        self.with(|counts| counts.ended)
    }

    /// Whether what was read after so many had ended still stands: none that may have changed it has ended since, or is
    /// under way. What has no subject is changed by those only that have not said what they change. Subjects are named by
    /// their digests.
    pub(crate) fn stands(&self, since: u64, subject: Option<u64>) -> bool {
        self.with(|counts| counts.stands(since, subject))
    }

    /// The last commit that has told all that is known of a subject now, if what is not told still stands that was read after
    /// so many had ended: nothing has changed it since without telling, or overlapped with that one.
    pub(crate) fn renewed_since(&self, since: u64, subject: u64) -> Option<u64> {
        self.with(|counts| counts.renewed_since(since, subject))
    }

    /// A commit is under way until this is dropped: to be called before it begins, and dropped after it has ended and
    /// before anybody is told, whatever became of it.
    pub(super) fn begin(self: &Arc<Self>, changed: Changed) -> UnderWay {
        let alone = self.with(|counts| counts.begin(&changed));
        UnderWay {
            commits: Arc::clone(self),
            changed,
            alone,
        }
    }

    fn with<T>(&self, look: impl FnOnce(&mut Counts) -> T) -> T {
        look(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A commit under way.
#[derive(Debug)]
pub(super) struct UnderWay {
    commits: Arc<Commits>,
    changed: Changed,
    /// What [`Counts::begin`] gave.
    alone: Vec<Option<u64>>,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.commits
            .with(|counts| counts.end(&self.changed, &self.alone));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::counts::{MOST_SUBJECTS, Receipt};

    fn stands(commits: &Commits, since: u64, subject: Option<&str>) -> bool {
        commits.stands(since, subject.map(|subject| commits.digest(subject)))
    }

    fn renewed_since(commits: &Commits, since: u64, subject: &str) -> Option<u64> {
        commits.renewed_since(since, commits.digest(subject))
    }

    fn begin(commits: &Arc<Commits>, subjects: &[&str]) -> UnderWay {
        let subjects = commits.digests(subjects.iter().copied());
        commits.begin(Changed::Subjects(subjects))
    }

    fn renew(commits: &Arc<Commits>, subject: &str) -> (UnderWay, Receipt) {
        let changed = Changed::Subjects(Vec::new()).and_renews(commits.digests([subject]));
        (commits.begin(changed.0), changed.1)
    }

    #[test]
    fn what_was_read_stands_until_its_subject_or_anything_changes() {
        let commits = Arc::<Commits>::default();
        let since = commits.ended();
        drop(begin(&commits, &["ben"]));
        drop(begin(&commits, &[]));
        assert!(stands(&commits, since, Some("ada")));
        assert!(stands(&commits, since, None));
        assert!(!stands(&commits, since, Some("ben")));
        let since = commits.ended();
        assert!(stands(&commits, since, Some("ben")));
        drop(commits.begin(Changed::Anything));
        for subject in [Some("ada"), Some("ben"), None] {
            assert!(!stands(&commits, since, subject), "{subject:?}");
            assert!(stands(&commits, commits.ended(), subject), "{subject:?}");
        }
    }

    #[test]
    fn while_a_commit_is_under_way_nothing_stands_that_it_may_change() {
        let commits = Arc::<Commits>::default();
        let under_way = begin(&commits, &["ada", "ada"]);
        let since = commits.ended();
        assert!(!stands(&commits, since, Some("ada")));
        assert!(stands(&commits, since, Some("ben")));
        drop(under_way);
        // It may have been read before the commit could be seen.
        assert!(!stands(&commits, since, Some("ada")));
        let under_way = commits.begin(Changed::Anything);
        assert!(!stands(&commits, commits.ended(), Some("ben")));
        drop(under_way);
        assert!(stands(&commits, commits.ended(), Some("ben")));
    }

    #[test]
    fn what_a_commit_tells_is_known_when_no_other_overlapped_with_it() {
        let commits = Arc::<Commits>::default();
        let since = commits.ended();
        let told = |since| renewed_since(&commits, since, "ada");
        assert_eq!(told(since), None, "nothing was told");
        let (one, receipt) = renew(&commits, "ada");
        assert_eq!((told(since), receipt.number()), (None, None), "not yet");
        drop(one);
        assert_eq!((told(since), receipt.number()), (Some(1), Some(1)));
        assert!(!stands(&commits, since, Some("ada")));
        assert!(stands(&commits, since, Some("ben")));
        assert_eq!(told(1), None, "it was read after");
        // What else may change the subject: before it ends, after it has begun, or around it.
        let others: [fn(&Arc<Commits>) -> UnderWay; 3] = [
            |commits| renew(commits, "ada").0,
            |commits| begin(commits, &["ada"]),
            |commits| commits.begin(Changed::Anything),
        ];
        for other in others {
            let (one, two) = (renew(&commits, "ada").0, other(&commits));
            drop(one);
            assert_eq!(told(since), None, "another is under way");
            drop(two);
            assert_eq!(told(since), None);
            let (one, two) = (renew(&commits, "ada").0, other(&commits));
            drop(two);
            drop(one);
            assert_eq!(told(since), None, "another has come and gone");
            let two = other(&commits);
            drop(renew(&commits, "ada"));
            drop(two);
            assert_eq!(told(since), None, "another was there before");
        }
        let since = commits.ended();
        drop(renew(&commits, "ada"));
        assert_eq!(told(since), Some(commits.ended()));
        drop(begin(&commits, &["ben"]));
        assert_eq!(told(since), Some(commits.ended() - 1), "another's change");
        drop(begin(&commits, &["ada"]));
        assert_eq!(
            told(since),
            None,
            "there is more to know than what was told"
        );
    }

    #[test]
    fn who_tells_of_what_it_has_not_said_to_change_tells_nothing() {
        let commits = Arc::<Commits>::default();
        let (changed, receipt) = Changed::Anything.and_renews(commits.digests(["ada"]));
        drop(commits.begin(changed));
        assert_eq!(receipt.number(), None);
        assert_eq!(renewed_since(&commits, 0, "ada"), None);
        // Of what it was to tell before somebody tells no more, and it counts as changed.
        let changed = Changed::Subjects(Vec::new());
        let (changed, _first) = changed.and_renews(commits.digests(["cid"]));
        let (changed, _second) = changed.and_renews(commits.digests(["dan"]));
        drop(commits.begin(changed));
        assert!(!stands(&commits, 1, Some("cid")));
        assert_eq!(renewed_since(&commits, 1, "cid"), None);
        assert_eq!(renewed_since(&commits, 1, "dan"), Some(2));
        // A subject that it changes besides is not told of.
        let subjects = Changed::Subjects(commits.digests(["ada"]));
        let since = commits.ended();
        let (changed, _receipt) = subjects.and_renews(commits.digests(["ada", "ben"]));
        drop(commits.begin(changed));
        assert_eq!(renewed_since(&commits, since, "ada"), None);
        assert_eq!(renewed_since(&commits, since, "ben"), Some(3));
    }

    #[test]
    fn what_is_forgotten_stands_no_more() {
        let commits = Arc::<Commits>::default();
        let under_way = begin(&commits, &["eve"]);
        let since = commits.ended();
        let names: Vec<String> = (0..MOST_SUBJECTS).map(|n| n.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        drop(begin(&commits, &names));
        assert!(stands(&commits, since, Some("ada")), "nothing is forgotten");
        drop(begin(&commits, &[]));
        assert!(!stands(&commits, since, Some("ada")));
        drop(renew(&commits, "ada"));
        assert_eq!(
            renewed_since(&commits, since, "ada"),
            None,
            "what else has changed is forgotten"
        );
        assert!(!stands(&commits, commits.ended(), Some("eve")), "under way");
        assert!(stands(&commits, commits.ended(), Some("ada")));
        drop(under_way);
        assert!(stands(&commits, commits.ended(), Some("eve")));
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
