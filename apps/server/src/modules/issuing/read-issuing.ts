import type {
  CardApplication,
  CardLimits,
  CardSegment,
} from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { feeScheduleAt } from "../legal/index.ts";
import { listApplications } from "./applications.repository.ts";
import { presentApplication, presentLimits, presentSegment } from "./issuing.presenter.ts";
import { highestLimits } from "./segment-limits.policy.ts";
import { listActiveSegments } from "./segments.repository.ts";

/** More than any customer has cards; the list is whole. */
const MAX_APPLICATIONS = 500;

/** The segments on offer with the fees in force, described in the reader's language. */
export async function readSegments(context: AppContext, locale: Locale): Promise<CardSegment[]> {
  const { kysely } = context.db;
  const [segments, fees] = await Promise.all([
    listActiveSegments(kysely),
    feeScheduleAt(kysely, context.clock.now()),
  ]);
  return segments.map((segment) => presentSegment(segment, fees, locale));
}

/** The most that cards of each type and currency on offer may spend. */
export async function readCardLimits(context: AppContext): Promise<CardLimits[]> {
  return highestLimits(await listActiveSegments(context.db.kysely)).map(presentLimits);
}

/** A customer's applications, newest first. */
export async function readApplications(
  context: AppContext,
  customerId: string,
): Promise<CardApplication[]> {
  const applications = await listApplications(context.db.kysely, customerId, MAX_APPLICATIONS);
  return applications.map(presentApplication);
}
