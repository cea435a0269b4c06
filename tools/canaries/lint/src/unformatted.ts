// canary: format
export const spread   =  [1,2 ];
