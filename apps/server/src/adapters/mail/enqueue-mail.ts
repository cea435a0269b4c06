import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext, Tx } from "../../platform/context.ts";
import { newId } from "../../platform/ids.ts";
import { jobQueueReader } from "../../platform/jobs/waiting.repository.ts";
import type { MailContent } from "./render-mail.ts";

/** An email, rendered when it is sent. */
export interface Mail {
  /** Exactly one email address. */
  readonly to: string;
  readonly locale: Locale;
  readonly content: MailContent;
}

export const MAIL_QUEUE = "mail";
/** Emails waiting to be sent, for the dashboard. */
export const mailQueue = jobQueueReader("mail", MAIL_QUEUE);

/** A queued email, encrypted so that no code or link can be read from the database. */
export interface SealedMail {
  readonly id: string;
  readonly sealed: string;
  /** The time after which the email is no longer sent. */
  readonly expiresAt: string;
}

/**
 * The size in bytes to which every encrypted email is padded, so that its length reveals nothing.
 */
const SEALED_BYTES = 4 * 1_024;

/**
 * Sends an email once the transaction has committed, and retries until a mail server accepts it or
 * it expires. If `null` is passed, does the same work without sending anything, so that the
 * response takes just as long when there is no recipient.
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

/** Decrypts a queued email. */
export function openMail({ keys }: Pick<AppContext, "keys">, payload: SealedMail): Mail | null {
  const plain = keys.open("mail", Buffer.from(payload.sealed, "base64"), payload.id);
  const value: Mail | null = JSON.parse(plain.toString());
  return value;
}
