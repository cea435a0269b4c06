import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify(pbkdf2);

/** The work that a captcha without a picture requires. */
export interface ProofWork {
  /** How many numbers have to be found, one per part. */
  readonly parts: number;
  /** How many leading zero bits the key derived with each number must have. */
  readonly bits: number;
  /** Rounds of PBKDF2 per attempted number. */
  readonly rounds: number;
}

/**
 * 2,048 keys of 2,000 rounds on average: a few seconds in a browser, whose native cryptography is
 * as fast as a program's. Eight parts rather than one, so that nobody has to wait for several times
 * the average.
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
 * Returns whether a code proves a captcha's work: a number for each part, joined by dots. The first
 * wrong number ends the check, so that a wrong proof costs the server one key derivation.
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
