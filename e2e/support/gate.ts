/** Holds calls back: `passed` settles once the test calls `open`. */
export const gate = () => {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};
