import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { Button } from "../../../../ui/form/button.tsx";
import { lazyPart, lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { Tabs } from "../../../../ui/layout/tabs.tsx";
import { TopBar } from "../../../../ui/layout/top-bar.tsx";
import { SkeletonRows } from "../../../../ui/list/skeleton.tsx";
import { OperatorList } from "./operator-list.tsx";
import { proposalsQuery } from "./operators.queries.ts";
import { SoleNote } from "./sole-note.tsx";
import { useMayManage } from "./use-may-manage.ts";
import { useOpening } from "./use-opening.ts";

const InviteSheet = lazySheet(async () => (await import("./invite-sheet.tsx")).InviteSheet);
const InvitationList = lazyPart(
  async () => (await import("./invitation-list.tsx")).InvitationList,
  <SkeletonRows count={4} />,
);
const ProposalList = lazyPart(
  async () => (await import("./proposal-list.tsx")).ProposalList,
  <SkeletonRows count={4} />,
);

const TABS = ["people", "invitations", "proposals"] as const;
type OperatorsTab = (typeof TABS)[number];

interface OperatorsPageProps {
  readonly tab: string | undefined;
  readonly status: string | undefined;
  readonly onSearch: (
    changes: Partial<Record<"tab" | "status" | "open", string | undefined>>,
  ) => void;
}

/** Renders the operators page, with tabs for operators, invitations and proposals. */
export function OperatorsPage({ tab: named, status, onSearch }: OperatorsPageProps) {
  const { t } = useLingui();
  const mayManage = useMayManage();
  const proposals = useInfiniteQuery(proposalsQuery());
  const { opening, open, close } = useOpening<undefined>();
  const tab: OperatorsTab = TABS.find((one) => one === named) ?? "people";
  const waiting = proposals.data?.pages[0]?.waiting;
  const tabs = [
    { value: "people", label: t`People` },
    { value: "invitations", label: t`Invitations` },
    { value: "proposals", label: t`Proposals`, count: mayManage ? waiting : undefined },
  ] as const;
  return (
    <>
      <TopBar title={<Trans>Operators</Trans>}>
        {mayManage && (
          <Button
            kind="primary"
            size="md"
            aria-haspopup="dialog"
            style={{ marginRight: 12 }}
            onClick={() => open(undefined)}
          >
            <UserPlus aria-hidden="true" size={20} strokeWidth={1.75} />
            <Trans>Invite</Trans>
          </Button>
        )}
      </TopBar>
      <main className="px-(--gutter)">
        {mayManage && <SoleNote />}
        <Tabs
          label={t`Operators`}
          tabs={tabs}
          value={tab}
          onChange={(next) => onSearch({ tab: next, open: undefined })}
        >
          <div className="pt-3">
            {tab === "people" && (
              <OperatorList status={status} onStatus={(next) => onSearch({ status: next })} />
            )}
            {tab === "invitations" && <InvitationList />}
            {tab === "proposals" && <ProposalList />}
          </div>
        </Tabs>
      </main>
      {opening !== undefined && (
        <InviteSheet key={opening.serial} open={opening.open} onClose={close} />
      )}
    </>
  );
}
