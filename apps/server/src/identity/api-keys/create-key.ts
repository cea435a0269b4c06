import { type CreateKeyBody, MAX_KEYS } from "@tessera/contract/identity/api-keys.schemas";
import { paysOut } from "@tessera/contract/identity/key-scopes";
import { parseAmount } from "@tessera/money";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId } from "../../platform/ids.ts";
import { requireNoSecurityHold } from "../security-hold/index.ts";
import { spendProofs } from "../sessions/index.ts";
import { readNetwork } from "./address-list.ts";
import { tellOfKey } from "./api-key-mails.ts";
import { countKeysInUse, findKey, insertKey, type OwnKey } from "./api-keys.repository.ts";
import { giveText, keyModeOf } from "./give-text.ts";
import { scopesOf, storedScopes } from "./key-scopes.policy.ts";
import { recordKey } from "./record-key.ts";

const DAY_MS = 86_400_000;

interface CreateInput {
  readonly session: Session;
  readonly body: CreateKeyBody;
  readonly requestId: string;
}

/** A key with its text, which nobody can read again. */
export interface KeyWithText {
  readonly key: OwnKey;
  readonly text: string;
}

/**
 * Returns a list of addresses as it is stored.
 *
 * @throws Refusal `invalid_input` if an entry is no address or network, or if the list is missing
 * for a key that can send money out
 */
function checkedAddresses({ addresses, scopes }: CreateKeyBody): string[] {
  const wrong = addresses.flatMap((text, index) =>
    readNetwork(text) === undefined
      ? [{ path: `addresses.${index}`, code: "malformed" } as const]
      : [],
  );
  if (wrong.length > 0) {
    throw new Refusal("invalid_input", { fields: wrong });
  }
  if (addresses.length === 0 && paysOut(scopesOf(storedScopes(scopes)))) {
    throw new Refusal("invalid_input", { fields: [{ path: "addresses", code: "required" }] });
  }
  return [...new Set(addresses)];
}

/**
 * Returns a key's ceilings in minor units.
 *
 * @throws Refusal `invalid_input` if a call may move more than a day
 */
function checkedCeilings({ ceilings }: CreateKeyBody) {
  return ceilings.map(({ currency, perCall, perDay }, index) => {
    const [perCallMinor, perDayMinor] = [perCall, perDay].map((text) =>
      parseAmount(text, currency),
    );
    if (perCallMinor === undefined || perDayMinor === undefined) {
      throw new Error("a ceiling outside the grammar of amounts passed its schema");
    }
    if (perCallMinor > perDayMinor) {
      const path = `ceilings.${index}.perCall`;
      throw new Refusal("invalid_input", { fields: [{ path, code: "contradiction" }] });
    }
    return { currency, per_call_minor: perCallMinor, per_day_minor: perDayMinor };
  });
}

/**
 * Creates a key. Consumes the session's step-up token.
 *
 * @throws Refusal `invalid_input`, `too_many_api_keys`, `withdrawals_on_hold`, `proof_invalid`
 */
export async function createKey(context: AppContext, input: CreateInput): Promise<KeyWithText> {
  return inTransaction(context.db, (tx) => create(context, tx, input));
}

async function create(context: AppContext, tx: Tx, input: CreateInput): Promise<KeyWithText> {
  const { session, body, requestId } = input;
  const { customerId, userId } = session;
  const addresses = checkedAddresses(body);
  const ceilings = checkedCeilings(body);
  const now = context.clock.now();
  // This locks the customer, which serializes the customer's requests.
  await requireNoSecurityHold(tx, customerId);
  if (!(await spendProofs(tx, session.sessionId))) {
    throw new Refusal("proof_invalid");
  }
  if ((await countKeysInUse(tx, customerId, now)) >= MAX_KEYS) {
    throw new Refusal("too_many_api_keys");
  }
  const id = newId(now);
  const mode = keyModeOf(context);
  const scopes = storedScopes(body.scopes);
  const row = {
    id,
    customer_id: customerId,
    person_id: userId,
    name: body.name,
    mode,
    scopes,
    addresses,
    calls_per_minute: body.callsPerMinute,
    created_at: now,
    expires_at: new Date(now.getTime() + body.expiresInDays * DAY_MS),
  };
  await insertKey(tx, row, ceilings);
  const text = await giveText(context, tx, { keyId: id, at: now });
  await recordKey(context, tx, { session, requestId, keyId: id, action: "api_key.create" });
  await tellOfKey(context, tx, { customerId, name: body.name, what: "created" });
  const key = await findKey(tx, customerId, id);
  if (key === undefined) {
    throw new Error("a new API key was not found");
  }
  return { key, text };
}
