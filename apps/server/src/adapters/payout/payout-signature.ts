import { createHmac, timingSafeEqual } from "node:crypto";

/** Older or newer messages are refused: somebody kept them, or their clock is wrong. */
const TOLERANCE_SECONDS = 300;
const VERSION = "v1";

/** A message of the payout provider as it came, with what signs it. */
export interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly signature: string;
  /** The very bytes. */
  readonly body: Buffer;
}

function digestOf(secret: Buffer, { id, timestamp, body }: Omit<SignedMessage, "signature">) {
  return createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body).digest();
}

/** Signs a message in the manner of Standard Webhooks: over its id, its time and its bytes. */
export function signMessage(secret: Buffer, message: Omit<SignedMessage, "signature">): string {
  return `${VERSION},${digestOf(secret, message).toString("base64")}`;
}

/** Whether one of a message's signatures is right, and the message is of about now. */
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
