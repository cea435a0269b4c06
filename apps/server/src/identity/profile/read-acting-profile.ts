import type { Profile } from "@tessera/contract/identity/accounts.schemas";
import { permissionsOf } from "@tessera/contract/identity/member-permissions";
import type { AppContext } from "../../platform/context.ts";
import type { Session } from "../../platform/http/authentication.ts";
import { wireId } from "../../platform/ids.ts";
import { findCompanyName } from "../companies/index.ts";
import { companyMenusOf, presentProfile, readProfile } from "../people/index.ts";

/**
 * Reads who is signed in and, if they act for a company, for which one, in which role, and which
 * menus the role has.
 */
export async function readActingProfile(context: AppContext, session: Session): Promise<Profile> {
  const profile = presentProfile(await readProfile(context, session));
  const { member, customerId, lacksSecondFactor } = session;
  if (member === undefined) {
    return profile;
  }
  const { role } = member;
  return {
    ...profile,
    menus: [...companyMenusOf(role)],
    acting: {
      id: wireId("cus", customerId),
      name: await findCompanyName(context.db.kysely, customerId),
      role,
      permissions: permissionsOf(role),
      lacksSecondFactor,
    },
  };
}
