import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { lazySheet } from "../../../ui/layout/lazy-part.tsx";
import { SettingsRowButton } from "../../../ui/list/list-row.tsx";
import { emailQuery } from "./email-change.queries.ts";

const EmailSheet = lazySheet(async () => (await import("./email-sheet.tsx")).EmailSheet);

/** Shows the current email or the state of a pending change, and opens the sheet. */
export function EmailRow() {
  const { t } = useLingui();
  const { data } = useQuery(emailQuery);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const words = { code_sent: t`Waiting for the code`, reviewing: t`Under review` };
  const value = data?.change == null ? data?.email : words[data.change.status];
  return (
    <>
      <SettingsRowButton
        icon={<Mail aria-hidden="true" size={20} strokeWidth={1.75} />}
        title={t`Email`}
        {...(value !== undefined && { value })}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && <EmailSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
