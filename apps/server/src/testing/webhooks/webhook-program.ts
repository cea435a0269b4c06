import type { Movement } from "@tessera/ledger";
import { createEndpoint } from "../../developers/webhooks/create-endpoint.ts";
import { createSender } from "../../developers/webhooks/send-request.ts";
import { webhookSender } from "../../developers/webhooks/sender.ts";
import { startWebhooks } from "../../developers/webhooks/start-webhooks.ts";
import { verifyEndpoint } from "../../developers/webhooks/try-endpoint.ts";
import { openCustomer } from "../../identity/people/index.ts";
import { createAuthenticator, issueProof, openSession } from "../../identity/sessions/index.ts";
import { readConfig } from "../../platform/config/config.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { createContext } from "../../platform/create-context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { newId } from "../../platform/ids.ts";
import { startLedgerUpkeep } from "../../platform/jobs/ledger-upkeep.ts";
import { replaceService } from "../../platform/service.ts";
import { createLogger } from "../../platform/telemetry/logger.ts";
import { giveMoney } from "../give-money.ts";
import { PATIENCE_MS, patientUrl } from "../patient-database.ts";

/** A customer of the lab. */
export interface LabSubscriber {
  readonly customerId: string;
  /** Creates an endpoint, whose secret it returns. */
  newEndpoint(url: string): Promise<{ readonly id: string; readonly secret: string }>;
  /** Sends a challenge to an endpoint. Returns whether it is active. */
  verify(id: string): Promise<boolean>;
  /** Writes a deposit of a cent. */
  deposit(): Promise<void>;
  /** Writes a payment that waits, and returns its id. */
  hold(): Promise<string>;
  /** Ends a payment that waits, by a step. */
  release(id: string): Promise<void>;
  /** Writes a declined payment. */
  decline(): Promise<void>;
  /** Records that a card was frozen or unfrozen. */
  freeze(action: "card.freeze" | "card.unfreeze"): Promise<void>;
}

/** One server of the program, without its routes: it seals, derives events and sends them. */
interface WebhookProgram {
  newSubscriber(): Promise<LabSubscriber>;
  /** Starts what a server repeats. */
  work(): Promise<void>;
  close(): Promise<void>;
}

async function signIn(context: AppContext): Promise<Session> {
  const token = await inTransaction(context.db, async (tx) => {
    const email = `${newId()}@example.com`;
    const given = { email, passwordHash: "none", locale: "en", requestId: null } as const;
    const person = await openCustomer(context, tx, { ...given, acceptance: null });
    const visitor = { ip: "127.0.0.1", device: "test", remember: true };
    return openSession(context, tx, person?.id ?? "", visitor);
  });
  const session = await createAuthenticator(context).session(token);
  if (session === undefined) {
    throw new Error("a session did not open");
  }
  return session;
}

function subscriberOf(context: AppContext, session: Session): LabSubscriber {
  const { customerId } = session;
  const requestId = "lab";
  const submit = async (given: Pick<Movement, "id" | "kind" | "status"> & Partial<Movement>) => {
    const { outcome } = await context.ledger.submit({
      ...{ customerId, cardId: null, parentId: null, currency: "USD", amountMinor: -1n },
      ...{ feeMinor: 0n, title: "", data: {}, eventAt: context.clock.now(), clientKey: null },
      ...{ legs: [], ...given },
    });
    if (outcome !== "posted") {
      throw new Error(`a movement of the lab was not posted: ${outcome}`);
    }
  };
  const nextId = () => newId(context.clock.now());
  return {
    customerId,
    async newEndpoint(url) {
      await issueProof(context, context.db.kysely, {
        ...{ session, factor: "password", subject: undefined },
      });
      const body = { name: "Lab", url, types: [], cards: [] };
      const { endpoint, secret } = await createEndpoint(context, { session, body, requestId });
      return { id: endpoint.id, secret };
    },
    async verify(id) {
      const { endpoint } = await verifyEndpoint(context, { session, id, requestId });
      return endpoint.status === "active";
    },
    deposit: () => giveMoney(context, { customerId, currency: "USD", amountMinor: 1n }),
    async hold() {
      const id = nextId();
      await submit({ id, kind: "purchase", status: "processing" });
      return id;
    },
    async release(id) {
      const statusChanges = [{ movementId: id, status: "expired" }] as const;
      const step = { id: nextId(), kind: "expiry", status: "completed", parentId: id } as const;
      await submit({ ...step, statusChanges });
    },
    decline: () => submit({ id: nextId(), kind: "purchase", status: "declined" }),
    async freeze(action) {
      const object = nextId();
      const record = { action, actor: "system", customerId, object, requestId, data: {} };
      await inTransaction(context.db, (tx) =>
        context.ledger.appendAudit(tx, [{ ...record, outcome: "ok" }]),
      );
    },
  };
}

/** Opens a server of the program on a database that may be shared with others. */
export async function openWebhookProgram(options: {
  readonly appUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** The key that all servers of the program share. */
  readonly rootKey: Buffer;
  /** Plants a bug: the sender sends to whatever address a name has. */
  readonly trustsNames?: boolean;
}): Promise<WebhookProgram> {
  const config = readConfig({ TESSERA_MODE: "sandbox", LOG_LEVEL: "silent", ...options.env });
  const { context, close } = await createContext({
    config,
    log: createLogger(config.log),
    rootKey: options.rootKey,
    databaseUrl: patientUrl(options.appUrl),
    acquireTimeoutMs: PATIENCE_MS,
  });
  if (options.trustsNames === true) {
    const trusting = createSender({ ...config.webhooks, isAllowed: () => true });
    replaceService(context, webhookSender, trusting);
  }
  return {
    newSubscriber: async () => subscriberOf(context, await signIn(context)),
    async work() {
      await startLedgerUpkeep(context);
      startWebhooks(context);
    },
    close,
  };
}
