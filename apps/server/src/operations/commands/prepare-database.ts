import {
  applicationRoleProblems,
  databaseErrorKind,
  databaseName,
  describeAddress,
  preparationScript,
  prepareDatabase,
  roleOf,
} from "@tessera/database";
import { type Config, readConfig } from "../../platform/config/config.ts";
import { isWeakToken } from "../../platform/config/unsafe-surroundings.ts";
import { namingDatabase } from "../../platform/database/naming-database.ts";
import { withDatabase } from "../../platform/database/with-database.ts";
import { practiceDatabaseName, practiceSourceOf } from "../../startup/practice-database.ts";
import { type Command, CommandError } from "../command-line/command.ts";

export const prepareDatabases: Command = {
  name: "prepare-database",
  summary: "create the roles and databases that live mode needs, as an administrator",
  options: {
    "print-sql": { type: "boolean", help: "print a psql script instead of running it" },
  },
  details:
    "DATABASE_URL and DATABASE_OWNER_URL say what to create: the application's role and the " +
    "owner's, each with the password in its address, the database that both name, and one for " +
    "the simulator. What exists already stays as it is. DATABASE_ADMIN_URL says who creates " +
    "them: a role that may create roles and databases, and an existing database, such as " +
    "postgres.\n\nIf you have no such role, as on some managed PostgreSQL, print the SQL and " +
    "have it run there. It contains SCRAM verifiers instead of passwords.",
  async run(call) {
    const config = readConfig(call.env);
    const { appUrl, ownerUrl } = rolesOf(config);
    const { names, notice } = databasesOf(config, { appUrl, ownerUrl });
    const plan = { appUrl, ownerUrl, otherDatabases: names };
    if (call.options.has("print-sql")) {
      call.terminal.stdout.write(preparationScript(plan));
      return;
    }
    const { databaseAdminUrl } = config;
    if (databaseAdminUrl === undefined) {
      throw new CommandError(
        "Set DATABASE_ADMIN_URL to a role that may create roles and databases, or print the SQL " +
          "with --print-sql for somebody who may run it.",
      );
    }
    await namingDatabase({ setting: "DATABASE_ADMIN_URL", url: databaseAdminUrl }, () =>
      prepareDatabase(databaseAdminUrl, plan).catch((error: unknown) => {
        throw databaseErrorKind(error) === "permission_denied"
          ? notAllowed(databaseAdminUrl, error)
          : error;
      }),
    );
    await requireBothRoles({ appUrl, ownerUrl });
    call.terminal.stdout.write(
      `Ready: ${[databaseName(appUrl), ...names].join(" and ")}, owned by ${roleOf(ownerUrl)}, ` +
        `used by ${roleOf(appUrl)}.\n${notice}Next: npm run tessera -- migrate\n`,
    );
  },
};

function rolesOf(config: Config): { readonly appUrl: string; readonly ownerUrl: string } {
  const { databaseUrl: appUrl, databaseOwnerUrl: ownerUrl } = config;
  if (appUrl === undefined || ownerUrl === undefined) {
    throw new CommandError(
      "Set DATABASE_URL and DATABASE_OWNER_URL: the new database as the application's role, and " +
        "as the role that will own it.",
    );
  }
  const placeOf = (url: string) => describeAddress(url).split(" at ").at(-1);
  if (placeOf(appUrl) !== placeOf(ownerUrl)) {
    throw new CommandError("DATABASE_URL and DATABASE_OWNER_URL must name the same database.");
  }
  if (roleOf(appUrl) === "" || roleOf(appUrl) === roleOf(ownerUrl)) {
    throw new CommandError("DATABASE_URL and DATABASE_OWNER_URL must name different roles.");
  }
  requirePassword("DATABASE_URL", appUrl, config);
  requirePassword("DATABASE_OWNER_URL", ownerUrl, config);
  return { appUrl, ownerUrl };
}

/**
 * Checks that a role's password is printable and, in live mode, hard to guess. A role without a
 * password signs in by other means, such as peer authentication over a Unix socket.
 */
function requirePassword(setting: string, url: string, { mode }: Config): void {
  const password = decodeURIComponent(new URL(url).password);
  if (!/^[ -~]*$/.test(password)) {
    throw new CommandError(`The password in ${setting} must have printable ASCII characters only.`);
  }
  if (mode === "live" && password !== "" && isWeakToken(password)) {
    throw new CommandError(
      `The password in ${setting} could be guessed; set a random one (openssl rand -hex 32).`,
    );
  }
}

function databasesOf(
  config: Config,
  { appUrl, ownerUrl }: { readonly appUrl: string; readonly ownerUrl: string },
): { readonly names: readonly string[]; readonly notice: string } {
  const hostOf = (url: string) => new URL(url).host;
  const { practiceDatabaseUrl } = config;
  if (practiceDatabaseUrl !== undefined && hostOf(practiceDatabaseUrl) !== hostOf(appUrl)) {
    const notice =
      "PRACTICE_DATABASE_URL is on another server: create that database there, owned by a role " +
      "with the owner's name and password.\n";
    return { names: [], notice };
  }
  return {
    names: [practiceDatabaseName(practiceSourceOf({ appUrl, ownerUrl, config }))],
    notice: "",
  };
}

function notAllowed(adminUrl: string, error: unknown): CommandError {
  const detail = error instanceof Error ? error.message : String(error);
  return new CommandError(
    `${describeAddress(adminUrl)} lacks the rights (${detail}). On managed PostgreSQL that is ` +
      "common: print the SQL with prepare-database --print-sql, have an administrator run it, " +
      "and go on with migrate.",
  );
}

/**
 * Checks that both roles can sign in and that the application's role has the right privileges. A
 * role that existed before may have a different password or different privileges.
 */
async function requireBothRoles(urls: { readonly appUrl: string; readonly ownerUrl: string }) {
  await namingDatabase({ setting: "DATABASE_OWNER_URL", url: urls.ownerUrl }, () =>
    withDatabase(urls.ownerUrl, async ({ sql }) => void (await sql`select`)),
  );
  const problems = await namingDatabase({ setting: "DATABASE_URL", url: urls.appUrl }, () =>
    withDatabase(urls.appUrl, ({ sql }) => applicationRoleProblems(sql)),
  );
  if (problems.length > 0) {
    throw new CommandError(
      `Everything exists, but ${roleOf(urls.appUrl)} has more or fewer rights than the ` +
        `application's role should: ${problems.join("; ")}.`,
    );
  }
}
