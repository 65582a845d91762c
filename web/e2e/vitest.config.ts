/** How the browser tests run: two files at a time, each in a world of its own, never twice. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    setupFiles: ["e2e/on-failure.ts"],
    environment: "node",
    maxWorkers: 2,
    retry: 0,
    // What hangs is found by the waits inside a test; a busy machine needs the rest for axe and pictures.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
