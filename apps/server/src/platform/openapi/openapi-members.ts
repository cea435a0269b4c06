import type { Endpoint } from "@tessera/contract/endpoint";
import type { ErrorCode } from "@tessera/contract/errors/catalog";
import { isOfCompany, memberNeedOf } from "@tessera/contract/identity/member-needs";
import { isPermission, rolesWith } from "@tessera/contract/identity/member-permissions";

/** Lists the errors of a call that is made by a person who acts for a company, or has to. */
export function memberErrorsOf(endpoint: Endpoint): ErrorCode[] {
  const need = memberNeedOf(endpoint);
  if (need === undefined || need === "anyone") {
    return [];
  }
  if (isPermission(need)) {
    const ofCompany = isOfCompany(endpoint) ? (["company_only"] as const) : [];
    return ["role_lacks_permission", "second_factor_required", ...ofCompany];
  }
  return [need === "own_account" ? "own_account_only" : "not_for_companies"];
}

/** Says which members of a company can make a call. */
export function memberTextsOf(endpoint: Endpoint): string[] {
  const need = memberNeedOf(endpoint);
  switch (need) {
    case undefined:
    case "anyone":
      return [];
    case "own_account":
      return ["Not while acting for a company."];
    case "not_offered":
      return ["Not for companies yet."];
    default: {
      const roles = rolesWith(need).join(", ");
      return [`In a company, for members with \`${need}\`: ${roles}.`];
    }
  }
}
