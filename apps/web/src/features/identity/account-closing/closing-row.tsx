import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DoorClosed } from "lucide-react";
import { SettingsRowLink } from "../../../ui/list/list-row.tsx";
import { closingQuery } from "./account-closing.queries.ts";

/** Links to the page that closes the account and shows whether an account closure is pending. */
export function ClosingRow() {
  const { t } = useLingui();
  const { data } = useQuery(closingQuery);
  return (
    <SettingsRowLink
      icon={<DoorClosed aria-hidden="true" size={20} strokeWidth={1.75} />}
      title={t`Close account`}
      value={data?.closing == null ? undefined : t`Closing`}
      to={{ to: "/close-account" }}
    />
  );
}
