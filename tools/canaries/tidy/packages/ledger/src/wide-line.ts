// canary: line-width
// word word word word word word word word word word word word word word word word word word word word 
