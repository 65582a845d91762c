//! Which commits are under way and which have ended, by what they may have changed.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// Of so many subjects it is known what changed them last; more than that, and all are forgotten of which no commit is under
/// way. What was read of them before is then read anew, and nothing worse.
pub(super) const MOST_SUBJECTS: usize = 20_000;

/// The commits to a database. Subjects are known by their digests.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// How many have ended.
    pub(super) ended: u64,
    /// Those that may have changed anything.
    all: Slot,
    by_subject: HashMap<u64, Subject>,
    /// How many had ended when subjects were forgotten last.
    forgotten: u64,
}

/// The commits that may have changed what is known of one subject.
#[derive(Clone, Copy, Debug, Default)]
struct Subject {
    /// Those that have not told what is known of it now.
    changed: Slot,
    /// Those that tell.
    renewed: Slot,
    /// The number of the last that tells and overlapped with no other that may have changed the subject.
    alone: u64,
}

/// The commits that may have changed something.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// How many are under way: each may be seen by a reader or not.
    under_way: u32,
    /// How many have begun.
    begun: u64,
    /// The number of the last that has ended.
    last: u64,
}

impl Slot {
    const fn begin(&mut self) {
        self.under_way += 1;
        self.begun += 1;
    }

    const fn end(&mut self, number: u64) {
        self.under_way -= 1;
        self.last = number;
    }

    const fn stands(&self, since: u64) -> bool {
        self.under_way == 0 && self.last <= since
    }
}

impl Counts {
    /// Whether what was read of a subject after so many had ended still stands.
    pub(super) fn stands(&self, since: u64, subject: Option<u64>) -> bool {
        let stands = |digest| match self.by_subject.get(&digest) {
            Some(of) => of.changed.stands(since) && of.renewed.stands(since),
            None => self.forgotten <= since,
        };
        self.all.stands(since) && subject.is_none_or(stands)
    }

    /// The last that has told what is known of a subject now, if all else still stands that was read after so many had
    /// ended.
    pub(super) fn renewed_since(&self, since: u64, subject: u64) -> Option<u64> {
        let of = self.by_subject.get(&subject)?;
        let is_told = of.renewed.stands(of.alone) && of.alone > since;
        let stands = self.all.stands(since) && of.changed.stands(since);
        let stands = stands && self.forgotten <= since;
        (is_told && stands).then_some(of.alone)
    }

    /// Notes that a commit has begun, and gives of each subject that it renews how many had begun by then that may have
    /// changed it; none where another is under way.
    pub(super) fn begin(&mut self, changed: &Changed) -> Vec<Option<u64>> {
        self.forget();
        match changed {
            Changed::Anything => self.all.begin(),
            Changed::Subjects(subjects) => self.each(subjects, |of| of.changed.begin()),
            Changed::Renewed {
                subjects, renewed, ..
            } => {
                self.each(subjects, |of| of.changed.begin());
                self.each(renewed, |of| of.renewed.begin());
            }
        }
        let renewed = changed.renewed().iter();
        renewed.map(|digest| self.begun_alone(*digest)).collect()
    }

    /// How many have begun that may have changed a subject which one renews that is under way; none when it is not the only
    /// one.
    fn begun_alone(&self, digest: u64) -> Option<u64> {
        let of = self.by_subject.get(&digest)?;
        let under_way = of.changed.under_way + of.renewed.under_way + self.all.under_way;
        let begun = of.changed.begun + of.renewed.begun + self.all.begun;
        (under_way == 1).then_some(begun)
    }

    /// Notes that one has ended, with what [`Self::begin`] gave for it.
    pub(super) fn end(&mut self, changed: &Changed, alone: &[Option<u64>]) {
        self.ended += 1;
        let number = self.ended;
        for (digest, before) in changed.renewed().iter().zip(alone) {
            let is_alone = before.is_some() && self.begun_alone(*digest) == *before;
            if let Some(of) = self.by_subject.get_mut(digest).filter(|_| is_alone) {
                of.alone = number;
            }
        }
        match changed {
            Changed::Anything => self.all.end(number),
            Changed::Subjects(subjects) => self.each(subjects, |of| of.changed.end(number)),
            Changed::Renewed {
                subjects,
                renewed,
                receipt,
            } => {
                self.each(subjects, |of| of.changed.end(number));
                self.each(renewed, |of| of.renewed.end(number));
                // It ends once.
                let _told = receipt.0.set(number);
            }
        }
    }

    fn each(&mut self, digests: &[u64], change: impl Fn(&mut Subject)) {
        for digest in digests {
            change(self.by_subject.entry(*digest).or_default());
        }
    }

    /// Forgets before it becomes too much.
    fn forget(&mut self) {
        if self.by_subject.len() >= MOST_SUBJECTS {
            let is_under_way = |of: &Subject| of.changed.under_way + of.renewed.under_way > 0;
            self.by_subject.retain(|_, of| is_under_way(of));
            self.forgotten = self.ended;
        }
    }
}

/// What a transaction may have changed, by the digests of subjects.
#[derive(Debug, Default)]
pub(super) enum Changed {
    /// Anything: it has not said.
    #[default]
    Anything,
    /// What is known of these subjects.
    Subjects(Vec<u64>),
    /// The same, and of others, of which it tells what is known now.
    Renewed {
        /// Of which it does not tell.
        subjects: Vec<u64>,
        /// Of which it does; each once, and none of the former.
        renewed: Vec<u64>,
        /// Where it finds its number.
        receipt: Receipt,
    },
}

/// The number of a commit, once it has ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Receipt(Arc<OnceLock<u64>>);

impl Receipt {
    /// The number; none before the commit has ended, and for one that tells nothing.
    pub(crate) fn number(&self) -> Option<u64> {
        self.0.get().copied()
    }
}

impl Changed {
    fn renewed(&self) -> &[u64] {
        match self {
            Self::Renewed { renewed, .. } => renewed,
            Self::Anything | Self::Subjects(_) => &[],
        }
    }

    /// The same, and of these subjects it tells what is known now. Nobody can tell after what may have changed anything.
    pub(super) fn and_renews(self, mut renewed: Vec<u64>) -> (Self, Receipt) {
        let receipt = Receipt::default();
        let changed = match self {
            Self::Anything => Self::Anything,
            // What it was to tell before is told by nobody then.
            Self::Renewed {
                mut subjects,
                renewed: before,
                ..
            } => {
                subjects.extend(before);
                return Self::Subjects(subjects).and_renews(renewed);
            }
            Self::Subjects(mut subjects) => {
                subjects.sort_unstable();
                renewed.sort_unstable();
                renewed.dedup();
                renewed.retain(|digest| subjects.binary_search(digest).is_err());
                Self::Renewed {
                    subjects,
                    renewed,
                    receipt: receipt.clone(),
                }
            }
        };
        (changed, receipt)
    }
}
