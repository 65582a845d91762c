/** A real SMTP server on loopback that accepts every email; a test can wait for one. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

export type Letter = { to: string; subject: string; text: string; html: string };

const patience = 20_000;

export class PostOffice {
  readonly #letters: Letter[] = [];
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
        this.#letters.push({
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
  lettersTo(address: string): number {
    return this.#letters.filter(({ to }) => to === address).length;
  }

  /** Waits for the newest email to an address after the first `seen` ones. */
  async letterTo(address: string, seen = 0): Promise<Letter> {
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      const letter = this.#letters.filter(({ to }) => to === address)[seen];
      if (letter) return letter;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    throw new Error(`no letter number ${seen + 1} to ${address} within ${patience} ms`);
  }
}

/** The sign-in link in an email's text. */
export function linkOf(letter: Letter): string {
  const link = /https?:\/\/\S+\/api\/auth\/callback\/email\S*/.exec(letter.text)?.[0];
  if (!link) throw new Error(`no link in:\n${letter.text}`);
  return link;
}

/** The six digits in an email's text. */
export function codeOf(letter: Letter): string {
  const code = /(?<![\w=])\d{6}(?!\w)/.exec(letter.text)?.[0];
  if (!code) throw new Error(`no code in:\n${letter.text}`);
  return code;
}
