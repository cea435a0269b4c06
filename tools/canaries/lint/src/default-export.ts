// canary: noDefaultExport
export default 1;
