import { hash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { Keys } from "../crypto/keys.ts";

/**
 * The header with which one server of the program tells another that it passes a request on. Only
 * servers with the program's root key can write it.
 */
export const VOUCH_HEADER = "x-tessera-vouch";

/** How often a request is passed on: to the cell of its captcha, then to the cell of its person. */
export const MAX_PASSES = 2;

/** How far the clocks of two servers may differ, and how long a request may be under way. */
export const VOUCH_LIFETIME_MS = 30_000;
const MAX_LENGTH = 2_000;

/** What another cell's records say about an operator. */
export interface OperatorFacts {
  readonly id: string;
  /** The cell where the operator signs in. */
  readonly homeCell: number;
  readonly username: string;
  readonly email: string;
  readonly locale: string;
  readonly role: Exclude<Role, "customer">;
  /** Increases with every change of the operator's access. */
  readonly revision: number;
  /** The administrator who invited the operator; null if nobody did. */
  readonly inviterId: string | null;
}

/**
 * An operator of another cell, which has just checked the session, the role and the step-up token.
 */
export interface VouchedOperator extends OperatorFacts {
  readonly sessionId: string;
  /** Whether the cell has checked a fresh step-up token for this call. */
  readonly isProven: boolean;
  /** Whether the response is this cell's part of a response for all cells. */
  readonly isPart: boolean;
  /** The hash of the request's body. */
  readonly bodyHash: string;
}

/** What a server knows about a request that it passes on. */
export interface Vouch {
  /** The cell that the request is passed on to. */
  readonly cell: number;
  readonly requestId: string;
  /** The client's address. */
  readonly ip: string;
  /** How often the request has been passed on, including this time. */
  readonly passes: number;
  /** The captcha that was already solved for the request in the cell that issued it. */
  readonly captchaId?: string;
  /** The operator of another cell who makes the call. */
  readonly operator?: VouchedOperator;
}

/** The request that a vouch belongs to. A vouch for another one is not accepted. */
export interface VouchedRequest {
  readonly method: string;
  readonly url: string;
}

/** Writes and checks vouches. */
export interface Vouches {
  write(vouch: Vouch, request: VouchedRequest): string;
  /** Returns a vouch, or undefined if it is forged, old, or for another request or cell. */
  read(text: string, request: VouchedRequest, cell: number): Vouch | undefined;
}

/** Returns the hash of a request's body, which an operator's vouch contains. */
export function bodyHashOf(body: Buffer | null | undefined): string {
  return hash("sha256", body ?? Buffer.alloc(0), "base64url");
}

/** Creates the vouches of a program. */
export function createVouches(
  keys: Pick<Keys, "hmac">,
  nowMs: () => number = () => Date.now(),
): Vouches {
  const signed = (payload: string, { method, url }: VouchedRequest) =>
    keys.hmac("cell-vouch", `${payload}\n${method} ${url}`);

  return {
    write(vouch, request) {
      const { captchaId, operator } = vouch;
      const fields = [
        ...[vouch.cell, vouch.requestId, vouch.ip, vouch.passes, nowMs()],
        ...(captchaId === undefined && operator === undefined ? [] : [captchaId ?? ""]),
        ...(operator === undefined ? [] : [JSON.stringify(operator)]),
      ];
      if (fields.some((field) => String(field).includes("\n"))) {
        // Otherwise, a text of a client could become a field of its own, such as an operator.
        throw new Error("a field of a vouch contains a line break");
      }
      const payload = Buffer.from(fields.join("\n")).toString("base64url");
      return `${payload}.${signed(payload, request).toString("base64url")}`;
    },
    read(text, request, cell) {
      const parts = text.length > MAX_LENGTH ? [] : text.split(".");
      const [payload = "", signature = ""] = parts;
      // Compares the text, since several texts decode to the same signature.
      const given = Buffer.from(signature);
      const wanted = Buffer.from(signed(payload, request).toString("base64url"));
      const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted);
      if (parts.length !== 2 || !isSigned) {
        return undefined;
      }
      const fields = Buffer.from(payload, "base64url").toString().split("\n");
      const [ofCell, requestId = "", ip = "", passes, writtenMs, captchaId = "", operator] = fields;
      const isFresh = Math.abs(nowMs() - Number(writtenMs)) <= VOUCH_LIFETIME_MS;
      const isOwn = Number(ofCell) === cell && isIP(ip) !== 0;
      return isFresh && isOwn
        ? {
            ...{ cell, requestId, ip, passes: Number(passes) },
            ...(captchaId !== "" && { captchaId }),
            // Only servers of the program can write it.
            ...(operator !== undefined && { operator: JSON.parse(operator) as VouchedOperator }),
          }
        : undefined;
    },
  };
}
