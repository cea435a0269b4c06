import type { Role } from "@tessera/contract/identity/accounts.schemas";
import type { MemberRole } from "@tessera/contract/identity/member-permissions";
import type { FastifyRequest } from "fastify";
import type { OperatorFacts, VouchedOperator } from "../cells/vouch.ts";
import type { KeyUse } from "./api-keys/key-use.ts";
import { Refusal } from "./refusal.ts";

/** The membership through which a person acts for a company. */
export interface ActingMember {
  readonly membershipId: string;
  readonly role: MemberRole;
  /** The person's own customer id. The session's `customerId` is the company's. */
  readonly ownCustomerId: string;
  /** The person's own session, with which this one ends. */
  readonly parentId: string;
}

/** The caller of a request. */
export interface Session {
  readonly sessionId: string;
  readonly userId: string;
  /**
   * The customer for whom the person acts: their own, or a company's. For an operator, their own
   * user id, which owns nothing.
   */
  readonly customerId: string;
  readonly username: string;
  readonly role: Role;
  /**
   * Whether the caller lacks the second factor that their role requires, in the program or in the
   * company for which they act. They can only enroll one.
   */
  readonly lacksSecondFactor: boolean;
  /** The API key with which the person's software makes the call. Absent if the person does. */
  readonly key?: KeyUse;
  /** Present if the person acts for a company. */
  readonly member?: ActingMember;
}

/**
 * How a session is used. A `call` keeps the session from becoming idle and may use a cached copy. A
 * `verify` does neither; it reads the database.
 */
export type SessionUse = "call" | "verify";

/** Authenticates callers. The identity module implements this interface. */
export interface Authenticator {
  /**
   * Finds the live session for a token.
   *
   * @param use `call` by default
   */
  session(token: string, use?: SessionUse): Promise<Session | undefined>;
  /** Checks whether the step-up token `proof` was recently issued to this session. */
  proof(session: Session, proof: string): Promise<"ok" | "invalid" | "stale">;
}

/** Lets operators act in other cells than their own. Implemented by the identity module. */
export interface OperatorsOfCells {
  /** Returns what another cell's records say about an operator of this cell. */
  factsOf(session: Session): Promise<OperatorFacts>;
  /**
   * Admits an operator of another cell, which has checked the session. Brings this cell's copy of
   * the operator up to date.
   */
  admit(operator: VouchedOperator, requestId: string): Promise<Session>;
}

const BEARER = /^bearer ([A-Za-z0-9_-]{1,128})$/i;

/**
 * Returns the live session for a request's bearer token.
 *
 * @throws Refusal `unauthenticated`
 */
export async function requireSession(
  authenticator: Authenticator,
  request: FastifyRequest,
  use: SessionUse = "call",
): Promise<Session> {
  const token = BEARER.exec(request.headers.authorization ?? "")?.[1];
  const session = token === undefined ? undefined : await authenticator.session(token, use);
  if (session === undefined) {
    throw new Refusal("unauthenticated");
  }
  return session;
}

/**
 * Checks the step-up token of a request.
 *
 * @throws Refusal `proof_required`, `proof_invalid` or `proof_stale`
 */
export async function requireProof(
  authenticator: Authenticator,
  session: Session,
  request: FastifyRequest,
): Promise<void> {
  const proof = request.headers["x-proof"];
  if (typeof proof !== "string" || proof === "") {
    throw new Refusal("proof_required");
  }
  const verdict = await authenticator.proof(session, proof.slice(0, 256));
  if (verdict !== "ok") {
    throw new Refusal(verdict === "stale" ? "proof_stale" : "proof_invalid");
  }
}

/** Returns whether the caller is an operator. */
export function isOperator(session: Session): boolean {
  return session.role !== "customer";
}
