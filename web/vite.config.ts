/** Configures the build, the development server and the unit tests. */
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** The modules of the frame that every page of a website loads. */
const websiteFrame =
  /src\/(?:features\/(?:layout\/(?:website-|mode-switch)|websites\/(?:gates|known-website|running-only))|ui\/(?:disclosure|missing))/;
/** Small modules that some pages share: each file of its own costs its name in the first load, and a request. */
const sharedModules =
  /src\/(?:features\/(?:account\/since|billing\/(?:connection-state|dashboard-link|use-dashboard))|auth\/own-name|api\/opened|lib\/(?:idempotency|money|stripe-dashboard)|ui\/(?:link-tabs|payment-state|table-column))\.tsx?$/;
/** Small modules that forms share: their confirmations, notices and refusals. */
const formModules = /src\/ui\/(?:later|notice|refusal)\.tsx?$/;
/** The words and states of plans and subscriptions, which pages of owners and buyers share. */
const planModules =
  /src\/(?:lib\/(?:plan-words|subscription-state)|ui\/(?:change-figures|subscription-state))\.tsx?$/;
const server = "http://localhost:8080";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { tsconfigPaths: true },
  server: {
    // The issuer is compared exactly, so the development address must use the host name of IDP_BASE_URL.
    host: "localhost",
    // The server uses the same snippets, so they are outside of this folder.
    fs: { allow: [".", "../snippets"] },
    proxy: Object.fromEntries(
      ["/api", "/oauth", "/.well-known", "/v1", "/account/v1", "/admin", "/docs", "/webhooks"].map(
        (path) => [path, server],
      ),
    ),
  },
  build: {
    // The first versions that support light-dark(), so that the build ships the tokens unchanged.
    target: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // A data: URL in CSS would break font-src 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        // One file holds everything that the first page needs: many small files compress worse, by 2 kB.
        codeSplitting: {
          groups: [
            { name: "first", tags: ["$initial"], priority: 2 },
            // Pages load these modules together, and one file is smaller than a dozen.
            { name: "icons", test: /lucide-react/, minShareCount: 2, priority: 1 },
            { name: "website", test: websiteFrame, priority: 1 },
            { name: "shared", test: sharedModules, minShareCount: 2, priority: 1 },
            { name: "forms", test: formModules, minShareCount: 2, priority: 1 },
            { name: "plans", test: planModules, minShareCount: 2, priority: 1 },
            {
              name: "queries",
              test: /src\/(?:api\/(?:features|customers|overview|me)|ui\/user-cell)\.tsx?$/,
              priority: 1,
            },
            {
              name: "charts",
              test: /\/(?:bar-chart|feature-names|spend-chart)\.tsx?$/,
              priority: 0,
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
    // Expected times must not depend on the machine's time zone.
    env: { TZ: "UTC" },
    css: false,
    pool: "threads",
    // The default leaves one core free, which is half of a machine with two.
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
          include: ["src/{auth,features,ui}/**/*.test.{ts,tsx}", "src/routes.test.tsx"],
          setupFiles: ["src/testing/setup.ts"],
        },
      },
    ],
  },
});
