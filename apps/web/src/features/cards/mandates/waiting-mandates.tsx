import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { MandateRow } from "./mandate-row.tsx";
import { waitingMandatesQuery } from "./mandates.queries.ts";

/** Lists the purchases that wait for the customer's decision; renders nothing if there are none. */
export function WaitingMandates({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { data = [] } = useQuery(waitingMandatesQuery);
  return data.length === 0 ? null : (
    <section className="mt-3">
      <SectionHead title={<Trans>Purchases to decide</Trans>} />
      {data.map((mandate) => (
        <MandateRow key={mandate.id} mandate={mandate} onOpen={() => onOpen(mandate.id)} />
      ))}
    </section>
  );
}
