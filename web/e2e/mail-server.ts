/** A real SMTP server on loopback that accepts every email; a test can wait for one. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type Email = { to: string; subject: string; text: string; html: string };

const timeout = 20_000;

export class MailServer {
  readonly #emails: Email[] = [];
  readonly #server: SMTPServer;
  #wake: () => void = () => undefined;

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      onData: async (stream, _session, callback) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk);
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        this.#emails.push({
          to: mail.to?.[0]?.address ?? "",
          subject: mail.subject ?? "",
          text: mail.text ?? "",
          html: mail.html ?? "",
        });
        this.#wake();
        callback();
      },
    });
  }

  /** Starts the server; returns the address for IDP_SMTP_URL. */
  async open(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server.server, "listening");
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://127.0.0.1:${port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** The number of emails to an address so far. */
  emailCount(address: string): number {
    return this.#emails.filter(({ to }) => to === address).length;
  }

  /** Waits for the newest email to an address after the first `earlier` ones. */
  async emailTo(address: string, earlier = 0): Promise<Email> {
    const deadline = Date.now() + timeout;
    while (Date.now() < deadline) {
      const message = this.#emails.filter(({ to }) => to === address)[earlier];
      if (message) return message;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    throw new Error(`no email number ${earlier + 1} to ${address} within ${timeout} ms`);
  }
}

/** The sign-in link in an email's text. */
export function linkOf(message: Email): string {
  const link = /https?:\/\/\S+\/api\/auth\/callback\/email\S*/.exec(message.text)?.[0];
  if (!link) throw new Error(`no link in:\n${message.text}`);
  return link;
}

/** The six digits in an email's text. */
export function codeOf(message: Email): string {
  const code = /(?<![\w=])\d{6}(?!\w)/.exec(message.text)?.[0];
  if (!code) throw new Error(`no code in:\n${message.text}`);
  return code;
}
