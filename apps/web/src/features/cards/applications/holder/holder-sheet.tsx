import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Sheet } from "../../../../ui/overlay/sheet.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { cardHolderQuery } from "./holder.queries.ts";
import { HolderForm } from "./holder-form.tsx";

/** Lets the customer correct their details for the card issuer. */
export function HolderSheet({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  const { data } = useQuery(cardHolderQuery);
  const given = () => {
    showToast({ tone: "success", text: t`Details saved` });
    onClose();
  };
  return (
    <Sheet open={open} onClose={onClose} title={t`Details for the card issuer`}>
      {data !== undefined && <HolderForm holder={data} onGiven={given} />}
    </Sheet>
  );
}
