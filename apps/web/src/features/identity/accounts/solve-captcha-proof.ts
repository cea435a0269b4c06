import type { CaptchaProof } from "@tessera/contract/identity/accounts.schemas";

type Work = Pick<CaptchaProof, "captchaId" | "parts" | "bits" | "rounds">;

/** Number of keys derived concurrently. Browsers derive them off the main thread. */
const AT_A_TIME = 8;

const text = new TextEncoder();

/**
 * Returns the proof for one part: the smallest number whose derived key starts with enough zeros.
 */
async function solvePart({ captchaId, bits, rounds }: Work, part: number): Promise<number> {
  const { subtle } = crypto;
  const password = text.encode(`${captchaId}:${part}`);
  const key = await subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const proves = async (number: number) => {
    const salt = text.encode(String(number));
    const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds };
    const derived = await subtle.deriveBits(how, key, 256);
    return new DataView(derived).getUint32(0) >>> (32 - bits) === 0;
  };
  for (let first = 0; ; first += AT_A_TIME) {
    const numbers = Array.from({ length: AT_A_TIME }, (_, index) => first + index);
    const found = (await Promise.all(numbers.map(proves))).indexOf(true);
    if (found >= 0) {
      return first + found;
    }
  }
}

/**
 * Solves the proof of work of a captcha without blocking the page and returns its `captchaCode`.
 *
 * @throws if the browser has no Web Crypto, as on a page without HTTPS
 */
export async function solveCaptchaProof(work: Work): Promise<string> {
  const numbers: number[] = [];
  for (let part = 0; part < work.parts; part += 1) {
    numbers.push(await solvePart(work, part));
  }
  return numbers.join(".");
}
