import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MEMBER_ROLE_NAMES } from "@tessera/contract/identity/member-role-names";
import { useLocale } from "../../../lib/locale.ts";
import { Button } from "../../../ui/form/button.tsx";
import { companyQuery } from "./companies.queries.ts";
import { switchToOwnAccount } from "./switch-account.ts";

/** Shows for which company this tab acts, on every page. */
export function ActingBanner() {
  const locale = useLocale();
  const { data } = useQuery(companyQuery);
  if (data === undefined) {
    return null;
  }
  const { name, role } = data;
  const roleName = MEMBER_ROLE_NAMES[role][locale];
  return (
    <div
      role="status"
      className="hairline pointer-events-auto flex max-w-md items-center gap-3 rounded-small bg-surface px-3 text-small text-ink-2"
    >
      <span className="min-w-0 break-words">
        <Trans>
          You act for {name} as {roleName}.
        </Trans>
      </span>
      <Button size="md" kind="text" onClick={switchToOwnAccount}>
        <Trans>Switch back</Trans>
      </Button>
    </div>
  );
}
