import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startSandboxServer } from "../sandbox-server.ts";
import { runExamples } from "./example-runs.ts";
import { runForeignGenerators } from "./foreign-generators.ts";
import { compileAgainst, installClient, packClient } from "./installed-package.ts";
import { findRuntimes } from "./runtimes.ts";

// Checks the client as somebody else gets it: packed, installed into an empty folder, compiled
// strictly, and run against a started server by each runtime of this machine.
const folder = mkdtempSync(path.join(tmpdir(), "tessera-client-"));
try {
  const program = path.join(folder, "program");
  await installClient(await packClient(folder), program);
  console.log("installed offline, without any other package");
  await compileAgainst(program);
  console.log("examples and a program for browsers compile with tsc --strict");
  const server = await startSandboxServer({ SEED: "off" }, "migrated");
  try {
    const { found, missing } = await findRuntimes();
    for (const runtime of found) {
      await runExamples(runtime, program, server.origin);
      console.log(`${runtime.name}: every example did what it says`);
    }
    for (const name of missing) {
      console.log(`${name}: skipped, because it is not on the PATH`);
    }
    const generated = await runForeignGenerators(server.origin, path.join(folder, "openapi"));
    console.log(generated.join("\n"));
  } finally {
    await server.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
