import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type DeskConversationDetail,
  PRIORITIES,
} from "@tessera/contract/back-office/support-desk.schemas";
import { AlarmClock, CircleCheck, Inbox } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { Button } from "../../../../ui/form/button.tsx";
import { CompactSelect } from "../../../../ui/form/compact-select.tsx";
import { lazySheet } from "../../../../ui/layout/lazy-part.tsx";
import { showToast } from "../../../../ui/overlay/toast-store.ts";
import { assign, move, peopleQuery, rank, refreshDesk } from "./desk.queries.ts";
import { PRIORITY_WORDS } from "./desk-words.ts";

const SnoozeSheet = lazySheet(async () => (await import("./snooze-sheet.tsx")).SnoozeSheet);

const ICON = { "aria-hidden": true, size: 18, strokeWidth: 1.75 } as const;
const NOBODY = "nobody";

/** Performs an action on a conversation and shows the result. */
function useStep() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSettled: () => refreshDesk(client),
    onError: (error) =>
      showToast({ tone: "failure", text: messageOf(error, t`That didn’t work. Try again.`) }),
  });
  return { take: mutate, isPending };
}

/** Lets an operator change the assignee, priority and status of a conversation. */
export function DeskSteering({ conversation }: { readonly conversation: DeskConversationDetail }) {
  const { t } = useLingui();
  const { data: people = [] } = useQuery(peopleQuery());
  const [snoozing, setSnoozing] = useState(false);
  const { take, isPending } = useStep();
  const { id, assignee, priority, status } = conversation;
  const known = assignee === null || people.some((one) => one.id === assignee.id);
  const everyone = known ? people : [...people, assignee];
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 pb-2" aria-busy={isPending || undefined}>
      <CompactSelect
        label={t`Assigned to`}
        value={assignee?.id ?? NOBODY}
        options={[
          { value: NOBODY, label: t`Unassigned` },
          ...everyone.map((one) => ({ value: one.id, label: one.username })),
        ]}
        onChange={(value) => take(() => assign(id, value === NOBODY ? null : value))}
      />
      <CompactSelect
        label={t`Priority`}
        value={priority}
        options={PRIORITIES.map((value) => ({ value, label: t(PRIORITY_WORDS[value]) }))}
        onChange={(value) => take(() => rank(id, value))}
      />
      {status !== "open" && (
        <Button size="md" icon={<Inbox {...ICON} />} onClick={() => take(() => move(id, "open"))}>
          <Trans context="conversation">Reopen</Trans>
        </Button>
      )}
      {status !== "resolved" && (
        <>
          <Button
            size="md"
            aria-haspopup="dialog"
            icon={<AlarmClock {...ICON} />}
            onClick={() => setSnoozing(true)}
          >
            <Trans>Snooze</Trans>
          </Button>
          <Button
            size="md"
            icon={<CircleCheck {...ICON} />}
            onClick={() => take(() => move(id, "resolved"))}
          >
            <Trans>Resolve</Trans>
          </Button>
        </>
      )}
      <SnoozeSheet
        open={snoozing}
        onClose={() => setSnoozing(false)}
        onSnooze={(until) => take(() => move(id, "snoozed", until))}
      />
    </div>
  );
}
