const TOKEN = /^(?:v[cplim]|tsk_(?:live|test)_)([1-9]\d{0,2})_/;
const CAPTCHA = /^c([1-9]\d{0,2})_/;
const BEARER = /^bearer (.*)$/i;
/** A sign-in challenge begins with its cell's number, as two bytes. */
const CHALLENGE = /^[A-Za-z0-9_-]{46}$/;

function numberIn(pattern: RegExp, text: string): number | undefined {
  const [, cell] = pattern.exec(text) ?? [];
  return cell === undefined ? undefined : Number(cell);
}

/**
 * Returns the number of the cell that issued a token or an API key, or undefined if the text is
 * neither.
 */
export function cellOfToken(token: string): number | undefined {
  return numberIn(TOKEN, token);
}

/** Returns the cell whose session or API key a request has, or undefined if it has neither. */
export function cellOfBearer(authorization: string | undefined): number | undefined {
  return cellOfToken(BEARER.exec(authorization ?? "")?.[1] ?? "");
}

/** Returns the cell that issued a sign-in challenge, or undefined if the text is none. */
export function cellOfChallenge(challenge: string): number | undefined {
  return CHALLENGE.test(challenge) ? Buffer.from(challenge, "base64url").readUInt16BE() : undefined;
}

/** Returns the id of a captcha that a cell issues. */
export function captchaIdOf(cell: number, random: string): string {
  return `c${cell}_${random}`;
}

/** Returns the cell that issued a captcha, or undefined if no cell issued such an id. */
export function cellOfCaptcha(captchaId: string): number | undefined {
  return numberIn(CAPTCHA, captchaId);
}
