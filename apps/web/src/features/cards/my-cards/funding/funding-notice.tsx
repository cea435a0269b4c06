import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../../lib/api/api-error.ts";
import type { MoneyWrite } from "../../../../lib/api/use-money-write.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import type { FundingOperation } from "./funding.queries.ts";
import { FUNDING_TEXTS } from "./funding-texts.ts";

interface FundingNoticeProps {
  readonly write: Pick<
    MoneyWrite<never, unknown>,
    "unknown" | "processing" | "error" | "sendAgain"
  >;
  readonly operation: FundingOperation;
  /** True if the displayed quote differs from the one that the customer reviewed. */
  readonly renewed: boolean;
}

/** Tells the customer what happened and what to know before trying again. */
export function FundingNotice({ write, operation, renewed }: FundingNoticeProps) {
  const { t } = useLingui();
  if (write.error !== null) {
    const message = messageOf(write.error, t`Unknown error`);
    return (
      <Note tone="negative" role="alert" className="mt-3">
        {t(FUNDING_TEXTS[operation].failed(message))}
      </Note>
    );
  }
  if (write.unknown || write.processing) {
    return (
      <Note tone="caution" role="status" className="mt-3">
        <Trans>
          No response yet. It is still being processed, and retrying can’t charge you twice. You can
          also close this and check your bills.
        </Trans>{" "}
        <button type="button" className="target font-semibold underline" onClick={write.sendAgain}>
          <Trans>Check now</Trans>
        </button>
      </Note>
    );
  }
  if (renewed) {
    return (
      <Note tone="info" role="status" className="mt-3">
        <Trans>The amounts were updated. Check them again.</Trans>
      </Note>
    );
  }
  return null;
}
