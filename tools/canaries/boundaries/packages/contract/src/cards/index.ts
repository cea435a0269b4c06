// canary: no-barrels-beyond-doors
export { card } from "../card.ts";
