/** Writes the API's types from openapi/product-api.json; with --check it only says whether they are up to date. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const source = new URL("../../openapi/product-api.json", import.meta.url);
const target = new URL("../src/api/generated/product-api.ts", import.meta.url);
const header =
  "/** Types of the product API, written by `npm run generate` from openapi/product-api.json; never edited by hand. */\n";

const wanted = header + astToString(await openapiTS(source, { alphabetize: true }));

if (process.argv.includes("--check")) {
  const found = await readFile(target, "utf8").catch(() => "");
  if (found !== wanted) {
    console.error(
      "src/api/generated/product-api.ts does not match openapi/product-api.json. Run `npm run generate` and commit the result.",
    );
    process.exitCode = 1;
  }
} else {
  await mkdir(dirname(fileURLToPath(target)), { recursive: true });
  await writeFile(target, wanted);
}
