import {
  type CreateWebhookBody,
  MAX_WEBHOOKS,
  SECRET_OVERLAP_HOURS,
} from "@tessera/contract/developers/webhooks.schemas";
import { requireNoSecurityHold } from "../../identity/security-hold/index.ts";
import { spendProofs } from "../../identity/sessions/index.ts";
import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { newId, parseId } from "../../platform/ids.ts";
import {
  countEndpoints,
  ensureFeed,
  findOwnCards,
  insertEndpoint,
  lockEndpoint,
  type OwnEndpoint,
} from "./endpoints.repository.ts";
import { endpointOf } from "./read-webhooks.ts";
import { recordEndpoint } from "./record-endpoint.ts";
import { endSecrets } from "./secrets.repository.ts";
import { giveSecret } from "./secrets.ts";
import { webhookSender } from "./sender.ts";
import { tellOfEndpoint } from "./webhook-mails.ts";

const HOUR_MS = 3_600_000;

interface CreateInput {
  readonly session: Session;
  readonly body: CreateWebhookBody;
  readonly requestId: string;
}

/** An endpoint with its secret, which nobody can read again. */
interface EndpointWithSecret {
  readonly endpoint: OwnEndpoint;
  readonly secret: string;
}

/**
 * Returns the ids of the cards in a filter.
 *
 * @throws Refusal `invalid_input` naming those that are not the customer's
 */
export async function filteredCards(
  tx: Tx,
  customerId: string,
  cards: readonly string[],
): Promise<string[]> {
  const ids = cards.map((card) => parseId("card", card) ?? "");
  const own = await findOwnCards(tx, customerId, ids);
  const fields = ids.flatMap((id, index) =>
    own.has(id) ? [] : [{ path: `cards.${index}`, code: "unknown_id" } as const],
  );
  if (fields.length > 0) {
    throw new Refusal("invalid_input", { fields });
  }
  return [...new Set(ids)];
}

/**
 * Creates an endpoint, which gets nothing before it has answered a challenge. From the next sealed
 * block on, the customer's events are derived. Consumes the session's step-up token.
 *
 * @throws Refusal `invalid_input`, `webhook_url_refused`, `too_many_webhooks`,
 * `withdrawals_on_hold`, `proof_invalid`
 */
export async function createEndpoint(
  context: AppContext,
  { session, body, requestId }: CreateInput,
): Promise<EndpointWithSecret> {
  const { customerId } = session;
  const { name, url, types } = body;
  if (!context.use(webhookSender).accepts(url)) {
    throw new Refusal("webhook_url_refused");
  }
  return inTransaction(context.db, async (tx) => {
    // This locks the customer, which serializes the customer's requests.
    await requireNoSecurityHold(tx, customerId);
    const cards = await filteredCards(tx, customerId, body.cards);
    if (!(await spendProofs(tx, session.sessionId))) {
      throw new Refusal("proof_invalid");
    }
    if ((await countEndpoints(tx, customerId)) >= MAX_WEBHOOKS) {
      throw new Refusal("too_many_webhooks");
    }
    const now = context.clock.now();
    const id = newId(now);
    const filter = { types: [...new Set(types)], card_ids: cards };
    await tellOfEndpoint(context, tx, { customerId, name });
    await recordEndpoint(context, tx, {
      ...{ session, requestId, endpointId: id, action: "webhook.create" },
    });
    // Last, because it holds up the derivation of events until the transaction ends.
    await ensureFeed(tx, customerId, now);
    await insertEndpoint(tx, {
      id,
      customer_id: customerId,
      name,
      url,
      created_at: now,
      ...filter,
    });
    const secret = await giveSecret(context, tx, { endpointId: id, at: now });
    return { endpoint: await endpointOf(tx, customerId, id), secret };
  });
}

interface RotateInput {
  readonly session: Session;
  readonly id: string | undefined;
  readonly requestId: string;
}

/**
 * Gives an endpoint a new secret. Messages are signed with the old one, too, for 24 hours; one that
 * was replaced earlier ends at once. Consumes the session's step-up token.
 *
 * @throws Refusal `not_found`, `withdrawals_on_hold`, `proof_invalid`
 */
export async function rotateSecret(
  context: AppContext,
  { session, id, requestId }: RotateInput,
): Promise<EndpointWithSecret> {
  const { customerId } = session;
  return inTransaction(context.db, async (tx) => {
    await requireNoSecurityHold(tx, customerId);
    const row = id === undefined ? undefined : await lockEndpoint(tx, customerId, id);
    if (row === undefined) {
      throw new Refusal("not_found");
    }
    if (!(await spendProofs(tx, session.sessionId))) {
      throw new Refusal("proof_invalid");
    }
    const now = context.clock.now();
    await endSecrets(tx, row.id, new Date(now.getTime() + SECRET_OVERLAP_HOURS * HOUR_MS));
    const secret = await giveSecret(context, tx, { endpointId: row.id, at: now });
    await recordEndpoint(context, tx, {
      ...{ session, requestId, endpointId: row.id, action: "webhook.rotate" },
    });
    return { endpoint: await endpointOf(tx, customerId, row.id), secret };
  });
}
