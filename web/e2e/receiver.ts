/** A website's receiver of webhooks on loopback: each request waits until the test answers it. */
import { on, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export class Receiver {
  readonly #calls: AsyncIterator<unknown[]>;

  private constructor(readonly server: Server) {
    this.#calls = on(server, "request");
  }

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return receiver;
  }

  /** The receiver's host, which an installation must allow. */
  get host(): string {
    return `localhost:${(this.server.address() as AddressInfo).port}`;
  }

  /** Waits for the next request, answers it with success, and returns its event's id. */
  async take(): Promise<string> {
    const { value } = await this.#calls.next();
    const [request, response] = value as [IncomingMessage, ServerResponse];
    request.resume();
    response.writeHead(204).end();
    return String(request.headers["webhook-id"]);
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
