import { exitOn, help } from "./lib/errors.mjs";
import { duringSetup } from "./lib/setup.mjs";
import { buildSources } from "./lib/sources.mjs";

help(`
Usage: npm run build

Compiles the package into dist/.
`);

try {
  await duringSetup(() => buildSources({ always: true }));
} catch (error) {
  exitOn(error);
}
