import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The real engine takes seconds to start; unit tests stay far below this.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
