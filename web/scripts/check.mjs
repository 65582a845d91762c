/** Runs the checks that use one thread each at the same time, and prints the output of each in one piece. */
import { spawn } from "node:child_process";

const checks = ["check:types", "check:lint", "check:unused", "check:drift"];

/**
 * Runs an npm script to its end, and prints its output then. Returns true if the script succeeded.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
const run = (name) =>
  new Promise((resolve) => {
    const child = spawn("npm", ["run", name], { stdio: ["ignore", "pipe", "pipe"] });
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on("data", (part) => output.push(part));
    child.stderr.on("data", (part) => output.push(part));
    child.on("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on("close", (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });

const results = await Promise.all(checks.map(run));
const failed = checks.filter((_, place) => !results[place]);
if (failed.length > 0) {
  console.error(`Failed, with the output above: ${failed.join(", ")}.`);
  process.exitCode = 1;
}
