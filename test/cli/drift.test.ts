import { expect, it } from "vitest";
import { run, runIn, temporaryDirectory } from "./run.ts";

const finished = async ({ exit, stdout, stderr }: ReturnType<typeof run>) => ({ exit: await exit, stdout: stdout(), stderr: stderr() });

it("a wrong command line is exit code 1: 2 says that there is drift", async () => {
  expect(await finished(run("drift", "--none"))).toMatchObject({ exit: 1, stderr: expect.stringMatching(/^error: /) });
});

it("without pulumi, or without a project, it says so in exit code 1", async () => {
  const cwd = temporaryDirectory();
  expect(await finished(runIn({ cwd, env: { PATH: cwd } }, "drift"))).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/^collab: pulumi cannot be run .* Install it/),
  });
  expect(await finished(runIn({ cwd }, "drift"))).toMatchObject({
    exit: 1,
    stdout: "",
    stderr: expect.stringMatching(/^collab: pulumi refresh failed:\n.*/),
  });
});
