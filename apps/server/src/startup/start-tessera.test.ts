import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Several times as long as a busy machine takes to create a database and to start, or to stop. */
const WAIT = { timeout: 200_000 };
/** Far longer than a restart or a shutdown takes on an idle machine. */
const BOUND_MS = 60_000;

let directory: string;
let started: Tessera[] = [];

interface Launched {
  readonly child: ChildProcess;
  /** Resolves once the process has exited and all of its output has arrived. */
  readonly closed: Promise<unknown>;
  readonly output: () => string;
}

interface Tessera extends Launched {
  readonly url: string;
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tessera-start-"));
  await chmod(directory, 0o755);
});
afterAll(async () => {
  for (const tessera of started) {
    tessera.child.kill("SIGTERM");
    await ended(tessera);
  }
  await rm(directory, { recursive: true, force: true });
}, 600_000);

function launch(env: Record<string, string>): Launched {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: join(directory, "data"),
      PORT: "0",
      LOG: "json",
      SEED: "off",
      CAPTCHA_ANSWER: "TESTER",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { child, closed: once(child, "close"), output: () => output };
}

async function start(env: Record<string, string> = {}): Promise<Tessera> {
  const launched = launch(env);
  const { child, output } = launched;
  await expect
    .poll(() => output().includes("Tessera is running") || child.exitCode !== null, WAIT)
    .toBe(true);
  const port = /(?:Console\s+|"console":")http:\/\/localhost:(\d+)/.exec(output())?.[1];
  if (port === undefined) {
    throw new Error(`did not start: ${output()}`);
  }
  const tessera = { ...launched, url: `http://127.0.0.1:${port}` };
  started.push(tessera);
  return tessera;
}

async function ended({ child, closed }: Launched): Promise<number | null> {
  await closed;
  started = started.filter((one) => one.child !== child);
  return child.exitCode;
}

/** Returns whether the system lists a process with this pid, even if it has ended. */
function isListed(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

async function advanceClock(url: string, advanceSeconds: number): Promise<number> {
  const response = await fetch(`${url}/sandbox/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceSeconds }),
  });
  const { offsetSeconds }: { offsetSeconds: number } = JSON.parse(await response.text());
  return offsetSeconds;
}

it("Tessera starts without settings, drains on SIGTERM and keeps its data on SIGKILL", async () => {
  const first = await start({ LOG_LEVEL: "debug" });
  expect(await advanceClock(first.url, 3_600)).toBe(3_600);
  await expect.poll(first.output, WAIT).toContain("the hourly work is done");

  const answers: number[] = [];
  let isDown = false;
  const callers = Array.from({ length: 16 }, async () => {
    while (!isDown) {
      // A connection that is refused, or closed before it is accepted, does not count as a
      // truncated response.
      const response = await fetch(`${first.url}/api/captcha`).catch(() => undefined);
      if (response === undefined) {
        return;
      }
      await response.arrayBuffer();
      answers.push(response.status);
    }
  });
  await expect.poll(() => answers.length, WAIT).toBeGreaterThan(16);
  const stoppedAtMs = performance.now();
  first.child.kill("SIGTERM");
  expect(await ended(first), first.output()).toBe(0);
  isDown = true;
  await Promise.all(callers);
  expect(performance.now() - stoppedAtMs).toBeLessThan(BOUND_MS);
  expect(answers.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);

  const second = await start();
  expect(await advanceClock(second.url, 60)).toBe(3_660);
  second.child.kill("SIGKILL");
  await ended(second);

  const third = await start();
  expect(await advanceClock(third.url, 0)).toBe(3_660);
  const readiness = async () => (await fetch(`${third.url}/readyz`)).status;
  await expect.poll(readiness, WAIT).toBe(200);
}, 600_000);

it("Tessera restarts a killed PostgreSQL at once, logs little, and stops it at exit", async () => {
  const dataDir = join(directory, "killed");
  const tessera = await start({ DATA_DIR: dataDir });
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  const postmaster = async () => Number((await readFile(pidFile, "utf8")).split("\n", 1)[0]);
  const readiness = async () => (await fetch(`${tessera.url}/readyz`)).status;
  await expect.poll(readiness, WAIT).toBe(200);
  const before = await postmaster();
  const linesBefore = tessera.output().split("\n").length;
  process.kill(before, "SIGKILL");
  const killedAtMs = performance.now();
  await expect.poll(readiness, WAIT).toBe(503);
  await expect.poll(readiness, WAIT).toBe(200);
  expect(performance.now() - killedAtMs).toBeLessThan(BOUND_MS);
  const linesSince = () =>
    tessera
      .output()
      .split("\n")
      .slice(linesBefore - 1);
  const restarts = () =>
    linesSince().filter((line) => line.includes("PostgreSQL had stopped and was restarted")).length;
  // PostgreSQL accepts connections slightly before the server notices.
  await expect.poll(restarts, WAIT).toBe(1);
  const loud = linesSince().filter((line) => /"level":"(?:warn|error)"/.test(line));
  // Each message is repeated only every 10 s.
  const periods = Math.ceil((performance.now() - killedAtMs) / 10_000);
  expect(loud.length, loud.join("\n")).toBeLessThan(25 * periods);

  // Opens one silent connection, and one that sends half a request.
  const port = Number(new URL(tessera.url).port);
  const silent = connect(port, "127.0.0.1");
  const half = connect(port, "127.0.0.1", () => half.write("GET /api/captcha HTTP/1.1\r\nHo"));
  await Promise.all([once(silent, "connect"), once(half, "connect")]);
  // The server may reset both connections as it stops.
  silent.on("error", () => undefined);
  half.on("error", () => undefined);
  const after = await postmaster();
  expect(after).not.toBe(before);
  tessera.child.kill("SIGTERM");
  const stoppedAtMs = performance.now();
  expect(await ended(tessera), tessera.output()).toBe(0);
  expect(performance.now() - stoppedAtMs).toBeLessThan(BOUND_MS);
  // The postmaster has exited, but the system may not have removed it from its list yet.
  await expect.poll(() => isListed(after), WAIT).toBe(false);
}, 600_000);

it("Tessera explains a port that is in use and invalid settings", async () => {
  const blocker = createServer().listen(0, "127.0.0.1");
  await once(blocker, "listening");
  const address = blocker.address();
  const port = String(typeof address === "object" ? address?.port : 0);
  const busy = launch({ PORT: port, DATA_DIR: join(directory, "other") });
  expect(await ended(busy)).toBe(1);
  expect(busy.output()).toContain(`Port ${port} is in use. Stop what uses it, or set PORT`);
  blocker.close();

  const wrong = launch({ TESSERA_MODE: "live", RATE_LIMITS: "off" });
  expect(await ended(wrong)).toBe(1);
  expect(wrong.output()).toContain("RATE_LIMITS: live mode keeps its limits");
  expect(wrong.output()).toContain("DATABASE_URL: live mode needs a PostgreSQL of its own");
  expect(wrong.output()).not.toMatch(/^\s+at /m);
}, 600_000);

it("Tessera answers for DRAIN_SECONDS after a signal, but is not ready", async () => {
  const tessera = await start({ DATA_DIR: join(directory, "draining"), DRAIN_SECONDS: "5" });
  const statusOf = async (path: string) => (await fetch(`${tessera.url}${path}`)).status;
  await expect.poll(() => statusOf("/readyz"), WAIT).toBe(200);
  tessera.child.kill("SIGTERM");
  const signalledAtMs = performance.now();
  await expect.poll(() => statusOf("/readyz"), WAIT).toBe(503);
  expect(await statusOf("/healthz")).toBe(200);
  expect(await statusOf("/api/captcha")).toBe(200);
  expect(await ended(tessera), tessera.output()).toBe(0);
  expect(performance.now() - signalledAtMs).toBeGreaterThanOrEqual(5_000);
}, 600_000);
