import { Trans, useLingui } from "@lingui/react/macro";
import type { ProgramRule } from "@tessera/contract/back-office/program-rules.schemas";
import { Hourglass, ShieldBan } from "lucide-react";
import { useLocale } from "../../../../lib/locale.ts";
import { ListRowLink, RowIcon } from "../../../../ui/list/list-row.tsx";
import { Chip } from "../../../../ui/text/status-chip.tsx";
import { MODE_LOOKS } from "./rule-words.ts";

/** Renders one rule in the list: its name, its effect, and whether a change is pending. */
export function RuleRow({ rule }: { readonly rule: ProgramRule }) {
  const { t } = useLingui();
  const locale = useLocale();
  const look = MODE_LOOKS[rule.mode];
  const { declined, wouldDecline } = rule;
  return (
    <ListRowLink
      to={{
        to: "/system/programme",
        search: { tab: "rules", open: rule.id },
        state: { openedHere: true },
        resetScroll: false,
      }}
      lead={
        <RowIcon>
          <ShieldBan aria-hidden="true" strokeWidth={1.75} />
        </RowIcon>
      }
      title={rule.names[locale]}
      meta={
        rule.mode === "shadow" ? (
          <Trans>{wouldDecline} would have been declined in 30 days</Trans>
        ) : (
          <Trans>{declined} declined in 30 days</Trans>
        )
      }
      status={
        <span className="flex flex-wrap justify-end gap-1">
          {rule.proposal !== null && (
            <Chip tone="caution" icon={Hourglass}>
              <Trans>Change pending</Trans>
            </Chip>
          )}
          <Chip tone={look.tone} icon={look.icon}>
            {t(look.text)}
          </Chip>
        </span>
      }
    />
  );
}
