import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fromRoot } from "./repository.ts";

/**
 * Counts the signals it receives. Drains for a while after the first, and exits right away on the
 * second.
 */
const SERVER = `
  let received = 0;
  process.on("SIGINT", () => {
    received += 1;
    console.log("signal " + received);
    if (received === 2) process.exit(9);
    setTimeout(() => process.exit(0), 1500);
  });
  process.on("SIGTERM", () => { console.log("told to stop"); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log("up");
`;

let folder: string;
let supervisor: ChildProcess;
let output: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "tessera-supervise-"));
  output = "";
  writeFileSync(path.join(folder, "server.mjs"), SERVER);
  const supervise = `
    import { supervise } from ${JSON.stringify(fromRoot("scripts/supervise.ts"))};
    process.exitCode = await supervise({
      command: process.execPath,
      args: ["--import", ${JSON.stringify(fromRoot("scripts/follow-parent.mjs"))},
        ${JSON.stringify(path.join(folder, "server.mjs"))}],
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
  await expect.poll(() => output, { timeout: 10_000 }).toContain("up");
});
afterEach(() => {
  supervisor.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

/** Returns the supervisor's exit code once its output is complete. */
const ending = () =>
  new Promise<number | null>((resolve) => supervisor.once("close", (code) => resolve(code)));

describe("supervise", () => {
  // The second signal must arrive within 400 ms, which a stalled machine cannot guarantee.
  it("supervise: forwards one Ctrl-C only once, no matter how many signals arrive", {
    retry: 3,
  }, async () => {
    const ended = ending();
    supervisor.kill("SIGINT");
    await wait(50);
    supervisor.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(output).toBe("up\nsignal 1\n");
  });

  it("supervise: forwards a second Ctrl-C, and exits with the process's exit code", async () => {
    const ended = ending();
    supervisor.kill("SIGINT");
    await wait(600);
    supervisor.kill("SIGINT");
    expect(await ended).toBe(9);
  });

  it("supervise: if the supervisor is killed, no process is left running", async () => {
    supervisor.kill("SIGKILL");
    await expect.poll(() => output, { timeout: 5_000 }).toContain("told to stop");
  });
});
