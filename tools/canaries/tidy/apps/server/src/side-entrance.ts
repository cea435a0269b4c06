// canary: side-entrance
export { minor } from "../../../packages/money/src/secret.ts";
