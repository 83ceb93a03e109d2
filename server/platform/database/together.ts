/** Loads that may be under way while more is collected. */
const UNDER_WAY = 2;
/** Milliseconds after which what is collected waits for no other load: one that hangs holds nothing else up. */
const WAIT_MS = 20;
/** At most so many in one load. */
const AT_ONCE = 500;

interface Asked<K, V> {
  key: K;
  resolve(value: V): void;
  reject(error: unknown): void;
}

/**
 * Answers what many ask at the same time by one load, which begins after the last of them asked: nothing is remembered from
 * one load to the next. `load` answers in the order of its keys. Alone one waits for nothing; the busier the process, the
 * more go together.
 */
export const together = <K, V>(load: (keys: readonly K[]) => Promise<readonly V[]>): ((key: K) => Promise<V>) => {
  let asked: Asked<K, V>[] = [];
  let underWay = 0;
  let turn: NodeJS.Immediate | undefined;
  let patience: NodeJS.Timeout | undefined;

  const run = async (some: Asked<K, V>[]): Promise<void> => {
    underWay += 1;
    try {
      const values = await load(some.map(({ key }) => key));
      some.forEach(({ resolve }, at) => resolve(values[at]!));
    } catch (error) {
      some.forEach(({ reject }) => reject(error));
    } finally {
      underWay -= 1;
      if (asked.length > 0) begin();
    }
  };
  const begin = (): void => {
    clearTimeout(patience);
    patience = undefined;
    void run(asked.splice(0, AT_ONCE));
    if (asked.length > 0) begin();
  };
  const atTurn = (): void => {
    turn = undefined;
    if (asked.length === 0) return;
    if (underWay < UNDER_WAY) begin();
    else patience ??= setTimeout(() => asked.length > 0 && begin(), WAIT_MS);
  };

  return (key) =>
    new Promise<V>((resolve, reject) => {
      asked.push({ key, resolve, reject });
      // What comes in the same turn of the event loop goes along.
      turn ??= setImmediate(atTurn);
    });
};
