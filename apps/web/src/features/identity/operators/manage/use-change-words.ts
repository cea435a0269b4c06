import { useLingui } from "@lingui/react/macro";
import type { OperatorAct } from "./operators.mutations.ts";

interface ChangeWords {
  readonly title: (username: string) => string;
  readonly verb: string;
  readonly done: string;
}

/** Returns the title of a change and the confirmation to show after it succeeds. */
export function useChangeWords(kind: OperatorAct["kind"]): ChangeWords {
  const { t } = useLingui();
  switch (kind) {
    case "role":
      return {
        title: (username) => t`Change the role of ${username}`,
        verb: t`Change role`,
        done: t`Role changed`,
      };
    case "suspend":
      return {
        title: (username) => t`Suspend ${username}?`,
        verb: t`Suspend`,
        done: t`Operator suspended`,
      };
    case "resume":
      return {
        title: (username) => t`Restore ${username}?`,
        verb: t`Restore`,
        done: t`Operator restored`,
      };
    case "remove":
      return {
        title: (username) => t`Remove ${username}?`,
        verb: t`Remove`,
        done: t`Operator removed`,
      };
  }
}
