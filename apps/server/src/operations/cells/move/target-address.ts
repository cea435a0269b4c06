import { inOneHostForm, isProtected, roleOf } from "@tessera/database";
import type { Config } from "../../../platform/config/config.ts";
import { postgresUrlProblem } from "../../../platform/config/config-schema.ts";
import { UNPROTECTED } from "../../../platform/config/unsafe-surroundings.ts";
import { UsageError } from "../../command-line/command.ts";

/** What an address says about the encryption of its connections. */
const ENCRYPTION = ["sslmode", "sslrootcert", "sslnegotiation"] as const;

/**
 * Returns the address of the standby in `--to`, with the password in `CELLS`: a standby has the
 * same roles, and other users of the machine could read an argument. An address that says nothing
 * about encryption gets that of `CELLS`, so that the password is as safe on its way to the standby.
 *
 * @throws UsageError
 */
export function targetOf(text: string, from: string, mode: Config["mode"]): string {
  const to = inOneHostForm(text);
  const problem = postgresUrlProblem(to);
  if (problem !== undefined) {
    throw new UsageError(`--to: ${problem}.`);
  }
  const [target, known] = [new URL(to), new URL(from)];
  if (target.password !== "") {
    throw new UsageError("--to must have no password: the one in CELLS is used.");
  }
  if (roleOf(to) !== roleOf(from) && target.username !== "") {
    throw new UsageError(`--to must have the role that CELLS has, ${roleOf(from)}.`);
  }
  target.username = known.username;
  target.password = known.password;
  if (!ENCRYPTION.some((name) => target.searchParams.has(name))) {
    for (const name of ENCRYPTION) {
      const value = known.searchParams.get(name);
      if (value !== null) {
        target.searchParams.set(name, value);
      }
    }
  }
  if (mode === "live" && !isProtected(target.href)) {
    throw new UsageError(`--to: ${UNPROTECTED}.`);
  }
  return target.href;
}
