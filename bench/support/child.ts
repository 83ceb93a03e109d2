import { fork, type ChildProcess } from 'node:child_process';

interface Child<T> {
  ready: T;
  child: ChildProcess;
  stop(): void;
}

/** Starts a program in a child process and waits for its first message. */
export const startChild = <T>(file: string, args: string[], execArgv: string[] = []): Promise<Child<T>> =>
  new Promise((resolve, reject) => {
    const child = fork(`bench/support/${file}`, args, { execArgv: ['--import', 'tsx', ...execArgv] });
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
