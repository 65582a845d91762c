/** How the app is built, served while developing, and unit-tested. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The modules of the frame around the pages of a website, which each of those pages loads. */
const siteFrame =
  /src\/(?:features\/(?:layout\/(?:site-|mode-switch)|sites\/(?:gates|known-site|running-only))|ui\/(?:disclosure|missing))/;
const server = "http://localhost:8080";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { tsconfigPaths: true },
  server: {
    // The issuer is compared exactly, so the dev address must be the one in IDP_BASE_URL's host name.
    host: "localhost",
    // Snippets are shared with the server, so they are outside of this folder.
    fs: { allow: [".", "../snippets"] },
    proxy: Object.fromEntries(
      ["/api", "/oauth", "/.well-known", "/v1", "/account/v1", "/admin", "/docs"].map((path) => [
        path,
        server,
      ]),
    ),
  },
  build: {
    // The first versions that know light-dark(), so that the tokens are shipped as they are written.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // A data: URL in CSS would break font-src 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // Everything that the first page needs comes in one file: a dozen small ones compress worse, by two kilobytes.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            // These modules are loaded together, and one file of them is smaller than a dozen.
            { name: "icons", test: /lucide-react/, minShareCount: 2, priority: 1 },
            { name: "site", test: siteFrame, priority: 1 },
            {
              name: "queries",
              test: /src\/(?:api\/(?:features|customers|overview|me)|ui\/person-cell)\.tsx?$/,
              priority: 1,
            },
            { name: "save-file", test: /src\/lib\/(?:csv|save-file)\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    testTimeout: 60_000,
    // Times in expectations must not depend on the machine.
    env: { TZ: "UTC" },
    css: false,
    pool: "threads",
    // The default leaves a core to a watching editor, which is half of a machine with two.
    maxWorkers: "100%",
    projects: [
      {
        extends: true,
        test: {
          name: "rules",
          environment: "node",
          include: ["src/lib/**/*.test.ts", "src/{paths,release}.test.ts", "scripts/**/*.test.mjs"],
        },
      },
      {
        extends: true,
        test: {
          name: "screens",
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://localhost:8080/" } },
          include: ["src/{auth,features}/**/*.test.{ts,tsx}", "src/routes.test.tsx"],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
