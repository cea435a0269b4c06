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
import { AnvilNode } from "@tessera/server/testing/anvil-node";
import { openPayoutProgram, unknownIsUnsent } from "@tessera/server/testing/payout-program";
import { balanceOf, fundWallet, TestSigner } from "@tessera/server/testing/payout-setup";
import postgres, { type Sql } from "postgres";
import { checkPayouts, type PaidOnChain } from "./check-payouts.ts";
import { type PayoutOptions, payoutOptionsOf } from "./payout-options.ts";
import { PayoutWalk } from "./walk-payouts.ts";

/**
 * The lab of payouts on chain: two servers, a real signer with its record, and a local node, while
 * all of them fail. Afterwards, a checker that shares no code with the product compares the chain's
 * logs with the database.
 */

const SERVERS = 2;
const REPLACE_AFTER_MS = 60;
const FUNDED_RAW = 50_000_000_000n;
/** More than any reorganization replaces. */
const FUNDING_BLOCKS = 120;
const START_MINOR = 100_000n;
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const started = performance.now();

type Token = Parameters<typeof fundWallet>[1]["token"];

function say(text: string): void {
  const seconds = ((performance.now() - started) / 1_000).toFixed(0).padStart(4);
  console.log(`${seconds} s  ${text}`);
}

/** Reads from the chain's logs what left the wallet. */
async function paidFrom(node: AnvilNode, token: Token, wallet: string): Promise<PaidOnChain[]> {
  interface Log {
    readonly transactionHash: string;
    readonly topics: readonly string[];
    readonly data: string;
  }
  const from = `0x${wallet.slice(2).toLowerCase().padStart(64, "0")}`;
  const filter = { address: token, fromBlock: "0x0", toBlock: "latest", topics: [TRANSFER, from] };
  const logs = await node.rpc<Log[]>("eth_getLogs", [filter]);
  return logs.map(({ transactionHash, topics, data }) => ({
    transactionHash,
    to: `0x${(topics[2] ?? "").slice(-40)}`,
    amountRaw: BigInt(data),
  }));
}

async function killConnections(admin: Sql, appUrl: string): Promise<void> {
  const { pathname, username } = new URL(appUrl);
  await admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${pathname.slice(1)} and usename = ${decodeURIComponent(username)}
      and application_name <> 'tessera-jobs'`;
}

interface Place {
  readonly node: AnvilNode;
  readonly token: Token;
  readonly admin: Sql;
}

/** Makes one walk, with a wallet, a signer and a database of its own. Returns what is wrong. */
async function walk(seed: number, options: PayoutOptions, place: Place): Promise<string[]> {
  const { node, token, admin } = place;
  const signer = new TestSigner(token);
  const [database] = await Promise.all([createTestDatabase({ migrations }), signer.start()]);
  const rootKey = randomBytes(32);
  await fundWallet(node, { token, wallet: signer.wallet, amountRaw: FUNDED_RAW });
  // No reorganization of the walk takes the wallet's money back.
  await node.mine(FUNDING_BLOCKS);
  const programs = await Promise.all(
    Array.from({ length: SERVERS }, () =>
      openPayoutProgram({
        ...{ appUrl: database.appUrl, rootKey, replaceAfterMs: REPLACE_AFTER_MS },
        env: signer.env(node, token),
        plant: options.control ? unknownIsUnsent : undefined,
      }),
    ),
  );
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  const countOpen = async () => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from withdrawal where ended_at is null`;
    return row?.n ?? 0;
  };
  try {
    const kill = () => killConnections(admin, database.appUrl);
    const made = new PayoutWalk({ programs, node, signer, killConnections: kill, countOpen }, seed);
    const asked = await made.run(options.steps);
    const paid = await paidFrom(node, token, signer.wallet);
    const heldRaw = await balanceOf(node, token, signer.wallet);
    const truth = { asked, paid, heldRaw, startMinor: START_MINOR, fundedRaw: FUNDED_RAW };
    const problems = await checkPayouts(sql, truth);
    const [row] = await sql<{ replaced: number }[]>`
      select count(*)::int as replaced from evm_payout_transaction where attempt > 1`;
    const { lostAnswers, kills, drops, spikes, reorganizations } = made.counts;
    say(
      `seed ${seed}: ${asked.length} withdrawals, ${paid.length} paid, ${row?.replaced} ` +
        `replacements; ${lostAnswers} answers lost, ${kills} kills, ${drops} drops, ${spikes} ` +
        `spikes, ${reorganizations} reorganizations: ${problems.length === 0 ? "right" : "WRONG"}`,
    );
    return problems;
  } finally {
    await sql.end();
    await Promise.all(programs.map((program) => program.close()));
    await signer.stop();
    await rm(signer.folder, { recursive: true, force: true });
    await database.drop();
  }
}

/** Makes every walk. Returns the seeds after which something was wrong. */
async function walkAll(options: PayoutOptions, place: Place): Promise<number[]> {
  const wrong: number[] = [];
  const { first, last } = options.seeds;
  for (let seed = first; seed <= last; seed += 1) {
    const problems = await walk(seed, options, place);
    if (problems.length > 0) {
      wrong.push(seed);
      console.log(problems.slice(0, 10).join("\n"));
    }
  }
  return wrong;
}

async function run(options: PayoutOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "tessera-payout-"));
  // The server may run as another user, who must be able to access the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedServer({
    dataDir: path.join(folder, "pg"),
    settings: TEST_SERVER_SETTINGS,
  });
  process.env[TEST_OWNER_URL] = server.ownerUrl;
  const admin = postgres(server.superuserUrl, { max: 1, onnotice: () => undefined });
  const node = await AnvilNode.start();
  try {
    const token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
    const wrong = await walkAll(options, { node, token, admin });
    const walks = options.seeds.last - options.seeds.first + 1;
    say(
      wrong.length === 0
        ? `nothing is wrong in ${walks} walks`
        : `wrong in ${wrong.length} of ${walks} walks: seeds ${wrong.join(", ")}`,
    );
    return options.control ? wrong.length > 0 : wrong.length === 0;
  } finally {
    await node.stop();
    await admin.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

// As the server does: a killed connection can reject a promise that nobody awaits any more.
process.on("unhandledRejection", (reason) => {
  say(`nobody awaited: ${reason instanceof Error ? reason.message : String(reason)}`);
});

try {
  const options = payoutOptionsOf(process.argv.slice(2));
  if (options !== undefined) {
    process.exitCode = (await run(options)) ? 0 : 1;
  }
} catch (error) {
  console.error(error);
  process.exitCode = error instanceof TypeError || error instanceof RangeError ? 2 : 1;
}
