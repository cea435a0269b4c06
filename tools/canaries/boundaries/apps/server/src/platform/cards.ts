// canary: platform-knows-no-module
export { issueCard } from "../cards/lifecycle/index.ts";
