// canary: platform-knows-no-module
export { issueCard } from "../modules/cards/index.ts";
