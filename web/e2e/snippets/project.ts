/** A fresh folder in which a pasted snippet is installed and run, as its reader would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Snippet } from "./owner";

const startTimeout = 180_000;

/** The environment of a developer's shell without the settings of the tested product. */
function environment(): NodeJS.ProcessEnv {
  const isOurs = ([name]: [string, unknown]) =>
    !/^(?:IDP_|API_|TOLLGATE_|AUTH_|TEST_|VITEST|NODE_ENV$|NODE_OPTIONS$)/.test(name);
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(isOurs)),
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

/** A free port on loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("it has no port");
  return address.port;
}

export class Project {
  #server: ChildProcess | undefined;
  #said = "";

  private constructor(readonly folder: string) {}

  /** Creates an empty project with the lock files of `projects/<locks>`, so that it gets the tested packages. */
  static async create(locks?: string): Promise<Project> {
    const project = new Project(await mkdtemp(join(tmpdir(), "tollgate-snippet-")));
    if (locks) {
      const from = fileURLToPath(new URL(`projects/${locks}`, import.meta.url));
      await cp(from, project.folder, { recursive: true });
    }
    return project;
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${text}\n`);
  }

  /** Pastes a tab's files, and the settings as `.env`. */
  async paste(settings: string, snippet: Snippet): Promise<void> {
    await this.write(".env", settings);
    for (const { title, text } of snippet) {
      if (title !== "Install" && title !== "Run") await this.write(title, text);
    }
  }

  /** Runs shell commands to their end; returns their output. */
  async run(commands: string): Promise<string> {
    const child = this.#spawn(commands);
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${commands}\nended with ${code}:\n${this.#said}`);
    return this.#said;
  }

  /** Runs shell commands that serve a website, and waits until it answers. */
  async serve(commands: string, url: string): Promise<void> {
    const child = this.#spawn(commands);
    this.#server = child;
    const deadline = Date.now() + startTimeout;
    while (!(await responses(url, () => this.#said))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${commands}\ndoes not serve ${url}:\n${this.#said}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** The commands' output so far. */
  get output(): string {
    return this.#said;
  }

  async remove(): Promise<void> {
    if (this.#server?.pid && this.#server.exitCode === null) {
      const closed = once(this.#server, "close");
      // A negative number is the whole process group: the shell and all of its children.
      process.kill(-this.#server.pid, "SIGKILL");
      await closed;
    }
    // Go writes its modules read-only, but they are not in this folder.
    await rm(this.folder, { recursive: true, force: true });
  }

  #spawn(commands: string): ChildProcess {
    this.#said = "";
    const child = spawn("bash", ["-euc", commands], {
      cwd: this.folder,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const note = (chunk: Buffer) => {
      this.#said += chunk.toString();
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    return child;
  }
}

/** Returns true if the website answers. A website that answers with an error does not work as pasted. */
async function responses(url: string, output: () => string): Promise<boolean> {
  const response = await fetch(url).catch(() => null);
  if (response && response.status >= 500)
    throw new Error(`${url}: ${response.status}\n${output()}`);
  return response !== null;
}
