import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { factorsQuery } from "../../../../lib/session/factors.ts";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Note } from "../../../../ui/layout/panel.tsx";
import { SettingsRowButton } from "../../../../ui/list/list-row.tsx";

const FactorsSheet = lazySheet(async () => {
  return (await import("./factors-sheet.tsx")).FactorsSheet;
});

/** Links to the second factors; tells operators without one that they need to set one up. */
export function FactorRow() {
  const { t } = useLingui();
  const { data } = useQuery(factorsQuery);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const value = data && (data.methods.length > 0 ? t`On` : t`Off`);
  return (
    <>
      {data?.required === true && data.methods.length === 0 && (
        <Note tone="caution" className="mt-1.5 mb-1.5">
          <Trans>Operators need a second factor. Set one up to open the operator pages.</Trans>
        </Note>
      )}
      <SettingsRowButton
        icon={<ShieldCheck aria-hidden="true" size={20} strokeWidth={1.75} />}
        title={t`Second factor`}
        {...(value !== undefined && { value })}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && <FactorsSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
