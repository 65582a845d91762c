/** How the browser tests run: one after the other, each file in a world of its own, never twice. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.e2e.ts"],
    environment: "node",
    fileParallelism: false,
    retry: 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
