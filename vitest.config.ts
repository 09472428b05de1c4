import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest of all, begun first: begun last it would keep one core busy while the others have nothing to do. */
const longest = "test/conformance/kinds/plugin.test.ts";

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(b.moduleId.endsWith(longest)) - Number(a.moduleId.endsWith(longest)));
  }
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Vitest leaves one core free by default, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // The real engine takes seconds to start; unit tests stay far below this.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
