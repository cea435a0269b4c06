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
import { newRootKey, openChainProgram } from "@tessera/server/testing/chain-program";
import { TEST_XPUB } from "@tessera/server/testing/test-xpub";
import postgres, { type Sql } from "postgres";
import { type ChainOptions, chainOptionsOf } from "./chain-options.ts";
import { checkChain } from "./check-chain.ts";
import { LabChain } from "./lab-chain.ts";
import { LabNode } from "./lab-node.ts";
import { ChainWalk, LAB_DECIMALS, labChainSettings } from "./walk-chain.ts";

/**
 * The lab of deposits on chain: reorganizations at every depth and stage, several servers at once,
 * nodes that fail and lie, and killed connections. Afterwards, a checker that shares no code with
 * the product compares the database with the chain.
 */

const CHAIN_ID = 1337;
const NODES = 2;
const started = performance.now();

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** Ends the connections with which servers read and write. The job queue does nothing here. */
async function killConnections(admin: Sql, appUrl: string): Promise<void> {
  const { pathname, username } = new URL(appUrl);
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${pathname.slice(1)} and usename = ${decodeURIComponent(username)}
      and application_name <> 'tessera-jobs'`;
}

/** Makes one walk. Returns what is wrong afterwards. */
async function walk(seed: number, options: ChainOptions, admin: Sql): Promise<string[]> {
  const database = await createTestDatabase({ migrations });
  const chain = new LabChain(`seed ${seed}`);
  const nodes = Array.from({ length: NODES }, () => new LabNode(chain, CHAIN_ID, LAB_DECIMALS));
  const urls = await Promise.all(nodes.map((node) => node.listen()));
  const rootKey = newRootKey();
  const programs = await Promise.all(
    Array.from({ length: options.servers }, (_, place) => {
      // Each server prefers another node.
      const rpcUrls = urls.map((_url, n) => urls[(n + place) % urls.length] ?? "");
      const env = labChainSettings(rpcUrls, CHAIN_ID, TEST_XPUB);
      return openChainProgram({ appUrl: database.appUrl, env, rootKey });
    }),
  );
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    const parts = { programs, nodes, chain };
    const made = new ChainWalk(
      { ...parts, killConnections: () => killConnections(admin, database.appUrl) },
      seed,
    );
    const truth = await made.run(options.steps);
    const problems = await checkChain(sql, truth);
    const [row] = await sql<{ credits: number; retractions: number; replaced: number }[]>`
      select (select count(*)::int from deposit_payment where credited_at is not null) as credits,
        (select count(*)::int from deposit_retraction) as retractions,
        (select coalesce(sum(n), 0)::int from evm_count where what = 'refuted') as replaced`;
    const { reorganizations, faults, kills } = made.counts;
    say(
      `seed ${seed}: ${row?.credits} credited, ${row?.retractions} taken back, ` +
        `${row?.replaced} lies replaced; ${reorganizations} reorganizations, ${faults} faults of ` +
        `nodes, ${kills} kills: ${problems.length === 0 ? "right" : "WRONG"}`,
    );
    return problems;
  } finally {
    await sql.end();
    await Promise.all(programs.map((program) => program.close()));
    await Promise.all(nodes.map((node) => node.close()));
    await database.drop();
  }
}

async function run(options: ChainOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-chain-"));
  // The server may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedServer({
    dataDir: path.join(folder, "pg"),
    settings: TEST_SERVER_SETTINGS,
  });
  process.env[TEST_OWNER_URL] = server.ownerUrl;
  const admin = postgres(server.superuserUrl, { max: 1, onnotice: () => undefined });
  const wrong: number[] = [];
  const { first, last } = options.seeds;
  let next = first;
  /** Makes one walk after the other until none is left. */
  async function makeWalks(): Promise<void> {
    while (next <= last) {
      const seed = next;
      next += 1;
      const problems = await walk(seed, options, admin);
      if (problems.length > 0) {
        wrong.push(seed);
        console.log(problems.slice(0, 10).join("\n"));
      }
    }
  }
  try {
    // Migrates the template from which the walks' databases are copied, once for all.
    await (await createTestDatabase({ migrations })).drop();
    // Most of a walk's time is waiting for nodes that stall and for connections that were killed.
    await Promise.all(Array.from({ length: options.atOnce }, makeWalks));
  } finally {
    await admin.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const walks = last - first + 1;
  say(
    wrong.length === 0
      ? `nothing is wrong in ${walks} walks`
      : `wrong in ${wrong.length} of ${walks} walks: seeds ${wrong.join(", ")}`,
  );
  return wrong.length === 0;
}

// As the server does: a killed connection can reject a promise that nobody awaits any more.
process.on("unhandledRejection", (reason) => {
  say(`nobody awaited: ${reason instanceof Error ? reason.message : String(reason)}`);
});

try {
  const options = chainOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    process.exitCode = (await run(options)) ? 0 : 1;
  }
} catch (error) {
  console.error(error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
