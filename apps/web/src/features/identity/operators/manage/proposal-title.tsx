import { Trans, useLingui } from "@lingui/react/macro";
import type { Proposal } from "@tessera/contract/identity/proposals.schemas";
import { ROLE_NAMES } from "./operator-words.ts";

/** Describes in one sentence what a proposal changes. */
export function ProposalTitle({ proposal }: { readonly proposal: Proposal }) {
  const { t } = useLingui();
  const { kind, operator, email, fromRole, toRole } = proposal;
  const username = operator?.username ?? "";
  const from = fromRole === null ? "" : t(ROLE_NAMES[fromRole]);
  const to = toRole === null ? "" : t(ROLE_NAMES[toRole]);
  switch (kind) {
    case "operator_invite":
      return (
        <Trans>
          Invite {email} as {to}
        </Trans>
      );
    case "operator_role":
      return (
        <Trans>
          Change {username} from {from} to {to}
        </Trans>
      );
    case "operator_suspend":
      return (
        <Trans>
          Suspend {username}, {from}
        </Trans>
      );
    case "operator_resume":
      return (
        <Trans>
          Restore {username}, {from}
        </Trans>
      );
    case "operator_remove":
      return (
        <Trans>
          Remove {username}, {from}
        </Trans>
      );
    case "settings":
      return <Trans>Change program limits</Trans>;
    case "bank_trade":
      return <Trans>Record a bank trade</Trans>;
  }
}
