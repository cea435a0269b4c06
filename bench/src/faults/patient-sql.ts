import postgres, { type Sql } from "postgres";

const CONNECT_TIMEOUT_S = 2;
const PAUSE_S = 0.1;

/**
 * Opens connections that are opened again soon after PostgreSQL was killed, instead of after a
 * pause that grows to half a minute.
 */
export function openPatientSql(url: string, max: number): Sql {
  return postgres(url, {
    max,
    onnotice: () => undefined,
    connect_timeout: CONNECT_TIMEOUT_S,
    backoff: () => PAUSE_S,
  });
}
