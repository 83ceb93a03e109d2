import pg from 'pg';

export interface Failure {
  /** The number of the statement at which the process fails. */
  statement: number;
  moment: 'sent' | 'answered';
  failure: 'kill' | 'cut';
}

/** Lets this process kill itself, or cut its connections, at one of its statements. */
export const failAt = ({ statement, moment, failure }: Failure) => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count += 1;
    const fail = () => {
      if (failure === 'kill') process.kill(process.pid, 'SIGKILL');
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
      setTimeout(() => process.exit(), 100);
    };
    const isTurn = count === statement;
    const asked = query.apply(this, args);
    if (isTurn && moment === 'sent') setImmediate(fail);
    if (isTurn && moment === 'answered') (asked as Promise<unknown>).then(fail, fail);
    return asked;
  } as typeof pg.Client.prototype.query;
};
