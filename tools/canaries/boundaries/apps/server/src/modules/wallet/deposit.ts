// canary: module-enters-another-through-its-index
export { issueCard as deposit } from "../cards/issue-card.ts";
