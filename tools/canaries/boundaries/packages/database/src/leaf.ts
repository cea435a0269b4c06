// canary: database-is-a-leaf
export { minor } from "../../money/src/index.ts";
