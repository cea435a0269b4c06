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
import { balanceOf, fundWallet } from "@tessera/server/testing/payout-setup";
import { type SignerFolder, TestSigner } from "@tessera/server/testing/test-signer";
import postgres, { type Sql } from "postgres";
import { checkPayouts, type PaidOnChain } from "./check-payouts.ts";
import { type PayoutOptions, payoutOptionsOf } from "./payout-options.ts";
import { ServerProcess } from "./processes/server-process.ts";
import { SignerProcess } from "./processes/signer-process.ts";
import { type LabSigner, PayoutWalk, type PayoutWalkParts } from "./walk-payouts.ts";

/**
 * The lab of payouts on chain: two servers, a real signer with its record, and a local node, while
 * all of them fail. In a part of the walks they are processes that are really killed. Afterwards, a
 * checker that shares no code with the product compares the chain's logs with the database.
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

/**
 * Lets the database forget what it knew of open payouts, as a restore to an earlier time does:
 * their nonces, or the transactions that replaced others.
 */
async function forget(sql: Sql, what: "nonces" | "replacements"): Promise<void> {
  if (what === "replacements") {
    await sql`
      delete from evm_payout_transaction where attempt > 1 and payout_id in (
        select id from evm_payout where ended_at is null)`;
    return;
  }
  await sql.begin(async (tx) => {
    const rows = await tx<{ id: string; nonce: bigint }[]>`
      select id, nonce from evm_payout where ended_at is null and nonce is not null for update`;
    const ids = rows.map(({ id }) => id);
    await tx`delete from evm_payout_transaction where payout_id = any(${ids}::uuid[])`;
    await tx`
      update evm_payout set state = 'waiting', nonce = null, reason = null
      where id = any(${ids}::uuid[])`;
    const least = rows.map(({ nonce }) => Number(nonce)).sort((a, b) => a - b)[0];
    await tx`
      update evm_wallet set next_nonce = least(next_nonce, ${least ?? Number.MAX_SAFE_INTEGER})`;
  });
}

interface Place {
  readonly node: AnvilNode;
  readonly token: Token;
  readonly admin: Sql;
}

/** What takes part in a walk. */
interface Parties extends Pick<PayoutWalkParts, "desks" | "servers" | "ownsNode"> {
  readonly signer: SignerFolder & LabSigner;
  readonly place: Place;
  close(): Promise<void>;
}

/** Opens a walk whose parties are in this process, but for the node and PostgreSQL. */
async function openTogether(
  place: Place,
  database: { readonly appUrl: string },
  control: PayoutOptions["control"],
): Promise<Parties> {
  const signer = new TestSigner(place.token);
  await signer.start();
  const rootKey = randomBytes(32);
  const programs = await Promise.all(
    Array.from({ length: SERVERS }, () =>
      openPayoutProgram({
        ...{ appUrl: database.appUrl, rootKey, replaceAfterMs: REPLACE_AFTER_MS },
        env: signer.env(place.node, place.token),
        plant: control === "unknown-is-unsent" ? unknownIsUnsent : undefined,
      }),
    ),
  );
  const close = async () => {
    await Promise.all(programs.map((program) => program.close()));
    await signer.stop();
  };
  return { desks: programs, servers: programs, ownsNode: false, signer, place, close };
}

/** Opens a walk whose servers, signer and node are processes of their own. */
async function openProcesses(
  { admin }: Place,
  database: { readonly appUrl: string },
): Promise<Parties> {
  const node = await AnvilNode.start();
  const token = await node.deploy("PlainToken", "Tether USD", "USDT", 6);
  const signer = new SignerProcess(token);
  const options = {
    ...{ appUrl: database.appUrl, rootKey: randomBytes(32), replaceAfterMs: REPLACE_AFTER_MS },
    env: signer.env(node, token),
  };
  const [desk, servers] = await Promise.all([
    openPayoutProgram(options),
    Promise.all(Array.from({ length: SERVERS }, () => ServerProcess.open(options))),
    signer.start(),
  ]);
  const close = async () => {
    await Promise.all([desk, ...servers].map((one) => one.close()));
    await signer.stop();
    await node.stop();
  };
  const place = { node, token, admin };
  return { desks: [desk], servers, ownsNode: true, signer, place, close };
}

/** Makes one walk, with a wallet, a signer and a database of its own. Returns what is wrong. */
async function walk(seed: number, options: PayoutOptions, shared: Place): Promise<string[]> {
  const from = performance.now();
  const { control, processesEvery, steps } = options;
  const isApart = control === undefined && seed % processesEvery === 0;
  const database = await createTestDatabase({ migrations });
  const parties = isApart
    ? await openProcesses(shared, database)
    : await openTogether(shared, database, control);
  const { signer, place } = parties;
  const { node, token, admin } = place;
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => undefined });
  const countOpen = async () => {
    const [row] = await sql<{ n: number }[]>`
      select count(*)::int as n from withdrawal where ended_at is null`;
    return row?.n ?? 0;
  };
  try {
    await fundWallet(node, { token, wallet: signer.wallet, amountRaw: FUNDED_RAW });
    // No reorganization of the walk takes the wallet's money back.
    await node.mine(FUNDING_BLOCKS);
    const made = new PayoutWalk(
      {
        ...{ ...parties, node, countOpen },
        killConnections: () => killConnections(admin, database.appUrl),
        async forget(what) {
          await forget(sql, what);
          if (control === "nonce-reuse") {
            await signer.stop();
            signer.forget();
            await signer.start();
          }
        },
      },
      seed,
    );
    const asked = await made.run(steps);
    const paid = await paidFrom(node, token, signer.wallet);
    const heldRaw = await balanceOf(node, token, signer.wallet);
    const truth = { asked, paid, heldRaw, startMinor: START_MINOR, fundedRaw: FUNDED_RAW };
    const problems = await checkPayouts(sql, truth);
    const [row] = await sql<{ replaced: number }[]>`
      select count(*)::int as replaced from evm_payout_transaction where attempt > 1`;
    const counts = { withdrawals: asked.length, paid: paid.length, ...row, ...made.counts };
    const counted = Object.entries(counts).map(([what, n]) => `${n} ${wordsOf(what)}`);
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    say(
      `seed ${seed}${isApart ? ", as processes" : ""}: ${counted.join(", ")}; ${seconds} s: ` +
        (problems.length === 0 ? "right" : "WRONG"),
    );
    return problems;
  } finally {
    await sql.end();
    await parties.close();
    await rm(signer.folder, { recursive: true, force: true });
    await database.drop();
  }
}

/** Returns `lost answers` for `lostAnswers`. */
function wordsOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
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
    return options.control === undefined ? wrong.length === 0 : wrong.length > 0;
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
