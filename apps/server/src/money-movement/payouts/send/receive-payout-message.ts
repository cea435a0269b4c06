import { hash } from "node:crypto";
import * as z from "zod/mini";
import { isSigned, type SignedMessage } from "../../../adapters/payout/payout-signature.ts";
import type { AppContext } from "../../../platform/context.ts";
import { Refusal } from "../../../platform/http/refusal.ts";
import { findEvent, insertEvent } from "./payout-events.repository.ts";

/** An id assigned by the provider. We store it without knowing its format. */
const theirId = z.string().check(z.regex(/^[\x21-\x7e]{1,100}$/));

/**
 * The fields that are read from a message: its id and the payout it is about. Other fields are
 * ignored.
 */
const payoutMessage = z.object({ id: theirId, payout: theirId });

function read(body: Buffer): z.infer<typeof payoutMessage> {
  try {
    return payoutMessage.parse(JSON.parse(body.toString("utf8")));
  } catch (error) {
    throw new Refusal("malformed_request", { cause: error });
  }
}

/**
 * Stores a message from the payout provider in the inbox. The message's claims about the payout are
 * not trusted. Instead, we query the provider, so the order of messages does not matter.
 *
 * @throws Refusal `signature_invalid`; `malformed_request` for a signed message that cannot be
 * read; `idempotency_mismatch` if the id belongs to another message
 */
export async function receivePayoutMessage(
  { db, clock }: AppContext,
  secret: Buffer,
  message: SignedMessage,
): Promise<void> {
  const now = clock.now();
  if (!isSigned(secret, message, now)) {
    throw new Refusal("signature_invalid");
  }
  const { id, payout: payoutId } = read(message.body);
  if (id !== message.id) {
    throw new Refusal("signature_invalid", { internal: "signed under the id of another message" });
  }
  const event = { id, payoutId, bodyHash: hash("sha256", message.body, "buffer") };
  if (await insertEvent(db.kysely, event, now)) {
    return;
  }
  const earlier = await findEvent(db.kysely, id);
  if (earlier?.bodyHash.equals(event.bodyHash) !== true) {
    throw new Refusal("idempotency_mismatch", { internal: `message ${id} is another one` });
  }
}
