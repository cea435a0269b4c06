import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromRoot } from "./repository.ts";

/**
 * Counts the signals it receives. Drains for the given time after the first, and exits right away
 * on the second.
 */
const SERVER = `
  const drainMs = Number(process.argv[2]);
  let received = 0;
  process.on("SIGINT", () => {
    received += 1;
    console.log("signal " + received);
    if (received === 2) process.exit(9);
    setTimeout(() => process.exit(0), drainMs);
  });
  process.on("SIGTERM", () => { console.log("told to stop"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("up");
`;

const WAIT = { timeout: 50_000 };
/** Longer than any test takes. */
const ENDLESS_MS = 600_000;

let folder: string;
let supervisor: ChildProcess;
let output: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "tessera-supervise-"));
  output = "";
});
afterEach(() => {
  supervisor.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Starts the supervisor of a server that drains for `drainMs`. Waits until the server runs. */
async function start(drainMs: number, sameSignalMs?: number): Promise<void> {
  writeFileSync(path.join(folder, "server.mjs"), SERVER);
  const supervise = `
    import { supervise } from ${JSON.stringify(fromRoot("scripts/supervise.ts"))};
    process.exitCode = await supervise({
      command: process.execPath,
      args: ["--import", ${JSON.stringify(fromRoot("scripts/follow-parent.mjs"))},
        ${JSON.stringify(path.join(folder, "server.mjs"))}, "${drainMs}"],
      ...${JSON.stringify({ sameSignalMs })},
    });
  `;
  writeFileSync(path.join(folder, "supervisor.mjs"), supervise);
  const stdio = ["ignore", "pipe", "inherit"] as const;
  supervisor = spawn(process.execPath, [path.join(folder, "supervisor.mjs")], {
    stdio: [...stdio],
  });
  supervisor.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
  });
  await expect.poll(() => output, WAIT).toContain("up");
}

/** Returns the supervisor's exit code once its output is complete. */
const ending = () =>
  new Promise<number | null>((resolve) => supervisor.once("close", (code) => resolve(code)));

describe("supervise", () => {
  it("supervise: forwards one Ctrl-C only once, no matter how many signals arrive", async () => {
    await start(1_500, ENDLESS_MS);
    const ended = ending();
    supervisor.kill("SIGINT");
    await wait(50);
    supervisor.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(output).toBe("up\nsignal 1\n");
  });

  it("supervise: forwards a second Ctrl-C, and exits with the process's exit code", async () => {
    await start(ENDLESS_MS);
    const ended = ending();
    supervisor.kill("SIGINT");
    await expect.poll(() => output, WAIT).toContain("signal 1");
    await wait(600);
    supervisor.kill("SIGINT");
    expect(await ended).toBe(9);
  });

  it("supervise: if the supervisor is killed, no process is left running", async () => {
    await start(ENDLESS_MS);
    supervisor.kill("SIGKILL");
    await expect.poll(() => output, WAIT).toContain("told to stop");
  });
});
