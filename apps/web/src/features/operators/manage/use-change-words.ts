import { useLingui } from "@lingui/react/macro";
import type { OperatorAct } from "./operators.mutations.ts";

interface ChangeWords {
  readonly title: (username: string) => string;
  readonly consequence: string;
  readonly verb: string;
  readonly done: string;
}

/** What a change is called, what follows from it, and what is said once it is done. */
export function useChangeWords(kind: OperatorAct["kind"]): ChangeWords {
  const { t } = useLingui();
  switch (kind) {
    case "role":
      return {
        title: (username) => t`Change the role of ${username}`,
        consequence: t`They are signed out on every device at once and informed by email.`,
        verb: t`Change role`,
        done: t`Role changed`,
      };
    case "suspend":
      return {
        title: (username) => t`Suspend ${username}?`,
        consequence: t`They are signed out on every device at once, and can’t sign in until their access is resumed. They are informed by email.`,
        verb: t`Suspend`,
        done: t`Operator suspended`,
      };
    case "resume":
      return {
        title: (username) => t`Resume ${username}?`,
        consequence: t`They can sign in again with the same password and second factor. They are informed by email.`,
        verb: t`Resume`,
        done: t`Operator resumed`,
      };
    case "remove":
      return {
        title: (username) => t`Remove ${username}?`,
        consequence: t`They are signed out on every device at once and for good. Email, password and second factors are deleted; what they did stays in the audit log. Only a new invitation lets them in again.`,
        verb: t`Remove`,
        done: t`Operator removed`,
      };
  }
}
