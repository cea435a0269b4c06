import { applicationRoleProblems, roleOf } from "@tessera/database";
import { ConfigError } from "../platform/config/config.ts";
import type { Db } from "../platform/context.ts";

/**
 * Checks that the role in a database address is an ordinary application role with exactly the
 * privileges that prepare-database grants.
 *
 * @param setting the setting that contains the address, such as `DATABASE_URL`
 * @throws ConfigError naming each problem and what to do
 */
export async function requireOrdinaryRole(
  { sql }: Pick<Db, "sql">,
  { setting, url }: { readonly setting: string; readonly url: string },
): Promise<void> {
  const problems = await applicationRoleProblems(sql);
  if (problems.length > 0) {
    const problem =
      `${roleOf(url)} has more or fewer privileges than the application's role should: ` +
      `${problems.join("; ")}. Set the role that npm run tessera -- prepare-database creates, ` +
      "or correct the privileges of this one";
    throw new ConfigError([{ setting, problem }]);
  }
}
