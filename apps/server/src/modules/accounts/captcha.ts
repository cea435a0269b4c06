import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { forgetCaptchas, insertCaptcha, takeCaptcha } from "./captcha.repository.ts";
import { drawCaptcha } from "./draw-captcha.ts";

const LIFETIME_SECONDS = 120;
const MAX_LIVE = 5_000;
const LENGTH = 6;
/** Without pairs that look alike once bent: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const ALPHABET = "34679ACDEFGHJKMNPQRTUVWXY";

export interface Captcha {
  readonly id: string;
  /** PNG. */
  readonly image: Buffer;
}

function answerHash(context: AppContext, id: string, answer: string): Buffer {
  const plain = answer.normalize("NFKC").replace(/\s+/g, "").toUpperCase();
  return context.keys.hmac("captcha", `${id}\n${plain}`);
}

function randomAnswer(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/**
 * A new picture, good for one try within 120 seconds.
 *
 * @throws Refusal `overloaded` when too many wait for an answer
 */
export async function issueCaptcha(context: AppContext): Promise<Captcha> {
  const { config, db, clock } = context;
  const id = randomBytes(16).toString("base64url");
  const answer = config.captchaAnswer ?? randomAnswer();
  const now = clock.now();
  const captcha = {
    id,
    answerHash: answerHash(context, id, answer),
    expiresAt: new Date(now.getTime() + LIFETIME_SECONDS * 1_000),
  };
  if (!(await insertCaptcha(db.kysely, captcha, MAX_LIVE))) {
    await forgetCaptchas(db.kysely, now);
    if (!(await insertCaptcha(db.kysely, captcha, MAX_LIVE))) {
      throw new Refusal("overloaded", { retryAfterSeconds: LIFETIME_SECONDS });
    }
  }
  return { id, image: await drawCaptcha(answer) };
}

/**
 * Uses a captcha up, whatever the answer.
 *
 * @throws Refusal `captcha_invalid`
 */
export async function spendCaptcha(context: AppContext, id: string, answer: string): Promise<void> {
  const captcha = await takeCaptcha(context.db.kysely, id);
  const given = answerHash(context, id, answer);
  const isRight = captcha !== undefined && timingSafeEqual(captcha.answerHash, given);
  if (!isRight || captcha.expiresAt <= context.clock.now()) {
    throw new Refusal("captcha_invalid");
  }
}
