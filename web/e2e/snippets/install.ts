/** Installs a snippet's packages: those that its own commands name, in the versions that the lock files have. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { Project } from "./project";

/** Runs the commands of "Install". Packages come by the lock file, which must be within what the commands ask for. */
export async function install(project: Project, commands: string): Promise<void> {
  for (const command of commands.split("\n").filter(Boolean)) {
    if (command.startsWith("npm install")) await expectLocked(project, command);
    else await project.run(locked(command));
  }
  if (commands.includes("npm install")) {
    await project.run("npm ci --prefer-offline --no-audit --no-fund");
  }
}

/** The same command, held to the lock file. */
function locked(command: string): string {
  if (command.startsWith(".venv/bin/pip install")) {
    const packages =
      command
        .match(/"[^"]+"/g)
        ?.join("\\n")
        .replaceAll('"', "") ?? "";
    // A constraint with hashes would refuse ranges: the versions are enough to choose, the hashes are checked before.
    return `.venv/bin/pip install -q --disable-pip-version-check --require-hashes -r requirements.txt
printf '${packages}\\n' > asked.txt && .venv/bin/pip install -q --disable-pip-version-check --no-index -r asked.txt`;
  }
  // go.mod and go.sum are there already: with them, `go get` would look for newer versions.
  if (command.startsWith("go mod init")) return "true";
  if (command.startsWith("go get")) return "go mod download";
  return command;
}

async function expectLocked(project: Project, command: string): Promise<void> {
  const lock = JSON.parse(await readFile(`${project.folder}/package-lock.json`, "utf8"));
  for (const [, name, version] of command.matchAll(/(\S[^\s@]*)@(\d\S*)/g)) {
    const found: unknown = lock.packages[`node_modules/${name}`]?.version;
    expect(`${found}.`, `the locked version of ${name}`).toMatch(new RegExp(`^${version}\\.`));
  }
}
