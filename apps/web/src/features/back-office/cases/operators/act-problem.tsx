import { Trans, useLingui } from "@lingui/react/macro";
import { CASE_STATUSES } from "@tessera/contract/back-office/reviews.schemas";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Note } from "../../../../ui/layout/panel.tsx";
import { DateText } from "../../../../ui/text/date-text.tsx";
import { STATUS_LOOKS } from "../review-words.ts";
import { forestalledBy } from "./operator-reviews.mutations.ts";

/**
 * Explains why an action was rejected. If another operator acted first, says who it was and what
 * they did.
 */
export function ActProblem({ error }: { readonly error: Error | null }) {
  const { t } = useLingui();
  if (error === null) {
    return null;
  }
  const changed = forestalledBy(error);
  const status = CASE_STATUSES.find((one) => one === changed?.to);
  return (
    <Note tone="negative" role="alert" className="mt-3">
      <p>{messageOf(error, t`Unknown error`)}</p>
      {changed !== undefined && (
        <p className="mt-1 font-medium">
          {changed.by}
          {status !== undefined && <> · {t(STATUS_LOOKS[status][2])}</>} ·{" "}
          <DateText at={changed.at} />
        </p>
      )}
      {changed !== undefined && (
        <p className="mt-1">
          <Trans>You now see the latest version.</Trans>
        </p>
      )}
    </Note>
  );
}
