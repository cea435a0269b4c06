// canary: module-enters-another-through-its-index
export { issueCard as deposit } from "../../cards/lifecycle/issue-card.ts";
