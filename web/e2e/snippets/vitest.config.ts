/** How the journeys of pasted snippets run: one after the other, each in a fresh project, never twice. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/snippets/**/*.journey.ts"],
    setupFiles: ["e2e/on-failure.ts"],
    environment: "node",
    maxWorkers: 1,
    fileParallelism: false,
    retry: 0,
    // A first start compiles, and Maven and Go fetch what they compile with.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ["verbose"],
  },
});
