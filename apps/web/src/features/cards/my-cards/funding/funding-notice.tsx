import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import type { FundingOperation } from "./funding.queries.ts";
import { FUNDING_TEXTS } from "./funding-texts.ts";
import type { FundingState } from "./use-funding.ts";

interface FundingNoticeProps {
  readonly state: FundingState;
  readonly operation: FundingOperation;
  /** The quote on the screen is another one than the reader reviewed. */
  readonly renewed: boolean;
  readonly onAskAgain: () => void;
}

/** What the reader should know before pressing again. */
export function FundingNotice({ state, operation, renewed, onAskAgain }: FundingNoticeProps) {
  const { t } = useLingui();
  if (state.kind === "failed") {
    const message = messageOf(state.error, t`Unknown error`);
    return (
      <Note tone="negative" role="alert" className="mt-3">
        {t(FUNDING_TEXTS[operation].failed(message))}
      </Note>
    );
  }
  if (state.kind === "unknown") {
    return (
      <Note tone="caution" role="status" className="mt-3">
        <Trans>
          No response yet. It is still being processed, and retrying can’t charge you twice. You can
          also close this and check your bills.
        </Trans>{" "}
        <button type="button" className="target font-semibold underline" onClick={onAskAgain}>
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
