export const post = () => undefined;
