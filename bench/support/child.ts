import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import path from 'node:path';

interface Child<T> {
  ready: T;
  child: ChildProcess;
  stop(): void;
}

/** Starts a program in a child process and waits for its first message. */
export const startChild = <T>(file: string, args: string[], options: ForkOptions = {}): Promise<Child<T>> =>
  new Promise((resolve, reject) => {
    const execArgv = ['--import', 'tsx', ...(options.execArgv ?? [])];
    const child = fork(path.resolve('bench/support', file), args, { ...options, execArgv });
    const ended = (code: number | null) => reject(new Error(`${file} ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (ready) =>
      resolve({
        ready: ready as T,
        child,
        stop: () => {
          child.off('exit', ended);
          child.kill();
        },
      }),
    );
  });

/** Sends a question to a program and waits for its next message. */
export const request = <T>(child: ChildProcess, question: string): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as T));
    child.send(question);
  });
