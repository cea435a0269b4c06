import { setTimeout as sleep } from "node:timers/promises";
import type { AlertLab } from "../alert-lab.ts";
import type { Cause } from "../cause.ts";
import { authorize } from "../traffic.ts";

const SLOW_MS = 700;
const ABOVE_ANY_BALANCE = "99999.00";

let held: Awaited<ReturnType<AlertLab["openSession"]>> | undefined;

export const PAYMENT_CAUSES: readonly Cause[] = [
  {
    alerts: ["TesseraAuthorizationsSlow"],
    how: "Every response of the database arrives 700 ms late.",
    async make({ proxies }) {
      for (const proxy of proxies) {
        proxy.slow("answers", SLOW_MS);
      }
    },
    async remedy({ proxies }) {
      for (const proxy of proxies) {
        proxy.slow("answers", 0);
      }
    },
  },
  {
    alerts: ["TesseraDeclinesUnusual"],
    how: "Every payment is above the balance of its card.",
    async make({ traffic }) {
      traffic.amount = ABOVE_ANY_BALANCE;
    },
    async remedy({ traffic }) {
      traffic.amount = "0.01";
    },
  },
  {
    alerts: ["TesseraHoldsOverdue"],
    how: "A session has locked the balance of a card whose hold has expired.",
    async make(lab) {
      const caller = lab.quietCaller(0);
      const answer = await authorize(lab.url, caller, "1.00");
      if (answer.approved !== true) {
        throw new Error(`the payment was not approved: ${JSON.stringify(answer)}`);
      }
      held = await lab.openSession();
      await held.sql`begin`;
      await held.sql`
        select from ledger.balance where account_id = ${String(caller.cardAccount)} for update`;
      await lab.admin`
        update ledger.hold set expires_at = now() - interval '1 hour'
        where account_id = ${String(caller.cardAccount)} and state = 'open'`;
    },
    async remedy(lab) {
      await lab.admin`select pg_terminate_backend(${held?.pid ?? 0})`;
    },
  },
  {
    alerts: ["TesseraRulesUnreadable"],
    how: "A program rule has a version of a later release, which this one cannot read.",
    make: (lab) => writeRule(lab, "active", { kind: "of a later release" }),
    async confirm(lab) {
      const answer = await authorize(lab.url, lab.quietCaller(0), "0.01");
      if (answer.code !== "programme_rule") {
        throw new Error(`payments are not declined for it: ${JSON.stringify(answer)}`);
      }
    },
    // As two administrators do who switch the rule off.
    remedy: (lab) => writeRule(lab, "off", { kind: "of a later release" }),
  },
];

async function writeRule(lab: AlertLab, mode: string, terms: object): Promise<void> {
  await lab.admin`
    insert into programme_rule_version (rule_id, version, revision, name_en, name_zh_cn,
      name_zh_tw, mode, terms, reason, changed_by, approved_by, changed_at)
    select rule_id, max(version) + 1, (select max(revision) + 1 from programme_rule_version),
      'Lab', 'Lab', 'Lab', ${mode}, ${lab.admin.json({ ...terms })}, 'lab', 'lab', 'lab', now()
    from programme_rule_version
    where rule_id = (select rule_id from programme_rule_version order by rule_id limit 1)
    group by rule_id`;
  await sleep(1_000);
}
