/** Every switch under every value: the table's type says which are missing. */
import { describe, expect, it } from "vitest";
import { profiles, switchNames, switchTable } from "../../emulator/index.ts";
import { start } from "./start.ts";
import { type Check, type Checks, organizationId, seed } from "./switches/check.ts";
import { conventions } from "./switches/conventions.ts";
import { documents } from "./switches/documents.ts";
import { folders } from "./switches/folders.ts";
import { others } from "./switches/others.ts";
import { users } from "./switches/users.ts";

const checks: Checks = { ...conventions, ...documents, ...folders, ...users, ...others };

describe.each(switchNames)("switch %s", (name) => {
  it.each(Object.entries<Check>(checks[name]))("%s", async (value, check) => {
    // A clock that stands still, so that neither rate nor lag depend on the machine.
    await check(await start({ seed, switches: { [name]: value }, clock: () => 1_700_000_000_000 }));
  });
});

it("can be set while it runs, also back and forth", async () => {
  const emulator = await start({ seed });
  for (const value of ["delayed", "immediate", "delayed"] as const) {
    emulator.setSwitches({ readAfterWrite: value });
    const { data } = await emulator.call("getDocuments", { organizationId });
    expect(data).toHaveLength(1);
  }
});

it("a lagging read also follows a state that is replaced as a whole", async () => {
  const emulator = await start({ seed, switches: { readAfterWrite: "delayed" } });
  emulator.setState({ organizations: { acme: { documents: { other: {} } } } });
  expect((await emulator.call("getDocuments", { organizationId })).data).toMatchObject([{ id: "other" }]);
});

it.each(profiles)("profile %s has a known value for every switch", async (profile) => {
  const { switches } = await start({ profile });
  for (const name of switchNames) {
    const { values, literal } = switchTable[name];
    expect(switches[name]).toBe(profile === "literal" ? literal : values[0]);
    expect(values).toContain(switches[name]);
  }
});

it("refuses an unknown switch or value, names what is known, and changes nothing", async () => {
  const emulator = await start();
  const before = emulator.switches;
  const unknownName = await emulator.send("/_emulator/switches", { method: "PUT", body: '{"itemId":"echo","httpstatu":"mapped"}' });
  expect(unknownName.error?.["message"]).toMatch(/httpstatu.*did you mean httpStatus[^]*documentsAddExisting/);
  const unknownValue = await emulator.send("/_emulator/switches", { method: "PUT", body: '{"itemId":"hash"}' });
  expect(unknownValue.error?.["message"]).toMatch(/"hash".*opaque, echo/);
  expect(emulator.switches).toEqual(before);
});
