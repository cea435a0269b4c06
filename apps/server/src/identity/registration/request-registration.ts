import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail } from "../../adapters/mail/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Limit } from "../../platform/rate-limit/rate-limit.ts";
import { takeMailQuota } from "../email-codes/index.ts";
import { acceptanceOrigin } from "../legal/index.ts";
import { choosePassword } from "../passwords/index.ts";
import { alreadyRegisteredMail, findPersonByName, verificationMail } from "../people/index.ts";
import type { Visitor } from "../sessions/index.ts";
import { newToken } from "../sessions/index.ts";
import { spendCaptchaFor } from "../sign-in/index.ts";
import { insertRegistration } from "./registrations.repository.ts";

interface RequestRegistrationInput {
  readonly email: string;
  readonly password: string;
  readonly captchaId: string;
  readonly captchaCode: string;
  readonly locale: Locale;
  readonly visitor: Visitor;
  /** What the cell that passed the call on has settled already. */
  readonly settled?: { readonly captchaId: string | undefined };
}

/**
 * One day, since some mail servers delay messages. The link opens an empty account, once, and can
 * do nothing else.
 */
const LINK_LIFETIME_SECONDS = 86_400;

/** These apply whether or not the email has an account. */
const RECIPIENT_LIMITS: readonly Limit[] = [
  { bucket: "register-link-minute", max: 1, windowSeconds: 60 },
  { bucket: "register-link-day", max: 10, windowSeconds: 86_400 },
];
const MAILBOX_LIMITS: readonly Limit[] = [
  { bucket: "register-link-mailbox-hour", max: 10, windowSeconds: 3_600 },
  { bucket: "register-link-mailbox-day", max: 30, windowSeconds: 86_400 },
];

/**
 * Emails a link that creates the customer. If the address already has an account, the email says
 * so, while the caller gets the same response after the same amount of work.
 *
 * @throws Refusal `captcha_invalid`, `rate_limited`
 * @throws ElsewhereError if the email belongs to another cell
 */
export async function requestRegistration(
  context: AppContext,
  input: RequestRegistrationInput,
): Promise<void> {
  const { email, locale, visitor } = input;
  const { publicUrl } = context.config;
  await spendCaptchaFor(context, input);
  await takeMailQuota(context, {
    email,
    ip: visitor.ip,
    recipientLimits: RECIPIENT_LIMITS,
    mailboxLimits: MAILBOX_LIMITS,
  });
  const passwordHash = await choosePassword(context, input.password, { email });
  const { token, hash } = newToken("vl", context.directory.cell);
  const requestedAt = context.clock.now();
  const expiresAt = new Date(requestedAt.getTime() + LINK_LIFETIME_SECONDS * 1_000);
  const origin = acceptanceOrigin(visitor.ip, visitor.device);
  await inTransaction(context.db, async (tx) => {
    const person = await findPersonByName(tx, email);
    await insertRegistration(tx, {
      tokenHash: hash,
      email,
      passwordHash,
      locale,
      expiresAt,
      requestedAt,
      ...origin,
    });
    const content =
      person === undefined
        ? verificationMail(`${publicUrl}/verify-email?token=${token}`)
        : alreadyRegisteredMail(`${publicUrl}/login`);
    const mail = { to: email, locale, content: content[locale] };
    await enqueueMail(context, tx, mail, LINK_LIFETIME_SECONDS);
  });
}
