export let count = 0; export const more = () => { count++; };
