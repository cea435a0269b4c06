import type {
  CardApplication,
  CardLimits,
  CardSegment,
} from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import type { AppContext } from "../../platform/context.ts";
import { type Page, type PageQuery, readPage } from "../../platform/pages.ts";
import { feeScheduleAt } from "../legal/index.ts";
import { listApplications } from "./applications.repository.ts";
import { presentApplication, presentLimits, presentSegment } from "./issuing.presenter.ts";
import { highestLimits } from "./segment-limits.policy.ts";
import { listActiveSegments } from "./segments.repository.ts";

/**
 * Lists the segments on offer with the fees in force, described in the reader's language.
 *
 * @throws Refusal `invalid_input` for a cursor that was not made for this list
 */
export async function readSegments(
  context: AppContext,
  query: PageQuery,
  locale: Locale,
): Promise<Page<CardSegment>> {
  const { kysely } = context.db;
  const [{ rows, nextCursor }, fees] = await Promise.all([
    readPage(context, {
      scope: "segments",
      query,
      read: (seek) => listActiveSegments(kysely, seek),
      placeOf: ({ position, id }) => [String(position), id],
    }),
    feeScheduleAt(kysely, context.clock.now()),
  ]);
  return { data: rows.map((segment) => presentSegment(segment, fees, locale)), nextCursor };
}

/** The most that cards of each type and currency on offer may spend. */
export async function readCardLimits(context: AppContext): Promise<CardLimits[]> {
  return highestLimits(await listActiveSegments(context.db.kysely)).map(presentLimits);
}

/**
 * Lists a customer's applications, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor that was not made for this list
 */
export async function readApplications(
  context: AppContext,
  customerId: string,
  query: PageQuery,
): Promise<Page<CardApplication>> {
  const { rows, nextCursor } = await readPage(context, {
    scope: `applications:${customerId}`,
    query,
    read: (seek) => listApplications(context.db.kysely, customerId, seek),
    placeOf: ({ created_at, id }) => [created_at.toISOString(), id],
  });
  return { data: rows.map(presentApplication), nextCursor };
}
