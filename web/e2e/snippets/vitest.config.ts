/** Configures the tests of pasted snippets: one after another, each in a fresh project, and no retry. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/snippets/**/*.journey.ts"],
    setupFiles: ["e2e/on-failure.ts"],
    environment: "node",
    maxWorkers: 1,
    fileParallelism: false,
    retry: 0,
    // A first start compiles, and Maven and Go download their dependencies.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ["verbose"],
  },
});
