//! A cache of what was read from the database, for answers that may be given again.
//!
//! What is kept is given again only while nothing was committed since that could change it. What this process commits it
//! knows. On SQLite nobody else writes. On PostgreSQL other servers may: one small statement for all who ask at a time tells
//! whether there are any, and whether anything was committed; it holds for [`OTHERS_SEEN_FOR`]. So an answer lacks nothing
//! that this process has committed before the question, nor what another has told by
//! [`commit_everywhere`](crate::Transaction::commit_everywhere), and of the rest the last twentieth of a second at most.
//!
//! Who commits may also tell what is known of a subject now, as it is written, so that it need not be read: what was read
//! of the subject before is then brought up to date by that. Where there are other servers it is read all the
//! same: nobody can tell one's own commit from theirs.

mod cache;
mod keeper;
mod others;
mod view;

pub use cache::{Read, ReadCache, Stay};
pub use keeper::{Expected, News, Renewing};
pub use others::OtherServers;
