import { createHmac, timingSafeEqual } from "node:crypto";

/** Maximum clock difference, in seconds. Messages beyond it are rejected as possible replays. */
const TOLERANCE_SECONDS = 300;
const VERSION = "v1";

/** A webhook from the payout provider as received, with its signature. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly signature: string;
  /** The body's bytes as received. */
  readonly body: Buffer;
}

function digestOf(secret: Buffer, { id, timestamp, body }: Omit<SignedMessage, "signature">) {
  return createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest();
}

/** Signs a message's id, timestamp and bytes as specified by Standard Webhooks. */
export function signMessage(secret: Buffer, message: Omit<SignedMessage, "signature">): string {
  return `${VERSION},${digestOf(secret, message).toString("base64")}`;
}

/** Returns whether one of a message's signatures is valid and its timestamp is close to now. */
export function isSigned(secret: Buffer, message: SignedMessage, now: Date): boolean {
  if (!/^[0-9]{1,12}$/.test(message.timestamp)) {
    return false;
  }
  const offsetSeconds = Math.abs(Number(message.timestamp) - now.getTime() / 1_000);
  const right = digestOf(secret, message);
  return (
    offsetSeconds <= TOLERANCE_SECONDS &&
    message.signature.split(" ").some((one) => {
      const [version, text = ""] = one.split(",");
      const given = Buffer.from(text, "base64");
      return version === VERSION && given.length === right.length && timingSafeEqual(given, right);
    })
  );
}
