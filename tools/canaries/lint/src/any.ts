// canary: noExplicitAny
export const card: any = {};
