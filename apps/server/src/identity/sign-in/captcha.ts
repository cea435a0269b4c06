import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { CaptchaProof } from "@tessera/contract/identity/accounts.schemas";
import { captchaIdOf } from "../../platform/cells/cell-of-token.ts";
import { cellRoutes, ElsewhereError } from "../../platform/cells/cell-routes.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import {
  type CaptchaTask,
  forgetCaptchas,
  insertCaptcha,
  takeCaptcha,
} from "./captcha.repository.ts";
import { PROOF_WORK, type ProofWork, provesWork } from "./captcha-proof.ts";
import { drawCaptcha } from "./draw-captcha.ts";

const LIFETIME_SECONDS = 120;
const MAX_LIVE = 5_000;
const LENGTH = 6;
/** Excludes characters that look alike when distorted: 0 O, 1 I L, 2 Z, 5 S, 8 B. */
const ALPHABET = "34679ACDEFGHJKMNPQRTUVWXY";

export interface Captcha {
  readonly id: string;
  /** The picture as PNG. */
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
 * Stores a new captcha. Its task is derived from its id, which nobody can predict, and which begins
 * with the number of the cell.
 */
async function issue(
  { db, clock, directory }: AppContext,
  taskOf: (id: string) => CaptchaTask,
): Promise<string> {
  const id = captchaIdOf(directory.cell, randomBytes(16).toString("base64url"));
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + LIFETIME_SECONDS * 1_000);
  const captcha = { id, task: taskOf(id), expiresAt };
  if (!(await insertCaptcha(db.kysely, captcha, MAX_LIVE))) {
    await forgetCaptchas(db.kysely, now);
    if (!(await insertCaptcha(db.kysely, captcha, MAX_LIVE))) {
      throw new Refusal("overloaded", { retryAfterSeconds: LIFETIME_SECONDS });
    }
  }
  return id;
}

/**
 * Draws a new picture, which can be answered once within 120 seconds.
 *
 * @throws Refusal `overloaded` if too many captchas are pending
 */
export async function issueCaptcha(context: AppContext): Promise<Captcha> {
  const answer = context.config.captchaAnswer ?? randomAnswer();
  const id = await issue(context, (captchaId) => ({
    answerHash: answerHash(context, captchaId, answer),
  }));
  return { id, image: await drawCaptcha(answer) };
}

/**
 * Issues a proof-of-work captcha instead of one with a picture. The captcha can be solved once
 * within 120 seconds.
 *
 * @throws Refusal `overloaded` if too many captchas are pending
 */
export async function issueCaptchaProof(
  context: AppContext,
  work: ProofWork = PROOF_WORK,
): Promise<CaptchaProof> {
  const captchaId = await issue(context, () => ({ work }));
  return { captchaId, ...work, expiresInSeconds: LIFETIME_SECONDS };
}

async function isAnswer(
  context: AppContext,
  { id, task }: { readonly id: string; readonly task: CaptchaTask },
  answer: string,
): Promise<boolean> {
  return "work" in task
    ? provesWork(id, task.work, answer)
    : timingSafeEqual(task.answerHash, answerHash(context, id, answer));
}

/** What a visitor gave to pass the captcha of a call that sends a mail to `email`. */
interface GivenCaptcha {
  readonly email: string;
  readonly captchaId: string;
  readonly captchaCode: string;
  /** What the cell that passed the call on has settled already. */
  readonly settled?: { readonly captchaId: string | undefined };
}

/**
 * Consumes the captcha of a call, which then concerns the cell of the email. The captcha belongs to
 * the cell that issued it, which may be another one.
 *
 * @throws Refusal `captcha_invalid`
 * @throws ElsewhereError if the captcha is right and the email's cell is another one
 */
export async function spendCaptchaFor(context: AppContext, given: GivenCaptcha): Promise<void> {
  const { email, captchaId, captchaCode, settled } = given;
  if (settled?.captchaId === captchaId) {
    return;
  }
  await spendCaptcha(context, captchaId, captchaCode);
  const cells = context.use(cellRoutes);
  const cell = cells.isOnly ? context.directory.cell : await cells.ofName(email);
  if (cell !== context.directory.cell) {
    throw new ElsewhereError(cell, { captchaId });
  }
}

/**
 * Consumes a captcha, whether or not the answer is correct.
 *
 * @throws Refusal `captcha_invalid`
 */
export async function spendCaptcha(context: AppContext, id: string, answer: string): Promise<void> {
  const captcha = await takeCaptcha(context.db.kysely, id);
  const isInTime = captcha !== undefined && captcha.expiresAt > context.clock.now();
  if (!isInTime || !(await isAnswer(context, captcha, answer))) {
    throw new Refusal("captcha_invalid");
  }
}
