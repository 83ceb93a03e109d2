import pg from 'pg';

export interface Failure {
  /** The number of the statement at which the process fails. */
  statement: number;
  moment: 'sent' | 'answered';
  /** The process kills itself, cuts its connections, or asks for PostgreSQL to be killed and kills itself later. */
  failure: 'kill' | 'cut' | 'store';
}

/** Lets this process kill itself, cut its connections, or ask its parent to kill PostgreSQL at one of its statements. */
export const failAt = ({ statement, moment, failure }: Failure) => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  let count = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count += 1;
    const isLast = failure === 'store' && count === statement * 2;
    const fail = () => {
      if (failure === 'kill' || isLast) process.kill(process.pid, 'SIGKILL');
      if (failure === 'store') return void process.send?.('store');
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
      return void setTimeout(() => process.exit(), 100);
    };
    const isTurn = count === statement || isLast;
    const asked = query.apply(this, args);
    if (isTurn && moment === 'sent') setImmediate(fail);
    if (isTurn && moment === 'answered') (asked as Promise<unknown>).then(fail, fail);
    return asked;
  } as typeof pg.Client.prototype.query;
};
