import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Mandate } from "@tessera/contract/cards/mandates.schemas";
import { buttonClass } from "../../../ui/form/button.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { formatMoney } from "../../../ui/text/format-money.ts";

interface MandateNoteProps {
  readonly mandate: Mandate;
  readonly count: number;
  readonly className: string;
}

/** Renders the notice about the purchases that wait, with a link to decide. */
export function MandateNote({ mandate, count, className }: MandateNoteProps) {
  const { id, merchant, ceiling, currency } = mandate;
  const amount = formatMoney(ceiling, currency);
  return (
    <div className={className}>
      <Panel>
        <p className="font-semibold">
          <Plural
            value={count}
            one="A purchase waits for your decision"
            other="# purchases wait for your decision"
          />
        </p>
        <p className="mt-1 text-small text-ink-3 wrap-break-word">
          <Trans>
            Up to {amount} at “{merchant}”
          </Trans>
        </p>
        <Link
          to="/pending-reviews"
          search={count === 1 ? { open: id } : {}}
          className={buttonClass({ size: "md", className: "mt-3" })}
        >
          <Trans>Review it</Trans>
        </Link>
      </Panel>
    </div>
  );
}
