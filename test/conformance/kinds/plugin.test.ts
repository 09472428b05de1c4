/** Every registered kind through the native plugin: the same table as for the dynamic adapter, over gRPC, against the built process. */
import { afterAll, aroundEach, describe, vi } from "vitest";
import { dialects } from "./cases/dialects.ts";
import { faults } from "./cases/faults.ts";
import { lifecycle } from "./cases/lifecycle.ts";
import { validation } from "./cases/validation.ts";
import { fixtures } from "./fixtures/index.ts";
import { endPlugins, pluginAdapter as adapter, withPlugin } from "./plugin-adapter.ts";

vi.setConfig({ maxConcurrency: 24 });
aroundEach(withPlugin);
afterAll(endPlugins);

const suites = { validation, lifecycle, faults, dialects };

describe.concurrent(adapter.name, () => {
  for (const fixture of fixtures) {
    describe(`${fixture.kind}${fixture.variant ? ` (${fixture.variant})` : ""}`, () => {
      describe.each(Object.entries(suites))("%s", (_, suite) => suite({ adapter, fixture }));
    });
  }
});
