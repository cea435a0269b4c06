import type { Locale } from "@tessera/contract/errors/locales";
import { type AppContext, inTransaction } from "../../platform/context.ts";
import { limitsOf } from "../../platform/route.ts";
import { enqueueMail } from "../mail/index.ts";
import { alreadyRegisteredMail, verificationMail } from "./account-mails.ts";
import { spendCaptcha } from "./captcha.ts";
import { choosePassword } from "./choose-password.ts";
import { findPersonByName } from "./people.repository.ts";
import { insertRegistration } from "./registrations.repository.ts";
import { newToken } from "./token.ts";

interface RequestRegistrationInput {
  readonly email: string;
  readonly password: string;
  readonly captchaId: string;
  readonly captchaCode: string;
  readonly locale: Locale;
}

/** A day, since some servers hold mail back; it opens an empty account, once, and nothing else. */
const LINK_LIFETIME_SECONDS = 86_400;

/** The same for an address whether or not it has an account. */
function addressLimits(email: string) {
  return [
    { bucket: "register-link-minute", max: 1, windowSeconds: 60, key: email },
    { bucket: "register-link-day", max: 10, windowSeconds: 86_400, key: email },
  ];
}

/**
 * Mails a link that opens the customer. An address with an account gets a mail that says so, and
 * the caller the same answer after the same work.
 *
 * @throws Refusal `captcha_invalid`, `rate_limited`
 */
export async function requestRegistration(
  context: AppContext,
  input: RequestRegistrationInput,
): Promise<void> {
  const { email, locale } = input;
  const { publicUrl } = context.config;
  await spendCaptcha(context, input.captchaId, input.captchaCode);
  await limitsOf(context).take(addressLimits(email));
  const passwordHash = await choosePassword(context, input.password, { email });
  const { token, hash } = newToken("vl1_");
  const expiresAt = new Date(context.clock.now().getTime() + LINK_LIFETIME_SECONDS * 1_000);
  await inTransaction(context.db, async (tx) => {
    const person = await findPersonByName(tx, email);
    await insertRegistration(tx, { tokenHash: hash, email, passwordHash, locale, expiresAt });
    const content =
      person === undefined
        ? verificationMail(`${publicUrl}/verify-email?token=${token}`)
        : alreadyRegisteredMail(`${publicUrl}/login`);
    const mail = { to: email, locale, content: content[locale] };
    await enqueueMail(context, tx, mail, LINK_LIFETIME_SECONDS);
  });
}
