import { CODE_LIFETIME_SECONDS } from "@tessera/contract/constants";
import type { Locale } from "@tessera/contract/errors/locales";
import { enqueueMail } from "../../adapters/mail/index.ts";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import type { Limit } from "../../platform/rate-limit/rate-limit.ts";
import { issueCode, takeMailQuota } from "../email-codes/index.ts";
import { alreadyRegisteredMail, codeMail, findPersonByName } from "../people/index.ts";
import { spendCaptchaFor } from "../sign-in/index.ts";

interface SendCodeInput {
  readonly email: string;
  readonly purpose: "register" | "reset";
  readonly captchaId: string;
  readonly captchaCode: string;
  readonly locale: Locale;
  readonly ip: string;
  /** What the cell that passed the call on has settled already. */
  readonly settled?: { readonly captchaId: string | undefined };
}

const RESEND_SECONDS = 60;

const RECIPIENT_LIMITS: readonly Limit[] = [
  { bucket: "send-code-minute", max: 1, windowSeconds: RESEND_SECONDS },
  { bucket: "send-code-hour", max: 5, windowSeconds: 3_600 },
  { bucket: "send-code-day", max: 10, windowSeconds: 86_400 },
];
const MAILBOX_LIMITS: readonly Limit[] = [
  { bucket: "send-code-mailbox-hour", max: 10, windowSeconds: 3_600 },
  { bucket: "send-code-mailbox-day", max: 30, windowSeconds: 86_400 },
];

function mailFor(
  { config }: AppContext,
  { email, purpose, locale }: SendCodeInput,
  code: string,
  isKnown: boolean,
) {
  if (isKnown !== (purpose === "reset")) {
    return isKnown
      ? { to: email, locale, content: alreadyRegisteredMail(`${config.publicUrl}/login`)[locale] }
      : null;
  }
  return { to: email, locale, content: codeMail(purpose, code)[locale] };
}

/**
 * Emails a code. Whether the address has an account affects only which email is sent, if any. The
 * caller cannot tell the difference, because the response and the work done before it are the same.
 *
 * @throws Refusal `captcha_invalid`, `rate_limited`
 * @throws ElsewhereError if the email belongs to another cell
 */
export async function sendCode(
  context: AppContext,
  input: SendCodeInput,
): Promise<{ expiresInSeconds: number; retryAfterSeconds: number }> {
  await spendCaptchaFor(context, input);
  // This runs after the captcha check, so that a mistyped captcha does not cost a minute of
  // waiting.
  await takeMailQuota(context, {
    email: input.email,
    ip: input.ip,
    recipientLimits: RECIPIENT_LIMITS,
    mailboxLimits: MAILBOX_LIMITS,
  });
  await inTransaction(context.db, async (tx) => {
    const person = await findPersonByName(tx, input.email);
    const code = await issueCode(context, tx, input.purpose, input.email);
    const mail = mailFor(context, input, code, person !== undefined);
    await enqueueMail(context, tx, mail, CODE_LIFETIME_SECONDS);
  });
  return { expiresInSeconds: CODE_LIFETIME_SECONDS, retryAfterSeconds: RESEND_SECONDS };
}
