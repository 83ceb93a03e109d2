/** Returns a gate to hold calls back: `passed` resolves once the test calls `open`. */
export const gate = () => {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
};
