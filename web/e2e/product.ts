/** Runs the whole product as one process with its own data and our SMTP server. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { MailServer } from "./mail-server";

export type Product = {
  base: string;
  mailServer: MailServer;
  /** The folder with all of its data. */
  data: string;
  operatorLink: string;
  /** The secret of the client that registers other clients. */
  apiSecret: string;
  stop: () => Promise<void>;
};

/** Starts the binary of TOLLGATE_BINARY with additional settings, and waits until it prints its address. */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const binary = process.env["TOLLGATE_BINARY"];
  if (!binary) throw new Error("TOLLGATE_BINARY is not set: run `make test`, which builds it.");
  const mailServer = new MailServer();
  const smtp = await mailServer.open();
  const folder = await mkdtemp(join(tmpdir(), "tollgate-e2e-"));
  const data = join(folder, "data");
  const child = spawn(binary, ["serve"], {
    env: {
      TOLLGATE_DATA_DIR: data,
      TOLLGATE_LISTEN: "127.0.0.1:0",
      // No load balancer needs notice before a test server stops.
      TOLLGATE_DRAIN_SECONDS: "0",
      TOLLGATE_LOG_FILTER: "warn",
      IDP_SMTP_URL: smtp,
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const welcome = await welcomeOf(child).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  const secrets = JSON.parse(await readFile(join(data, "secrets.json"), "utf8"));
  return {
    mailServer,
    data,
    apiSecret: secrets.api_client_secret,
    base: must(/Open\s+(http:\/\/\S+)/, welcome),
    operatorLink: must(/(http:\/\/\S+\/admin\/claim\?\S+)/, welcome),
    stop: async () => {
      // A process that has already exited emits no event.
      const end = child.exitCode ?? child.signalCode ?? once(child, "exit").then(([code]) => code);
      child.kill("SIGTERM");
      const code = await end;
      await mailServer.close();
      await rm(folder, { recursive: true });
      if (code !== 0) throw new Error(`tollgate ended with ${code}`);
    },
  };
}

/** Returns the start-up text on the terminal, up to the line about stopping. */
async function welcomeOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("its output is not piped");
  let output = "";
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`;
    if (line.includes("Ctrl-C")) {
      // The test reads no further output, and a full pipe must not block the process.
      child.stdout.resume();
      return output;
    }
  }
  throw new Error(`tollgate did not start:\n${output}`);
}

function must(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[1];
  if (!match) throw new Error(`${pattern} is not in:\n${text}`);
  return match;
}
