import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(pbkdf2);

/** The work required by a captcha without a picture. */
export interface ProofWork {
  /** Number of parts. The browser has to find one number for each part. */
  readonly parts: number;
  /** Number of leading zero bits required in the key that is derived from each number. */
  readonly bits: number;
  /** PBKDF2 rounds per attempted number. */
  readonly rounds: number;
}

/**
 * On average, 2,048 keys with 2,000 rounds each. This takes a few seconds in a browser, whose
 * native cryptography is as fast as any other program's. The work is split into eight parts, so
 * that nobody is unlucky enough to wait several times the average.
 */
export const PROOF_WORK: ProofWork = { parts: 8, bits: 8, rounds: 2_000 };

const KEY_BYTES = 32;
const NUMBER = /^(?:0|[1-9][0-9]{0,6})$/;

function hasLeadingZeros(key: Buffer, bits: number): boolean {
  return key.readUInt32BE(0) >>> (32 - bits) === 0;
}

/** Returns whether a number proves one part of a captcha's work. */
export async function provesPart(
  { id, part, number }: { readonly id: string; readonly part: number; readonly number: string },
  { bits, rounds }: ProofWork,
): Promise<boolean> {
  const key = await derive(`${id}:${part}`, number, rounds, KEY_BYTES, "sha256");
  return hasLeadingZeros(key, bits);
}

/**
 * Returns whether a code proves that a captcha's work was done. The code has one number for each
 * part, joined by dots. The check stops at the first wrong number, so the server derives no further
 * keys for a wrong proof.
 */
export async function provesWork(id: string, work: ProofWork, code: string): Promise<boolean> {
  const numbers = code.split(".");
  if (numbers.length !== work.parts || !numbers.every((number) => NUMBER.test(number))) {
    return false;
  }
  for (const [part, number] of numbers.entries()) {
    if (!(await provesPart({ id, part, number }, work))) {
      return false;
    }
  }
  return true;
}
