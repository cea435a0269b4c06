import { useLingui } from "@lingui/react/macro";
import { OpenPane } from "../../../features/back-office/cases/open-pane.tsx";
import { MandateView } from "../../../features/cards/mandates/mandate-view.tsx";
import { TopBar } from "../../../ui/layout/top-bar.tsx";

/** Renders one purchase mandate, next to the list or in place of it. */
export function OpenMandate({ id }: { readonly id: string }) {
  const { t } = useLingui();
  return (
    <OpenPane>
      <TopBar title={t`Purchase mandate`} backTo={{ to: "/pending-reviews" }} />
      <div className="px-(--gutter) pb-6">
        <MandateView id={id} />
      </div>
    </OpenPane>
  );
}
