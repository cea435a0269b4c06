import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import type { MailContent } from "./render-mail.ts";

/** One mail, to be laid out when it is sent. */
export interface Mail {
  /** One address, nothing else. */
  readonly to: string;
  readonly locale: Locale;
  readonly content: MailContent;
}

export const MAIL_QUEUE = "mail";

/** What lies in the queue: nobody who reads the database reads a code or a link. */
export interface SealedMail {
  readonly id: string;
  readonly sealed: string;
  /** When nobody has any use for it any more. */
  readonly expiresAt: string;
}

/** Size that every sealed mail is filled up to, so that length does not tell one from another. */
const SEALED_BYTES = 4 * 1_024;

/**
 * Sends a mail once the transaction has committed, and again until a server takes it or it
 * expires. `null` does the same work and sends nothing: the caller's answer then takes as long
 * whether or not there was anybody to write to.
 */
export async function enqueueMail(
  { keys, jobs, clock }: Pick<AppContext, "keys" | "jobs" | "clock">,
  tx: Tx,
  mail: Mail | null,
  lifetimeSeconds: number,
): Promise<void> {
  const id = newId();
  const plain = Buffer.from(JSON.stringify(mail));
  const padding = Buffer.alloc(Math.max(0, SEALED_BYTES - plain.length), " ");
  const sealed = keys.seal("mail", Buffer.concat([plain, padding]), id);
  const expiresAt = new Date(clock.now().getTime() + lifetimeSeconds * 1_000);
  const payload: SealedMail = {
    id,
    sealed: sealed.toString("base64"),
    expiresAt: expiresAt.toISOString(),
  };
  await jobs.enqueue(tx, MAIL_QUEUE, payload);
}

/** The mail of a queued payload. */
export function openMail({ keys }: Pick<AppContext, "keys">, payload: SealedMail): Mail | null {
  const plain = keys.open("mail", Buffer.from(payload.sealed, "base64"), payload.id);
  const value: Mail | null = JSON.parse(plain.toString());
  return value;
}
