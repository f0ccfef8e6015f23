export const f = (c: any) => ({ a: c ? (s: any): boolean => s === 1 || (c && s === 2) : undefined });
