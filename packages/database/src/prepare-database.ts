import type postgres from "postgres";
import { roleOf } from "./address.ts";
import { databaseName } from "./create-database.ts";
import { databaseErrorCode } from "./database-errors.ts";
import { connectTo } from "./driver/connect-to.ts";
import { APPLICATION_ROLE } from "./migrate.ts";
import { scramVerifier } from "./scram-verifier.ts";

/** The two roles and the databases that a deployment needs on a server. */
export interface DatabasePlan {
  /** Address of the database for the role that owns and migrates it. */
  readonly ownerUrl: string;
  /** Address of the same database for the application's role. */
  readonly appUrl: string;
  /** Names of additional databases for the same roles, such as the simulator's. */
  readonly otherDatabases: readonly string[];
}

/** A statement that has no effect if its work has already been done. */
interface Step {
  readonly sql: string;
  /**
   * Name of the database that this statement creates. It runs outside a transaction, and only if no
   * database has that name.
   */
  readonly creates?: string;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function passwordOf(url: string): string {
  return decodeURIComponent(new URL(url).password);
}

/** Returns a DO block that creates a role if it is missing. */
function roleStep(name: string, attributes: string): Step {
  return {
    sql: `do $do$ begin
  if not exists (select from pg_roles where rolname = ${literal(name)}) then
    create role ${identifier(name)} ${attributes};
  end if;
end $do$`,
  };
}

function loginStep(url: string): Step {
  // A role that signs in by other means (peer, certificates) has no password.
  const password = passwordOf(url);
  const secret = password === "" ? "" : ` password ${literal(scramVerifier(password))}`;
  return roleStep(roleOf(url), `login${secret}`);
}

/**
 * Returns the step that grants or revokes membership in the owner's role. Only a member of a role
 * can make it the owner of a database. A superuser counts as a member of every role.
 */
function membershipStep(owner: string, how: "grant" | "revoke"): Step {
  const direction = how === "grant" ? "to" : "from";
  return {
    sql: `do $do$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('${how} %I ${direction} %I', ${literal(owner)}, current_user);
  end if;
end $do$`,
  };
}

function databaseSteps(name: string, owner: string): Step[] {
  return [
    {
      sql:
        `create database ${identifier(name)} owner ${identifier(owner)} template template0 ` +
        "encoding 'UTF8' locale_provider libc locale 'C'",
      creates: name,
    },
    { sql: `revoke connect, temporary on database ${identifier(name)} from public` },
    { sql: `grant connect on database ${identifier(name)} to ${APPLICATION_ROLE}` },
  ];
}

function stepsOf({ ownerUrl, appUrl, otherDatabases }: DatabasePlan): Step[] {
  const owner = roleOf(ownerUrl);
  return [
    roleStep(APPLICATION_ROLE, "nologin"),
    loginStep(ownerUrl),
    loginStep(appUrl),
    { sql: `grant ${APPLICATION_ROLE} to ${identifier(roleOf(appUrl))}` },
    membershipStep(owner, "grant"),
    ...[databaseName(ownerUrl), ...otherDatabases].flatMap((name) => databaseSteps(name, owner)),
    membershipStep(owner, "revoke"),
  ];
}

/**
 * Returns the same steps as a psql script for someone else to run. The script contains no password,
 * only the SCRAM verifier that PostgreSQL stores.
 */
export function preparationScript(plan: DatabasePlan): string {
  const statements = stepsOf(plan).map(({ sql, creates }) =>
    creates === undefined
      ? `${sql};`
      : `select ${literal(sql)} where not exists\n` +
        `  (select from pg_database where datname = ${literal(creates)}) \\gexec`,
  );
  return `\\set ON_ERROR_STOP on\n\n${statements.join("\n\n")}\n`;
}

/**
 * Creates the missing roles and databases of a plan, with their grants. Existing roles keep their
 * passwords.
 *
 * @param adminUrl a database on the server, with a role that may create roles and databases
 * @throws the driver's error if the server can't be reached, or the role lacks a privilege
 * (SQLSTATE 42501)
 */
export async function prepareDatabase(adminUrl: string, plan: DatabasePlan): Promise<void> {
  const sql = connectTo(adminUrl, { connection: { application_name: "tessera-prepare" } });
  try {
    for (const { sql: statement, creates } of stepsOf(plan)) {
      if (creates === undefined || !(await hasDatabase(sql, creates))) {
        await sql.unsafe(statement).catch((error: unknown) => {
          if (!MADE_MEANWHILE.has(databaseErrorCode(error) ?? "")) {
            throw error;
          }
        });
      }
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** SQLSTATEs raised if another run creates the same database or role at the same time. */
const MADE_MEANWHILE = new Set(["42P04", "42710", "23505"]);

async function hasDatabase(sql: postgres.Sql, name: string): Promise<boolean> {
  const found = await sql`select from pg_database where datname = ${name}`;
  return found.length > 0;
}
