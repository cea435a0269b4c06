import type { CustomerProfile } from "@tessera/contract/back-office/customers.schemas";
import { operatorClosingOf } from "../../identity/account-closing/index.ts";
import { selectMembers } from "../../identity/companies/index.ts";
import { hasSecondFactor } from "../../identity/second-factor/index.ts";
import { securityHoldOf } from "../../identity/security-hold/index.ts";
import { lastSignInOf, liveSessionsOf } from "../../identity/sessions/index.ts";
import { readInsight } from "../../insights/risk-insight/index.ts";
import { selectHoldings } from "../../money-movement/holdings/index.ts";
import type { AppContext } from "../../platform/context.ts";
import { countWaitingOf } from "./adjustments.repository.ts";
import { presentProfile } from "./customers.presenter.ts";
import { type CustomerRow, countCards } from "./customers.repository.ts";
import { findOpenReset } from "./factor-resets/factor-resets.repository.ts";
import { countNotes } from "./notes/notes.repository.ts";
import { type CustomerViewer, viewCustomer } from "./view-customer.ts";

/**
 * Returns a customer's profile.
 *
 * @throws Refusal `not_found`
 */
export async function getCustomer(
  context: AppContext,
  viewer: CustomerViewer,
): Promise<CustomerProfile> {
  return profileOf(context, await viewCustomer(context, viewer));
}

/** Returns the profile for a customer row. */
export async function profileOf(context: AppContext, row: CustomerRow): Promise<CustomerProfile> {
  const tx = context.db.kysely;
  const now = context.clock.now();
  const [holdings, cards, insight, devices] = await Promise.all([
    selectHoldings(tx, row.id),
    countCards(tx, row.id),
    readInsight(context, { customerId: row.id, query: {} }),
    liveSessionsOf(tx, row.person_id, now),
  ]);
  const [lastSignInAt, secondFactor, noteCount, waitingCorrections] = await Promise.all([
    lastSignInOf(tx, row.person_id),
    hasSecondFactor(tx, row.person_id),
    countNotes(tx, row.id),
    countWaitingOf(tx, row.id, now),
  ]);
  const members = row.is_company ? await selectMembers(tx, row.id) : [];
  const [hold, factorReset, accountClosing] = await Promise.all([
    securityHoldOf(tx, row.id),
    findOpenReset(tx, row.id),
    operatorClosingOf(tx, row.id, now),
  ]);
  const signIns = { devices: devices.length, lastSignInAt, secondFactor };
  return presentProfile(row, {
    ...{ members, holdings, cards, insight, noteCount, waitingCorrections },
    ...{ ...signIns, hold, factorReset, accountClosing },
  });
}
