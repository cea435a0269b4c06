import { ROLES_WITH_SECOND_FACTOR } from "@tessera/contract/identity/member-permissions";
import { sql } from "kysely";
import { tables } from "../../db/tables/identity.tables.ts";
import type { Db, Tx } from "../../platform/context.ts";
import type { ActingMember, Session } from "../../platform/http/authentication.ts";

export interface NewSession {
  readonly id: string;
  readonly tokenHash: Buffer;
  readonly personId: string;
  readonly idleSeconds: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly ip: string;
  readonly device: string;
}

/** A session as stored, whether or not it has expired. */
export interface StoredSession extends Session {
  readonly idleSeconds: number;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tables(tx)
    .insertInto("session")
    .values({
      id: session.id,
      token_hash: session.tokenHash,
      person_id: session.personId,
      idle_seconds: session.idleSeconds,
      created_at: session.createdAt,
      last_seen_at: session.createdAt,
      expires_at: session.expiresAt,
      ip: session.ip,
      device: session.device,
    })
    .execute();
}

/** A session that acts for a company, as it is opened in a person's own session. */
interface NewCompanySession
  extends Pick<NewSession, "id" | "tokenHash" | "personId" | "createdAt" | "ip" | "device"> {
  readonly parentId: string;
  readonly membershipId: string;
}

/**
 * Inserts a session that acts for a company and lasts as long as its parent. Returns whether the
 * parent still existed.
 */
export async function insertCompanySession(tx: Tx, session: NewCompanySession): Promise<boolean> {
  const { id, tokenHash, personId, createdAt, ip, device, parentId, membershipId } = session;
  const result = await sql`
    insert into session (id, token_hash, person_id, idle_seconds, created_at, last_seen_at,
      expires_at, ip, device, parent_id, membership_id)
    select ${id}, ${tokenHash}, ${personId}, idle_seconds, ${createdAt}::timestamptz,
      ${createdAt}::timestamptz, expires_at, ${ip}, ${device}, id, ${membershipId}::uuid
    from session where id = ${parentId} and person_id = ${personId} and parent_id is null
    for key share`.execute(tx);
  return result.numAffectedRows === 1n;
}

/** Deletes the sessions that a session opened for companies, except the newest. */
export async function endOldestCompanySessions(
  tx: Tx,
  parentId: string,
  keep: number,
): Promise<void> {
  await sql`
    delete from session where id in (
      select id from session where parent_id = ${parentId}
      order by last_seen_at desc, id desc offset ${keep}
    )`.execute(tx);
}

/** Deletes all sessions that act for a company. */
export async function deleteSessionsFor(tx: Tx, customerId: string): Promise<void> {
  await sql`
    delete from session using membership
    where membership.id = session.membership_id and membership.customer_id = ${customerId}
  `.execute(tx);
}

/** Deletes the sessions in which a member acts for a company. */
export async function deleteSessionsOfMember(tx: Tx, membershipId: string): Promise<void> {
  await tables(tx).deleteFrom("session").where("membership_id", "=", membershipId).execute();
}

/** Deletes the step-up tokens of all sessions in which a member acts for a company. */
export async function deleteProofsOfMember(tx: Tx, membershipId: string): Promise<void> {
  await sql`
    delete from session_proof using session
    where session.id = session_proof.session_id and session.membership_id = ${membershipId}
  `.execute(tx);
}

/** Deletes all of a person's own sessions except the newest. Returns whether any were deleted. */
export async function endOldestSessions(tx: Tx, personId: string, keep: number): Promise<boolean> {
  const result = await sql`
    delete from session where id in (
      select id from session where person_id = ${personId} and parent_id is null
      order by last_seen_at desc, id desc offset ${keep}
    )`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** A session as it is read. The columns of the member are null unless it acts for a company. */
interface SessionRow extends Omit<StoredSession, "member"> {
  readonly place: bigint;
  readonly membershipId: string | null;
  readonly memberRole: ActingMember["role"] | null;
  readonly ownCustomerId: string | null;
  readonly parentId: string | null;
}

function sessionOf({
  place: _,
  membershipId,
  memberRole,
  ownCustomerId,
  parentId,
  ...session
}: SessionRow): StoredSession {
  return membershipId === null || memberRole === null || ownCustomerId === null || parentId === null
    ? session
    : { ...session, member: { membershipId, role: memberRole, ownCustomerId, parentId } };
}

/**
 * Finds the sessions for several tokens in one statement, in the order of the tokens. The result
 * for an unknown token is null.
 */
export async function findSessions(
  db: Db,
  tokenHashes: readonly Buffer[],
): Promise<(StoredSession | null)[]> {
  const rows = await db.sql<SessionRow[]>`
    select wanted.place, session.id as "sessionId", person.id as "userId",
      coalesce(member.customer_id, person.customer_id, person.id) as "customerId",
      person.username, person.role, member.id as "membershipId", member.role as "memberRole",
      person.customer_id as "ownCustomerId", session.parent_id as "parentId",
      (person.role <> 'customer'
          or coalesce(member.role = any(${[...ROLES_WITH_SECOND_FACTOR]}::text[]), false))
        and not exists (select from totp_factor where person_id = person.id)
        and not exists (select from passkey where person_id = person.id) as "lacksSecondFactor",
      session.idle_seconds as "idleSeconds", session.last_seen_at as "lastSeenAt",
      session.expires_at as "expiresAt"
    from unnest(${tokenHashes.map((hash) => hash.toString("hex"))}::text[])
      with ordinality as wanted (token_hash, place)
    join session on session.token_hash = decode(wanted.token_hash, 'hex')
    join person on person.id = session.person_id
      and person.suspended_at is null and person.removed_at is null
    left join membership member on member.id = session.membership_id`;
  const found: (StoredSession | null)[] = tokenHashes.map(() => null);
  for (const row of rows) {
    found[Number(row.place) - 1] = sessionOf(row);
  }
  return found;
}

/** A session and when it was used. */
export interface Sighting {
  readonly sessionId: string;
  readonly at: Date;
}

/**
 * Stores when sessions were last used, which also counts as use of the session in which each was
 * opened. Skips locked rows, since the transaction that holds the lock
 * stores the same time. The commit does not wait for the disk, since losing a minute merely ends an
 * idle session a minute early.
 */
export async function markSeen(db: Db, sightings: readonly Sighting[]): Promise<void> {
  await db.sql`
    with relaxed as materialized (select set_config('synchronous_commit', 'off', true)),
    seen as (
      select session.id, sighting.at from relaxed, unnest(
        ${sightings.map(({ sessionId }) => sessionId)}::uuid[],
        ${sightings.map(({ at }) => at.toISOString())}::timestamptz[]
      ) as sighting (id, at)
      join session used on used.id = sighting.id
      join session on session.id = any(array[used.id, used.parent_id])
      for update of session skip locked
    )
    update session set last_seen_at = seen.at from seen where session.id = seen.id`;
}

export async function deleteSession(tx: Tx, sessionId: string): Promise<void> {
  await tables(tx).deleteFrom("session").where("id", "=", sessionId).execute();
}

export async function deleteSessionsOf(tx: Tx, personId: string): Promise<void> {
  await tables(tx).deleteFrom("session").where("person_id", "=", personId).execute();
}

export async function deleteEndedSessions(tx: Tx, now: Date): Promise<void> {
  await tables(tx).deleteFrom("session").where("expires_at", "<", now).execute();
}

/** A live session as shown to its owner: a sign-in, not a switch to a company. */
export interface OwnSession {
  readonly id: string;
  readonly ip: string;
  readonly device: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** Selects a person's sessions that are valid at a given time, most recently used first. */
export function liveSessionsOf(tx: Tx, personId: string, now: Date): Promise<OwnSession[]> {
  return tables(tx)
    .selectFrom("session")
    .select(["id", "ip", "device", "created_at as createdAt", "last_seen_at as lastSeenAt"])
    .where("person_id", "=", personId)
    .where("parent_id", "is", null)
    .where("expires_at", ">", now)
    .where(sql<Date>`last_seen_at + make_interval(secs => idle_seconds)`, ">", now)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Deletes a session if it belongs to this person. Returns whether there was one. */
export async function deleteOwnSession(
  tx: Tx,
  personId: string,
  sessionId: string,
): Promise<boolean> {
  const result = await tables(tx)
    .deleteFrom("session")
    .where("id", "=", sessionId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/**
 * Deletes all of a person's sessions except one and those that it opened for companies. Returns how
 * many of the person's own sessions were deleted.
 */
export async function deleteOtherSessions(
  tx: Tx,
  personId: string,
  keptId: string,
): Promise<number> {
  // Those that the deleted ones opened are deleted with them.
  const result = await tables(tx)
    .deleteFrom("session")
    .where("person_id", "=", personId)
    .where("parent_id", "is", null)
    .where("id", "!=", keptId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Deletes the sessions that a session opened for companies. */
export async function deleteCompanySessions(tx: Tx, parentId: string): Promise<void> {
  await tables(tx).deleteFrom("session").where("parent_id", "=", parentId).execute();
}

/** Replaces a session's token. Returns whether the session still existed. */
export async function replaceToken(tx: Tx, sessionId: string, tokenHash: Buffer): Promise<boolean> {
  const result = await tables(tx)
    .updateTable("session")
    .set({ token_hash: tokenHash })
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Notifies every server that a session has ended, or that all of a person's sessions have. */
export async function announceEnded(tx: Tx, what: string): Promise<void> {
  await sql`select pg_notify('tessera_session_ended', ${what})`.execute(tx);
}
