/** Installs a snippet's packages: those of its own commands in the versions of the lock files. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { Project } from "./project";

/** Runs the commands of "Install" with the lock file, whose versions must satisfy the commands. */
export async function install(project: Project, commands: string): Promise<void> {
  for (const command of commands.split("\n").filter(Boolean)) {
    if (command.startsWith("npm install")) await expectLocked(project, command);
    else await project.run(locked(command));
  }
  if (commands.includes("npm install")) {
    await project.run("npm ci --prefer-offline --no-audit --no-fund");
  }
}

/** Returns the same command restricted to the lock file. */
function locked(command: string): string {
  if (command.startsWith(".venv/bin/pip install")) {
    const packages =
      command
        .match(/"[^"]+"/g)
        ?.join("\\n")
        .replaceAll('"', "") ?? "";
    // Constraints with hashes do not allow ranges: the versions select packages, and the hashes were checked before.
    return `.venv/bin/pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
printf '${packages}\\n' > asked.txt && .venv/bin/pip install -q --disable-pip-version-check --no-index -r asked.txt`;
  }
  // go.mod and go.sum exist already: with them, `go get` would look for newer versions.
  if (command.startsWith("go mod init")) return "true";
  if (command.startsWith("go get")) return "go mod download";
  return command;
}

async function expectLocked(project: Project, command: string): Promise<void> {
  const lock = JSON.parse(await readFile(`${project.folder}/package-lock.json`, "utf8"));
  for (const [, name, version] of command.matchAll(/(\S[^\s@]*)@(\d\S*)/g)) {
    const versions: unknown = lock.packages[`node_modules/${name}`]?.version;
    expect(`${versions}.`, `the locked version of ${name}`).toMatch(new RegExp(`^${version}\\.`));
  }
}
