import { type AppContext, inTransaction, type Tx } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { defineService } from "../../platform/service.ts";
import { claimMessage, type KnownMessage, keepAnswer } from "./network-messages.repository.ts";
import type { NetworkOutcome } from "./payment-request.ts";

/** A network message whose name ensures that it takes effect only once. */
export interface NetworkMessage {
  /**
   * Unique forever: `message:` plus the network's id, or `authorisation:` plus the network's
   * reference.
   */
  readonly name: string;
  /**
   * A keyed hash of the content. The content includes a card number, which a plain hash would
   * reveal.
   */
  readonly fingerprint: Buffer;
}

/** Returns the fingerprint of a message's content, which is used to detect duplicates. */
export function fingerprintOf({ keys }: AppContext, operation: string, content: object): Buffer {
  return keys.hmac("network-message", `${operation}\n${JSON.stringify(content)}`);
}

const runningMessages = defineService(
  "running network messages",
  () => new Map<string, Promise<NetworkOutcome>>(),
);

/** Runs a message once in this process; concurrent duplicates share its outcome. */
export async function oneAtATime(
  context: AppContext,
  { name, fingerprint }: NetworkMessage,
  run: () => Promise<NetworkOutcome>,
): Promise<NetworkOutcome> {
  const running = context.use(runningMessages);
  const key = `${name} ${fingerprint.toString("hex")}`;
  const first = running.get(key);
  if (first !== undefined) {
    return first;
  }
  const outcome = run();
  running.set(key, outcome);
  try {
    return await outcome;
  } finally {
    running.delete(key);
  }
}

function requireSame({ fingerprint }: NetworkMessage, known: KnownMessage | undefined): void {
  if (known !== undefined && !known.fingerprint.equals(fingerprint)) {
    throw new Refusal("message_id_used");
  }
}

/**
 * Runs a message's work in one transaction that also records its name and response, so that either
 * everything is written or nothing. A message without a name counts as new each time. If the work
 * is refused, the name stays unused.
 *
 * @param work must not request another connection while it holds this one
 * @throws Refusal `message_id_used` if the name was used for different content, and whatever `work`
 * throws
 */
export async function oncePerMessage(
  context: AppContext,
  message: NetworkMessage | undefined,
  work: (tx: Tx) => Promise<NetworkOutcome>,
): Promise<NetworkOutcome> {
  if (message === undefined) {
    return inTransaction(context.db.urgent, work);
  }
  return oneAtATime(context, message, () =>
    inTransaction(context.db.urgent, async (tx) => {
      const known = await claimMessage(tx, { ...message, receivedAt: context.clock.now() });
      requireSame(message, known);
      if (known !== undefined && known.answer !== null) {
        return known.answer;
      }
      const outcome = await work(tx);
      await keepAnswer(tx, [message.name], outcome);
      return outcome;
    }),
  );
}

/**
 * Records a payment's names in a separate transaction.
 *
 * @returns the response stored under one of the names; undefined if there is none yet
 * @throws Refusal `message_id_used` if one of the names was used for different content
 */
export async function claimMessages(
  context: AppContext,
  messages: readonly NetworkMessage[],
): Promise<NetworkOutcome | undefined> {
  return inTransaction(context.db.urgent, async (tx) => {
    let answer: NetworkOutcome | undefined;
    for (const message of messages) {
      const known = await claimMessage(tx, { ...message, receivedAt: context.clock.now() });
      requireSame(message, known);
      answer ??= known?.answer ?? undefined;
    }
    return answer;
  });
}
