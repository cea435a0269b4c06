import { msg, plural } from "@lingui/core/macro";
import type { Strategy } from "@tessera/contract/authorization/risk.schemas";
import type { Locale } from "../../../lib/locale.ts";
import { formatDay } from "../../../ui/text/format-date.ts";
import type { Say } from "./sentence/condition-clauses.ts";

type Standing = Pick<
  Strategy,
  "status" | "statusSince" | "hitsThisMonth" | "triedThisMonth" | "lastHitAt"
> & { readonly rule: Pick<Strategy["rule"], "action"> };

function actedText({ rule, ...strategy }: Standing, say: Say): string {
  const count = strategy.hitsThisMonth - strategy.triedThisMonth;
  if (count === 0) {
    return say(strategy.lastHitAt === null ? msg`Not used yet` : msg`Not used this month`);
  }
  switch (rule.action) {
    case "decline":
      return say(msg`Stopped ${count} this month`);
    case "review":
      return say(msg`Held ${count} this month`);
    case "freeze":
      return say(
        msg`${plural(count, {
          one: "# card freeze this month",
          other: "# card freezes this month",
        })}`,
      );
    case "notify":
      return say(
        msg`${plural(count, { one: "# alert this month", other: "# alerts this month" })}`,
      );
  }
}

/** Summarizes a strategy's status and results in a few words. */
export function standingText(strategy: Standing, say: Say, locale: Locale, now: Date): string {
  switch (strategy.status) {
    case "draft":
      return say(msg`Draft`);
    case "shadow": {
      const count = strategy.triedThisMonth;
      return count === 0
        ? say(msg`Testing`)
        : say(
            msg`${plural(count, {
              one: "Testing, # match this month",
              other: "Testing, # matches this month",
            })}`,
          );
    }
    case "active":
      return actedText(strategy, say);
    case "paused": {
      const day = formatDay(new Date(strategy.statusSince), locale, now);
      return say(msg`Off since ${day}`);
    }
    case "retired":
      return say(msg`Retired`);
  }
}
