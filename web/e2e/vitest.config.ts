/** Configures the browser tests: two files at a time, each with its own product, and no retry. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    setupFiles: ["e2e/on-failure.ts"],
    environment: "node",
    maxWorkers: 2,
    retry: 0,
    // The waits inside a test find a hanging step; a busy machine needs the rest for axe and pictures.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
