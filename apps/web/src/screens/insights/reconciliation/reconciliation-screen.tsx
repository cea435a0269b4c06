import { Trans, useLingui } from "@lingui/react/macro";
import { MOVEMENT_KINDS } from "@tessera/contract/insights/bills.schemas";
import { useRef } from "react";
import { MissingCards } from "../../../features/cards/my-cards/list/missing-cards.tsx";
import { useEveryCard } from "../../../features/cards/my-cards/list/use-every-card.ts";
import { MOVEMENT_KIND_LABELS } from "../../../features/insights/bills/movement-title.ts";
import { ExportForm } from "../../../features/insights/statements/export-form.tsx";
import { ExportList } from "../../../features/insights/statements/export-list.tsx";
import { useLocale } from "../../../lib/locale.ts";
import { SectionHead } from "../../../ui/layout/panel.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";
import { cardName } from "../../../ui/mosaic/card-name.ts";

/** Renders `/reconciliation`: statements, created by the server and kept for a week. */
export function ReconciliationScreen() {
  const { t } = useLingui();
  const locale = useLocale();
  const { data: cards = [] } = useEveryCard();
  const statements = useRef<HTMLElement>(null);
  const cardChoices = cards.map((card) => ({ ...card, name: cardName(card, locale) }));
  const kindChoices = MOVEMENT_KINDS.map((kind) => ({
    kind,
    label: t(MOVEMENT_KIND_LABELS[kind]),
  }));
  return (
    <>
      <TopBar title={<Trans>Reconciliation export</Trans>} backTo={{ to: "/profile" }} />
      <main className="px-(--gutter) pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_348px] lg:items-start lg:gap-10">
        <section className="lg:sticky lg:top-14 lg:order-2" aria-labelledby="new-statement">
          <SectionHead
            title={
              <span id="new-statement">
                <Trans>New statement</Trans>
              </span>
            }
          />
          <MissingCards />
          <ExportForm
            cards={cardChoices}
            kinds={kindChoices}
            onAsked={() => statements.current?.scrollIntoView({ block: "start" })}
          />
        </section>
        <section ref={statements} className="mt-7 lg:mt-0" aria-labelledby="statements">
          <SectionHead
            title={
              <span id="statements">
                <Trans>Statements</Trans>
              </span>
            }
          />
          <ExportList />
        </section>
      </main>
    </>
  );
}
