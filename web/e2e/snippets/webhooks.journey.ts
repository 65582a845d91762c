/** Each language's snippet verifies a webhook that the product really sent; it refuses a changed or an old one. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BackEnd } from "../api";
import { type Product, startProduct } from "../product";
import { launch } from "../visitor";
import { Owner, part, type Snippet } from "./owner";
import { Project } from "./project";

type Event = { id: string; timestamp: string; signature: string; body: string };

let receiver: Server;
let product: Product;
let browser: Browser;
let snippet: Snippet;
let secret: string;
let event: Event;

beforeAll(async () => {
  receiver = createServer().listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const host = `localhost:${(receiver.address() as AddressInfo).port}`;
  product = await startProduct({ API_OUTBOUND_ALLOW: host });
  browser = await launch();
  const owner = await Owner.arrive(browser, product);
  const registration = await owner.registerWithWebhook("Hooked shop", `http://${host}/hooks`);
  secret = registration.webhook.secret;
  expect(registration.snippet).toContain(`\nTOLLGATE_WEBHOOK_SECRET=${secret}\n`);
  snippet = await owner.snippet("Webhooks");
  const sent = next(receiver);
  const backEnd = new BackEnd(product.base, registration.api_key.key);
  const granted = await backEnd.grantTo({ external_id: "Ännchen" }, "one", 100);
  expect(granted.status, granted.text).toBe(200);
  event = await sent;
  // A signature covers bytes, which differ from letters here.
  expect(event.body).toContain("Ännchen");
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
  receiver?.close();
});

/** Accepts the next request, and returns the receiver's data. */
async function next(server: Server): Promise<Event> {
  const [request, response] = await once(server, "request");
  let body = "";
  for await (const chunk of request) body += chunk;
  response.writeHead(204).end();
  const header = (name: string) => String(request.headers[`webhook-${name}`]);
  return { id: header("id"), timestamp: header("timestamp"), signature: header("signature"), body };
}

/** For each language, a program around its snippet that prints whether its event is genuine. */
const languages = [
  {
    title: "Node.js",
    file: "verify.mjs",
    program: "check.mjs",
    text: `import { isFromTollgate } from "./verify.mjs";
const { ID, TIMESTAMP, SIGNATURE, BODY } = process.env;
const headers = { "webhook-id": ID, "webhook-timestamp": TIMESTAMP, "webhook-signature": SIGNATURE };
console.log(isFromTollgate(headers, BODY));`,
    run: "node check.mjs",
  },
  {
    title: "Python",
    file: "verify.py",
    program: "check.py",
    text: `import os
from verify import is_from_tollgate
names = {"webhook-id": "ID", "webhook-timestamp": "TIMESTAMP", "webhook-signature": "SIGNATURE"}
headers = {name: os.environ[variable] for name, variable in names.items()}
print(str(is_from_tollgate(headers, os.environ["BODY"].encode())).lower())`,
    run: "python3 check.py",
  },
  {
    title: "Go",
    file: "webhook.go",
    program: "main.go",
    text: `package main

import (
	"fmt"
	"net/http"
	"os"
)

func main() {
	header := http.Header{}
	header.Set("webhook-id", os.Getenv("ID"))
	header.Set("webhook-timestamp", os.Getenv("TIMESTAMP"))
	header.Set("webhook-signature", os.Getenv("SIGNATURE"))
	fmt.Println(isFromTollgate(header, []byte(os.Getenv("BODY")), os.Getenv("TOLLGATE_WEBHOOK_SECRET")))
}`,
    run: "test -e go.mod || go mod init example.com/site 2>/dev/null; go run .",
  },
  {
    title: "Java",
    file: "Webhook.java",
    program: "Check.java",
    text: `public class Check {
  public static void main(String[] arguments) throws Exception {
    var body = System.getenv("BODY").getBytes(java.nio.charset.StandardCharsets.UTF_8);
    System.out.println(Webhook.isFromTollgate(System.getenv("ID"), System.getenv("TIMESTAMP"),
        System.getenv("SIGNATURE"), body, System.getenv("TOLLGATE_WEBHOOK_SECRET")));
  }
}`,
    run: "test -e Check.class || javac -encoding UTF-8 *.java; LC_ALL=C.UTF-8 java Check",
  },
];

/** An environment in shell syntax. */
function exported(values: Record<string, string>): string {
  const quoted = Object.entries(values).map(
    ([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`,
  );
  return quoted.join("\n");
}

function environmentOf({ id, timestamp, signature, body }: Event): string {
  return exported({
    ID: id,
    TIMESTAMP: timestamp,
    SIGNATURE: signature,
    BODY: body,
    TOLLGATE_WEBHOOK_SECRET: secret,
  });
}

test.each(languages)("$title knows a webhook of the product from any other", async (language) => {
  const project = await Project.create();
  const verdict = async (changes: Partial<Event>) =>
    (await project.run(`${environmentOf({ ...event, ...changes })}\n${language.run}`)).trim();
  try {
    await project.write(language.file, part(snippet, language.title));
    await project.write(language.program, language.text);
    expect(await verdict({})).toBe("true");
    expect(await verdict({ signature: `v1,bm90IHRoaXMgb25l ${event.signature}` })).toBe("true");
    expect(await verdict({ body: event.body.replace("100", "900") })).toBe("false");
    expect(await verdict({ id: `${event.id}0` })).toBe("false");
    expect(await verdict({ signature: "" })).toBe("false");
    const old = String(Number(event.timestamp) - 301);
    expect(await verdict({ timestamp: old })).toBe("false");
    expect(await verdict({ timestamp: "soon" })).toBe("false");
  } finally {
    await project.remove();
  }
});

test("openssl makes the signature that the product sent", async () => {
  const shell = await Project.create();
  try {
    const commands = `${environmentOf(event)}\n${part(snippet, "Shell with openssl")}`;
    expect(event.signature.split(" ")).toContain(`v1,${(await shell.run(commands)).trim()}`);
  } finally {
    await shell.remove();
  }
});
