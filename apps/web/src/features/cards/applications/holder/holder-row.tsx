import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { IdCard } from "lucide-react";
import { useState } from "react";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { SettingsRowButton } from "../../../../ui/list/list-row.tsx";
import { cardHolderQuery } from "./holder.queries.ts";

const HolderSheet = lazySheet(async () => (await import("./holder-sheet.tsx")).HolderSheet);

/**
 * Renders a row that opens the customer's details for the card issuer, or nothing if the issuer
 * needs none.
 */
export function HolderRow() {
  const { t } = useLingui();
  const { data } = useQuery(cardHolderQuery);
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  if (data === undefined || data.needed.length === 0) {
    return null;
  }
  return (
    <>
      <SettingsRowButton
        icon={<IdCard aria-hidden="true" size={20} strokeWidth={1.75} />}
        title={t`Details for the card issuer`}
        value={data.missing.length > 0 ? t`Not provided yet` : t`Provided`}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      />
      {asked && <HolderSheet open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
