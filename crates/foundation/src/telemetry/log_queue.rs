//! A bounded queue of log lines and the thread that writes them: no request waits for the reader of the log.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// Maximum number of lines that wait, about a megabyte.
const MAX_LINES: usize = 4096;
/// Number of checks of a flush for the end of writing: a second in total.
const MAX_CHECKS: u32 = 200;
const CHECK_PAUSE: Duration = Duration::from_millis(5);

/// The queue; clones share it.
#[derive(Clone, Debug)]
pub(super) struct LogQueue {
    lines: SyncSender<Vec<u8>>,
    counts: Arc<LineCounts>,
}

#[derive(Debug, Default)]
struct LineCounts {
    pushed: AtomicU64,
    /// Lines that are written or dropped.
    done: AtomicU64,
    dropped: AtomicU64,
}

impl LineCounts {
    fn drop_line(&self) {
        self.dropped.fetch_add(1, Ordering::Relaxed);
        self.done.fetch_add(1, Ordering::Release);
    }
}

impl LogQueue {
    /// Starts the thread that writes lines to `out`. The thread calls `report` with the number of dropped lines when
    /// `out` accepts lines again.
    pub(super) fn start(
        out: impl Write + Send + 'static,
        report: impl Fn(u64) + Send + 'static,
    ) -> io::Result<Self> {
        let (lines, queued) = sync_channel(MAX_LINES);
        let counts = Arc::<LineCounts>::default();
        let writer = LineWriter {
            out,
            report,
            counts: Arc::clone(&counts),
            is_working: true,
            reported: 0,
        };
        let log = thread::Builder::new().name("log".to_owned());
        log.spawn(move || writer.run(&queued))?;
        Ok(Self { lines, counts })
    }

    /// Returns the number of lines that were dropped since the start.
    pub(super) fn dropped(&self) -> u64 {
        self.counts.dropped.load(Ordering::Relaxed)
    }

    /// Waits until earlier lines are written or dropped. Returns false if that takes more than a second.
    pub(super) fn flush(&self) -> bool {
        let pushed = self.counts.pushed.load(Ordering::Relaxed);
        let is_done = || self.counts.done.load(Ordering::Acquire) >= pushed;
        for _ in 0..MAX_CHECKS {
            if is_done() {
                return true;
            }
            thread::sleep(CHECK_PAUSE);
        }
        is_done()
    }

    fn push(&self, line: &[u8]) {
        self.counts.pushed.fetch_add(1, Ordering::Relaxed);
        if self.lines.try_send(line.to_vec()).is_err() {
            self.counts.drop_line();
        }
    }
}

/// Queues a complete log line. The caller gets no result, because a line may be dropped.
impl Write for &LogQueue {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        self.push(buf);
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for LogQueue {
    type Writer = &'a Self;

    fn make_writer(&'a self) -> Self::Writer {
        self
    }
}

struct LineWriter<W, R> {
    out: W,
    report: R,
    counts: Arc<LineCounts>,
    /// True if the last line was written.
    is_working: bool,
    /// Number of dropped lines that were reported.
    reported: u64,
}

impl<W: Write, R: Fn(u64)> LineWriter<W, R> {
    fn run(mut self, queued: &Receiver<Vec<u8>>) {
        while let Some(line) = self.take(queued) {
            self.write(&line);
        }
    }

    /// Takes the next line. Dropped lines are reported while the queue is empty, because the report is a line as well.
    fn take(&mut self, queued: &Receiver<Vec<u8>>) -> Option<Vec<u8>> {
        if let Ok(line) = queued.try_recv() {
            return Some(line);
        }
        let dropped = self.counts.dropped.load(Ordering::Relaxed);
        if self.is_working && dropped > self.reported {
            (self.report)(dropped - self.reported);
            self.reported = dropped;
        }
        queued.recv().ok()
    }

    fn write(&mut self, line: &[u8]) {
        // A full disk may have accepted the front of the last line.
        let end_of_last: &[u8] = if self.is_working { b"" } else { b"\n" };
        let ended = self.out.write_all(end_of_last);
        self.is_working = ended.and_then(|()| self.out.write_all(line)).is_ok();
        if self.is_working {
            self.counts.done.fetch_add(1, Ordering::Release);
        } else {
            self.counts.drop_line();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// A pipe without a reader: it accepts no byte before it is opened.
    struct FullPipe {
        entered: Sender<()>,
        opened: Receiver<()>,
    }

    impl Write for FullPipe {
        fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
            let _ended = self.entered.send(());
            let _opened = self.opened.recv();
            Ok(buf.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn pipe_without_a_reader_costs_lines_and_no_time() {
        let ((entered, is_entered), (open, opened)) = (channel(), channel());
        let (report, reported) = channel();
        let pipe = FullPipe { entered, opened };
        let queue = LogQueue::start(pipe, move |lines| report.send(lines).unwrap()).unwrap();
        queue.push(b"first\n");
        is_entered.recv().unwrap();
        for _ in 0..MAX_LINES + 5 {
            queue.push(b"line\n");
        }
        assert_eq!(queue.dropped(), 5);
        assert!(!queue.flush());
        drop(open);
        assert!(queue.flush());
        assert_eq!(reported.recv(), Ok(5));
    }

    /// A file on a disk that is sometimes full.
    #[derive(Clone, Default)]
    struct Disk {
        is_full: Arc<AtomicBool>,
        text: Arc<Mutex<Vec<u8>>>,
    }

    impl Write for Disk {
        fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
            if self.is_full.load(Ordering::SeqCst) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.text.lock().unwrap().extend_from_slice(buf);
            Ok(buf.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn full_disk_drops_lines_until_it_has_room_and_then_their_number_is_reported() {
        let disk = Disk::default();
        let (report, reported) = channel();
        let queue = LogQueue::start(disk.clone(), move |lines| report.send(lines).unwrap());
        let queue = queue.unwrap();
        let write = |is_full, line: &[u8]| {
            disk.is_full.store(is_full, Ordering::SeqCst);
            queue.push(line);
            assert!(queue.flush());
        };
        write(false, b"one\n");
        write(true, b"two\n");
        write(true, b"three\n");
        assert_eq!((queue.dropped(), reported.try_recv().ok()), (2, None));
        write(false, b"four\n");
        assert_eq!(reported.recv(), Ok(2));
        assert_eq!(*disk.text.lock().unwrap(), b"one\n\nfour\n");
    }
}
