export const issueCard = () => undefined;
