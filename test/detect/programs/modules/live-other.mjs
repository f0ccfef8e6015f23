export let level = 1;
export const raise = () => {
  level = 2;
};
