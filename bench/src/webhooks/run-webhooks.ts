import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedServer } from "@tessera/database/embedded";
import {
  createTestDatabase,
  TEST_OWNER_URL,
  TEST_SERVER_SETTINGS,
} from "@tessera/database/testing";
import { migrations } from "@tessera/server/migrations";
import { openDnsDouble } from "@tessera/server/testing/dns-double";
import { openWebhookProgram } from "@tessera/server/testing/webhook-program";
import postgres from "postgres";
import { Random } from "../chain/random.ts";
import { checkWebhooks } from "./check-webhooks.ts";
import { LabWorker } from "./lab-worker.ts";
import { openReceivers } from "./receiver-double.ts";
import { LabNames, walkWebhooks } from "./walk-webhooks.ts";
import { type WebhooksOptions, webhooksOptionsOf } from "./webhooks-options.ts";

/**
 * The lab of webhooks: two servers that are killed, receivers that drop, delay, refuse and
 * redirect, and names that lead to private addresses for a moment. Afterwards, a checker that
 * shares no code with the product compares what came with the ledger.
 */

const SERVERS = 2;
const SUBSCRIBERS = 2;
const ENDPOINTS = 2;
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

function textOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

/** Makes one walk, with a database of its own. Returns what is wrong. */
async function walk(seed: number, options: WebhooksOptions, folder: string): Promise<string[]> {
  const random = new Random(seed);
  const database = await createTestDatabase({ migrations });
  const receivers = await openReceivers(new Random(seed + 1));
  const names = new LabNames(new Random(seed + 2), receivers.trapAddress);
  const dns = await openDnsDouble(() => names.resolve());
  const rootKey = randomBytes(32);
  const dataDir = path.join(folder, `seed-${seed}`);
  const env = { DATA_DIR: dataDir, WEBHOOK_DNS_SERVERS: dns.server, WEBHOOK_LOOPBACK: "on" };
  const program = await openWebhookProgram({ appUrl: database.appUrl, rootKey, env });
  const workers = Array.from(
    { length: SERVERS },
    () =>
      new LabWorker({
        ...env,
        LAB_DATABASE_URL: database.appUrl,
        LAB_ROOT_KEY: rootKey.toString("base64"),
        LAB_TRUSTS_NAMES: options.control ? "yes" : "no",
      }),
  );
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const subscribers = [];
    const expected = [];
    for (let n = 0; n < SUBSCRIBERS; n += 1) {
      const one = await program.newSubscriber();
      const endpoints: string[] = [];
      for (let m = 0; m < ENDPOINTS; m += 1) {
        const endpoint = `${n}-${m}`;
        const url = `http://${endpoint}.hooks.test:${receivers.port}/${endpoint}`;
        const { id, secret } = await one.newEndpoint(url);
        receivers.secrets.set(endpoint, secret);
        if (!(await one.verify(id))) {
          throw new Error(`${endpoint} was not verified`);
        }
        endpoints.push(endpoint);
      }
      subscribers.push(one);
      expected.push({ customerId: one.customerId, endpoints });
    }
    await Promise.all(workers.map((worker) => worker.start()));
    await walkWebhooks({ subscribers, workers, receivers, names, sql }, random, options);
    const { events, trapped, counts } = receivers;
    const problems = await checkWebhooks(sql, { subscribers: expected, events, trapped });
    const distinct = new Set(events.map(({ endpoint, id }) => `${endpoint} ${id}`)).size;
    say(
      `seed ${seed}: ${distinct} deliveries in ${events.length} messages (${textOf(counts)}); ` +
        `${names.rebound} names led elsewhere, ${names.missing} to nothing, ${options.kills} ` +
        `kills: ${problems.length === 0 ? "right" : "WRONG"}`,
    );
    return problems;
  } finally {
    await sql.end();
    await Promise.all(workers.map((worker) => worker.kill()));
    await program.close();
    receivers.close();
    dns.close();
    await database.drop();
  }
}

async function run(options: WebhooksOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-webhooks-"));
  // The server may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedServer({
    dataDir: path.join(folder, "pg"),
    settings: TEST_SERVER_SETTINGS,
  });
  process.env[TEST_OWNER_URL] = server.ownerUrl;
  const wrong: number[] = [];
  const { first, last } = options.seeds;
  try {
    for (let seed = first; seed <= last; seed += 1) {
      const problems = await walk(seed, options, folder);
      if (problems.length > 0) {
        wrong.push(seed);
        console.log(problems.slice(0, 10).join("\n"));
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const walks = last - first + 1;
  say(
    wrong.length === 0
      ? `nothing is wrong in ${walks} walks`
      : `wrong in ${wrong.length} of ${walks} walks: seeds ${wrong.join(", ")}`,
  );
  return options.control ? wrong.length > 0 : wrong.length === 0;
}

try {
  const options = webhooksOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    process.exitCode = (await run(options)) ? 0 : 1;
  }
} catch (error) {
  console.error(error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
