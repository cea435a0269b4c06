import {
  CARD_TYPES,
  type CardApplication,
  type CardLimits,
  type CardSegment,
} from "@tessera/contract/cards/cards.schemas";
import type { Locale } from "@tessera/contract/errors/locales";
import { CURRENCIES } from "@tessera/money";
import type { IssuerPort } from "../../adapters/issuer/issuer.port.ts";
import type { AppContext } from "../../platform/context.ts";
import {
  type Page,
  type PageQuery,
  readPage,
  readPageOf,
  sortableNumber,
} from "../../platform/paging/pages.ts";
import { highestLimits, listActiveSegments } from "../issuance/index.ts";
import { feeScheduleAt } from "../pricing/index.ts";
import { listApplications } from "./applications.repository.ts";
import { presentApplication, presentLimits, presentSegment } from "./issuing.presenter.ts";

/**
 * Lists the available segments with the fees in force, described in the reader's language. Returns
 * none if there is no issuer.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readSegments(
  context: AppContext,
  issuer: IssuerPort | undefined,
  query: PageQuery,
  locale: Locale,
): Promise<Page<CardSegment>> {
  const { kysely } = context.db;
  const [{ rows, nextCursor }, fees] = await Promise.all([
    readPage(context, {
      scope: "segments",
      query,
      read: async (seek) => (issuer === undefined ? [] : listActiveSegments(kysely, seek)),
      placeOf: ({ position, id }) => [String(position), id],
    }),
    feeScheduleAt(kysely, context.clock.now()),
  ]);
  return { data: rows.map((segment) => presentSegment(segment, fees, locale)), nextCursor };
}

/**
 * Lists the highest spending limits for cards, by type and currency. The limits are published even
 * if there is no issuer, since issued cards keep them.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
 */
export async function readCardLimits(
  context: AppContext,
  query: PageQuery,
): Promise<Page<CardLimits>> {
  const { rows, nextCursor } = await readPageOf(context, {
    scope: "card-limits",
    query,
    rows: highestLimits(await listActiveSegments(context.db.kysely)),
    direction: "asc",
    placeOf: ({ type, currency }) => [
      sortableNumber(CARD_TYPES.indexOf(type)),
      sortableNumber(CURRENCIES.indexOf(currency)),
    ],
  });
  return { data: rows.map(presentLimits), nextCursor };
}

/**
 * Lists a customer's applications, newest first.
 *
 * @throws Refusal `invalid_input` for a cursor from another list
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
