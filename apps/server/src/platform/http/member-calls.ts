import type { Endpoint } from "@tessera/contract/endpoint";
import { isOfCompany, memberNeedOf } from "@tessera/contract/identity/member-needs";
import {
  isPermission,
  ROLE_PERMISSIONS,
  rolesWith,
} from "@tessera/contract/identity/member-permissions";
import type { Session } from "./authentication.ts";
import { Refusal } from "./refusal.ts";

/**
 * Checks that a session may make a call: that the member's role permits it if the session acts for
 * a company, and that the call is not one of companies if it does not. Nothing that the call refers
 * to has been read yet, so the response reveals nothing about it.
 *
 * @throws Refusal `role_lacks_permission`, `own_account_only`, `not_for_companies`,
 * `company_only`; `second_factor_required` if the role requires a factor that the person removed
 */
export function requirePermission(
  endpoint: Endpoint,
  { member, lacksSecondFactor }: Pick<Session, "member" | "lacksSecondFactor">,
): void {
  if (member === undefined) {
    if (isOfCompany(endpoint)) {
      throw new Refusal("company_only");
    }
    return;
  }
  const need = memberNeedOf(endpoint) ?? "not_offered";
  if (need === "anyone") {
    return;
  }
  if (!isPermission(need)) {
    throw new Refusal(need === "own_account" ? "own_account_only" : "not_for_companies");
  }
  const { role } = member;
  if (ROLE_PERMISSIONS[role][need] === undefined) {
    const internal = `${role} lacks ${need}`;
    throw new Refusal("role_lacks_permission", {
      internal,
      member: { role, allowed: rolesWith(need) },
    });
  }
  if (lacksSecondFactor) {
    throw new Refusal("second_factor_required");
  }
}
