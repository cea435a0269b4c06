import { Trans, useLingui } from "@lingui/react/macro";
import { messageOf } from "../../../lib/api/api-error.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Note } from "../../../ui/layout/panel.tsx";
import type { useBegin } from "./practice.mutations.ts";

interface DraftsChoiceProps {
  readonly withDrafts: boolean;
  readonly onChange: (withDrafts: boolean) => void;
  readonly begin: Pick<ReturnType<typeof useBegin>, "isError" | "error">;
}

/**
 * Lets the user choose whether to include inactive rules, and explains why a session could not
 * start.
 */
export function DraftsChoice({ withDrafts, onChange, begin }: DraftsChoiceProps) {
  const { t } = useLingui();
  return (
    <>
      <Checkbox
        multiline
        className="mt-2"
        checked={withDrafts}
        onChange={(event) => onChange(event.target.checked)}
      >
        <Trans>Also apply drafts and rules that you are testing</Trans>
      </Checkbox>
      {begin.isError && (
        <Note tone="negative" role="alert" className="mt-2">
          {messageOf(begin.error, t`Unknown error`)}
        </Note>
      )}
    </>
  );
}
