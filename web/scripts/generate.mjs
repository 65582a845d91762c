/** Writes the APIs' types from openapi/*.json; with --check it only reports outdated ones. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

/** The APIs that the app calls: contract and description. */
const contracts = [
  ["product-api", "product API"],
  ["account", "identity provider's account API"],
];

for (const [name, title] of contracts) {
  const source = new URL(`../../openapi/${name}.json`, import.meta.url);
  const target = new URL(`../src/api/generated/${name}.ts`, import.meta.url);
  const header = `/** Types of the ${title}, written by \`npm run generate\` from openapi/${name}.json; never edited by hand. */\n`;
  const expected = header + astToString(await openapiTS(source, { alphabetize: true }));
  if (process.argv.includes("--check")) {
    const found = await readFile(target, "utf8").catch(() => "");
    if (found !== expected) {
      console.error(
        `src/api/generated/${name}.ts does not match openapi/${name}.json. Run \`npm run generate\` and commit the result.`,
      );
      process.exitCode = 1;
    }
  } else {
    await mkdir(dirname(fileURLToPath(target)), { recursive: true });
    await writeFile(target, expected);
  }
}
