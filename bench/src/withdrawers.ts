import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { inTransaction } from "@tessera/database";
import { readConfig } from "@tessera/server/config";
import { createKeys } from "@tessera/server/keys";
import { loadRootKey } from "@tessera/server/root-key";
import { addDemoTotp } from "@tessera/server/second-factor";
import type { Sql } from "postgres";
import { v7 as uuidv7 } from "uuid";
import type { Environment } from "./environment.ts";
import { type PreparedRequest, QUOTE_ID, runHttpLoad, type Taken } from "./http-load.ts";
import { answerOf, type Caller, headersOf } from "./http-population.ts";
import { serverEnvironment } from "./server-environment.ts";

/** A caller with an authenticator app and an address past its waiting period. */
export interface Withdrawer {
  readonly caller: Caller;
  readonly username: string;
  /** The id of the address in the caller's address book, as the API shows it. */
  readonly addressId: string;
}

/** The least that the sandbox's provider pays out: small enough that no withdrawal is reviewed. */
const AMOUNT = "10.00";
/** The sandbox's cheapest network. An address in lower case carries no checksum. */
const NETWORK = "BEP20";
const ADDRESS_DAYS = 30;

/** What the step-up token is bound to, as the quote shows it, and the token itself. */
const SHOWN_AMOUNT: Taken = { field: "amount", placeholder: "##.##" };
const SHOWN_ADDRESS: Taken = { field: "address", placeholder: `0x${"#".repeat(40)}` };
const PROOF: Taken = { field: "proof", placeholder: `vp1_${"#".repeat(43)}` };

const CONNECTIONS = 64;
/** How long the server may take to finish what withdrawals started, such as their emails. */
const SETTLE_WITHIN_S = 180;
const WATCH_EVERY_MS = 250;

/**
 * Gives callers an authenticator app and an address for withdrawals. Both are written directly,
 * because over the API withdrawals would be locked for a day after either of them. The apps are
 * those of a demo, whose codes the sandbox shows.
 */
export async function openWithdrawers(
  environment: Environment,
  callers: readonly Caller[],
): Promise<Withdrawer[]> {
  const { owner, db } = environment;
  const config = readConfig({ ...process.env, ...serverEnvironment(environment) });
  const keys = createKeys(await loadRootKey(config));
  const people = await owner<{ personId: string; username: string; customerId: string }[]>`
    select id as "personId", username, customer_id as "customerId" from person
    where customer_id = any(${callers.map(({ customerId }) => customerId)}::uuid[])`;
  await inTransaction(db, async (tx) => {
    for (const { personId } of people) {
      await addDemoTotp({ keys, clock: { now: () => new Date() } }, tx, personId);
    }
  });
  const personOf = new Map(people.map((person) => [person.customerId, person]));
  const places = callers.map((caller) => ({ caller, id: uuidv7() }));
  await owner`
    insert into payout_address
      (id, customer_id, client_key, label, network, address, created_at, usable_at)
    select id, customer, id::text, 'Own wallet', ${NETWORK}, address,
      now() - make_interval(days => ${ADDRESS_DAYS}), now() - make_interval(days => 1)
    from unnest(
      ${places.map(({ id }) => id)}::uuid[],
      ${places.map(({ caller }) => caller.customerId)}::uuid[],
      ${places.map(() => `0x${randomBytes(20).toString("hex")}`)}::text[]
    ) as given (id, customer, address)`;
  return places.map(({ caller, id }) => {
    const username = personOf.get(caller.customerId)?.username;
    if (username === undefined) {
      throw new Error(`customer ${caller.customerId} has no person`);
    }
    return { caller, username, addressId: `pad_${id}` };
  });
}

/**
 * Prepares withdrawals as a client makes them: the quote, the step-up token for what the quote
 * shows, and the withdrawal. Each withdrawer makes one, because a code of an authenticator app is
 * valid once. The codes are those of the server's current time, and valid for half a minute more.
 */
export async function prepareWithdrawals(
  url: string,
  withdrawers: readonly Withdrawer[],
): Promise<PreparedRequest[]> {
  const shown = await answerOf<{ data: { username: string; code: string }[] }>(
    await fetch(`${url}/sandbox/authenticator.json`),
  );
  const codeOf = new Map(shown.data.map(({ username, code }) => [username, code]));
  return withdrawers.map(({ caller, username, addressId }) => {
    const totp = codeOf.get(username);
    if (totp === undefined) {
      throw new Error(`the sandbox shows no code of ${username}`);
    }
    const headers = { ...headersOf(caller), "content-type": "application/json" };
    const quoteId = QUOTE_ID.placeholder;
    const subject = {
      ...{ operation: "withdrawal", quoteId, currency: "USD" },
      ...{ amount: SHOWN_AMOUNT.placeholder, address: SHOWN_ADDRESS.placeholder },
    };
    return {
      path: "/api/wallet/withdrawals/quote",
      headers,
      body: JSON.stringify({ addressId, amount: AMOUNT }),
      followUps: [
        {
          path: "/api/auth/proof",
          headers,
          body: JSON.stringify({ totp, subject }),
          takes: [QUOTE_ID, SHOWN_AMOUNT, SHOWN_ADDRESS],
        },
        {
          path: "/api/wallet/withdrawals",
          headers: { ...headers, "idempotency-key": uuidv7(), "x-proof": PROOF.placeholder },
          body: JSON.stringify({ quoteId }),
          takes: [QUOTE_ID, PROOF],
        },
      ],
    };
  });
}

/**
 * Cancels all withdrawals that have not ended, and waits until the server has sent their emails. A
 * payout would take many blocks of the simulated chain, and a cancel window would end during
 * another contender's measurement.
 *
 * @returns the number of canceled withdrawals
 * @throws Error if a withdrawal could not be canceled, or if the server does not settle in time
 */
export async function endWithdrawals(
  owner: Sql,
  url: string,
  withdrawers: readonly Withdrawer[],
): Promise<number> {
  const callerOf = new Map(withdrawers.map(({ caller }) => [caller.customerId, caller]));
  const open = await owner<{ id: string; customerId: string }[]>`
    select id, customer_id as "customerId" from withdrawal where ended_at is null`;
  const requests = open.map(({ id, customerId }): PreparedRequest => {
    const caller = callerOf.get(customerId);
    if (caller === undefined) {
      throw new Error(`withdrawal ${id} is not of a withdrawer`);
    }
    const path = `/api/wallet/withdrawals/wdr_${id}/cancel`;
    return { path, headers: headersOf(caller), body: "" };
  });
  const seconds = SETTLE_WITHIN_S;
  const load = { url, connections: CONNECTIONS, seconds, requests, repeat: false };
  const { sent, failed } = await runHttpLoad(load);
  if (failed > 0 || sent < requests.length) {
    throw new Error(`${sent - failed} of ${requests.length} withdrawals were canceled`);
  }
  await settle(owner);
  return sent;
}

/** Waits until no withdrawal is on its way and no email is waiting. */
async function settle(owner: Sql): Promise<void> {
  const end = performance.now() + SETTLE_WITHIN_S * 1_000;
  while (performance.now() < end) {
    const [left] = await owner<{ withdrawals: number; mails: number }[]>`
      select (select count(*) from withdrawal where ended_at is null)::int as withdrawals,
        (select count(*) from jobs.job_common
          where name = 'mail' and state < 'completed')::int as mails`;
    if (left?.withdrawals === 0 && left.mails === 0) {
      return;
    }
    await sleep(WATCH_EVERY_MS);
  }
  throw new Error(`withdrawals or their emails were still on their way after ${SETTLE_WITHIN_S} s`);
}
