/** How the browser tests run: one after the other, each file in a world of its own, never twice. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    environment: "node",
    fileParallelism: false,
    retry: 0,
    // What hangs is found by the waits inside a test; a busy machine needs the rest for axe and pictures.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
