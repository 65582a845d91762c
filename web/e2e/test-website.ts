/** A website at its own origin on loopback: one page at every address, and a script. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class TestWebsite {
  private constructor(
    readonly address: string,
    readonly server: Server,
  ) {}

  static async open(head = "", script = ""): Promise<TestWebsite> {
    const page = `<!doctype html><html lang="en"><title>Site</title>${head}<body><script type="module" src="/site.js"></script></body></html>`;
    const server = createServer((request, response) => {
      const isScript = request.url === "/site.js";
      const kind = isScript ? "text/javascript" : "text/html";
      response.writeHead(200, { "content-type": `${kind}; charset=utf-8` });
      response.end(isScript ? script : page);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new TestWebsite(`http://127.0.0.1:${port}`, server);
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
