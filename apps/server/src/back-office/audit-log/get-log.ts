import { ACTS, isActName } from "@tessera/contract/back-office/audit-titles";
import type { AuditDetail, LogDetail } from "@tessera/contract/back-office/logs.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { getMovement } from "../../insights/bills/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { Refusal } from "../../platform/http/refusal.ts";
import { parseId } from "../../platform/ids.ts";
import { selectBlockOf } from "./audit-records.repository.ts";
import { findRecord } from "./find-records.ts";
import { memberNamesOf, peopleOf } from "./list-audit.ts";
import { presentAuditDetail, presentMoneyDetail, presentRecordDetail } from "./logs.presenter.ts";

/**
 * Returns an audit event from a customer's log, or the movement that a log entry represents.
 *
 * @throws Refusal `not_found` if it does not exist, belongs to another customer, or is only for
 * operators
 */
export async function getLog(
  context: AppContext,
  named: { customerId: string; isCompany: boolean; id: string; locale: Locale },
): Promise<LogDetail> {
  const { customerId, id, locale, isCompany } = named;
  const movementId = parseId("mov", id);
  if (movementId !== undefined) {
    return presentMoneyDetail(await getMovement(context, { customerId, movementId, locale }));
  }
  const ref = parseId("log", id);
  const record = ref && (await findRecord(context, { ref, customerId }));
  const isOwners =
    record !== undefined &&
    record !== "" &&
    isActName(record.action) &&
    ACTS[record.action].ownerReads;
  if (!isOwners) {
    throw new Refusal("not_found");
  }
  const members = isCompany ? await memberNamesOf(context, [record]) : undefined;
  return presentRecordDetail(record, locale, members);
}

/**
 * Returns an audit event with its fields before and after the change, for operators who may read
 * all events.
 *
 * @throws Refusal `not_found`
 */
export async function getAudit(
  context: AppContext,
  { id, locale }: { id: string; locale: Locale },
): Promise<AuditDetail> {
  const ref = parseId("log", id);
  const tx = context.db.kysely;
  const record = ref === undefined ? undefined : await findRecord(context, { ref });
  if (record === undefined) {
    throw new Refusal("not_found");
  }
  const people = await peopleOf(context, [record]);
  return presentAuditDetail(record, people, await selectBlockOf(tx, record.id), locale);
}
