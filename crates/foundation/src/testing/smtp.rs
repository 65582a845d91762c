//! SMTP server for tests (RFC 5321) on loopback: it stores emails, and refuses recipients on request.
#![expect(
    clippy::missing_panics_doc,
    reason = "a test that lacks its world panics and says so"
)]

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

use crate::task::Background;

/// Time limit for the arrival of an email.
const ARRIVAL_TIMEOUT: Duration = Duration::from_mins(2);
/// Maximum number of pending connections.
const BACKLOG: u32 = 128;
const CHECK_PAUSE: Duration = Duration::from_millis(10);

/// An email as the server received it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveredMail {
    /// Recipients of the envelope.
    pub to: Vec<String>,
    /// The email: headers, an empty line, the body.
    pub content: String,
}

#[derive(Debug, Default)]
struct SmtpState {
    deliveries: Vec<DeliveredMail>,
    refusal: Option<String>,
    conversations: usize,
}

/// An SMTP server on a loopback port, stopped with this value.
#[derive(Debug)]
pub struct SmtpDouble {
    /// Address of the listener.
    pub address: SocketAddr,
    state: Arc<Mutex<SmtpState>>,
    background: Background,
}

impl SmtpDouble {
    /// Starts a server on a free port.
    pub async fn start() -> Self {
        SmtpPort::free().start().await
    }

    #[expect(clippy::unused_async, reason = "a listener needs a runtime")]
    async fn on(listener: TcpListener, address: SocketAddr) -> Self {
        let (state, background) = (Arc::default(), Background::new());
        background.start(
            "smtp double",
            accept(listener, Arc::clone(&state), background.clone()),
        );
        Self {
            address,
            state,
            background,
        }
    }

    /// Returns the URL in the form of a setting.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Answers every recipient with a refusal such as `451 Later`, until the next call.
    pub fn refuse(&self, reply: Option<&str>) {
        lock(&self.state).refusal = reply.map(ToOwned::to_owned);
    }

    /// Returns the emails received so far.
    pub fn deliveries(&self) -> Vec<DeliveredMail> {
        lock(&self.state).deliveries.clone()
    }

    /// Returns the number of connections so far.
    pub fn conversations(&self) -> usize {
        lock(&self.state).conversations
    }

    /// Waits for the `count`th email to an address and returns it.
    #[expect(
        clippy::expect_used,
        reason = "a mail that never arrives fails the test"
    )]
    pub async fn delivery_to(&self, address: &str, count: usize) -> DeliveredMail {
        let nth = || {
            let is_to_it = |mail: &DeliveredMail| mail.to.iter().any(|to| to == address);
            self.deliveries()
                .into_iter()
                .filter(is_to_it)
                .nth(count - 1)
        };
        let arrived = async {
            loop {
                match nth() {
                    Some(delivery) => return delivery,
                    None => tokio::time::sleep(CHECK_PAUSE).await,
                }
            }
        };
        tokio::time::timeout(ARRIVAL_TIMEOUT, arrived)
            .await
            .expect("the mail arrives")
    }
}

/// A reserved port without a listener: it refuses connections, and no other process can bind it.
#[derive(Debug)]
pub struct SmtpPort {
    socket: TcpSocket,
    address: SocketAddr,
}

#[expect(clippy::expect_used, reason = "a test without its port cannot go on")]
impl SmtpPort {
    /// Reserves a free port.
    pub fn free() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket
            .bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .expect("a free port");
        let address = socket.local_addr().expect("its address");
        Self { socket, address }
    }

    /// Returns the URL of the future server, in the form of a setting.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Starts an SMTP server on it.
    pub async fn start(self) -> SmtpDouble {
        let listener = self.socket.listen(BACKLOG).expect("the port");
        SmtpDouble::on(listener, self.address).await
    }
}

impl Drop for SmtpDouble {
    fn drop(&mut self) {
        self.background.stopping().cancel();
    }
}

fn lock(state: &Mutex<SmtpState>) -> MutexGuard<'_, SmtpState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn accept(listener: TcpListener, state: Arc<Mutex<SmtpState>>, background: Background) {
    let stopping = background.stopping();
    loop {
        let accepted = tokio::select! {
            () = stopping.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        if let Ok((stream, _)) = accepted {
            lock(&state).conversations += 1;
            let (state, stopping) = (Arc::clone(&state), stopping.clone());
            background.start("smtp conversation", async move {
                tokio::select! {
                    () = stopping.cancelled() => {}
                    _ended = converse(stream, &state) => {}
                }
            });
        }
    }
}

async fn converse(stream: TcpStream, state: &Mutex<SmtpState>) -> io::Result<()> {
    let mut stream = BufStream::new(stream);
    let mut to = Vec::new();
    write_line(&mut stream, "220 double").await?;
    loop {
        let Some(line) = read_line(&mut stream).await? else {
            return Ok(());
        };
        let command = line.to_ascii_uppercase();
        let refusal = lock(state).refusal.clone();
        let reply = if command.starts_with("EHLO") {
            "250-double\r\n250 8BITMIME".to_owned()
        } else if command.starts_with("RCPT TO:") {
            to.extend(line.split(['<', '>']).nth(1).map(ToOwned::to_owned));
            refusal.unwrap_or_else(|| "250 Ok".to_owned())
        } else if command == "DATA" {
            write_line(&mut stream, "354 Go on").await?;
            let content = read_content(&mut stream).await?;
            let to = std::mem::take(&mut to);
            lock(state).deliveries.push(DeliveredMail { to, content });
            "250 Ok".to_owned()
        } else if command == "QUIT" {
            return write_line(&mut stream, "221 Bye").await;
        } else {
            "250 Ok".to_owned()
        };
        write_line(&mut stream, &reply).await?;
    }
}

async fn write_line(stream: &mut BufStream<TcpStream>, line: &str) -> io::Result<()> {
    stream.write_all(line.as_bytes()).await?;
    stream.write_all(b"\r\n").await?;
    stream.flush().await
}

async fn read_line(stream: &mut BufStream<TcpStream>) -> io::Result<Option<String>> {
    let mut line = String::new();
    let length = stream.read_line(&mut line).await?;
    Ok((length > 0).then(|| line.trim_end_matches(['\r', '\n']).to_owned()))
}

async fn read_content(stream: &mut BufStream<TcpStream>) -> io::Result<String> {
    let mut content = String::new();
    while let Some(line) = read_line(stream).await? {
        if line == "." {
            break;
        }
        // The client adds a dot to a line that begins with one.
        content.push_str(line.strip_prefix('.').unwrap_or(&line));
        content.push_str("\r\n");
    }
    Ok(content)
}
