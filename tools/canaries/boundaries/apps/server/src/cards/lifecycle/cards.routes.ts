// canary: routes-hold-no-data-access
export { sql } from "./cards.repository.ts";
