import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  args?: { name?: string; data?: { url?: string; scriptName?: string; functionName?: string } };
}

/** A task of the main thread, in ms from the first one, and what it spent its time on, longest first. */
export interface Task {
  at: number;
  ms: number;
  parts: { what: string; ms: number }[];
}

const TASKS = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'];
const PARTS = ['devtools.timeline', 'v8', 'v8.execute', 'disabled-by-default-v8.compile'];

/** Frames around the work of a task, which say nothing about it. */
const IS_FRAME = /RunTask$|^(ThreadController|SimpleWatcher|Scheduler|RunMicrotasks|V8\.(?!GC)|v8\.(run|callFunction))/;

/** Returns what an event did: the file of a script without its hash, or the event's name. */
const nameOf = ({ name, args }: TraceEvent): string => {
  const { url = '', scriptName = '', functionName = '' } = args?.data ?? {};
  const file = /([^/]+?)(\.[0-9a-f]{6})?\.js/.exec(url || scriptName)?.[1];
  if (name === 'EvaluateScript' || name === 'v8.evaluateModule') return `evaluates ${file ?? 'the page'}`;
  if (name === 'v8.compile') return `compiles ${file ?? 'the page'}`;
  if (name === 'FunctionCall') return `runs ${file ?? 'the page'}${functionName && `: ${functionName}`}`;
  return name;
};

/** Returns the time of each event, without the time of the events inside it. */
const partsOf = (events: readonly TraceEvent[]): Task['parts'] => {
  const sums = new Map<string, number>();
  const open: TraceEvent[] = [];
  const add = (event: TraceEvent | undefined, ms: number) => {
    if (event) sums.set(nameOf(event), (sums.get(nameOf(event)) ?? 0) + ms);
  };
  for (const event of events) {
    while (open.length > 0 && event.ts >= open.at(-1)!.ts + (open.at(-1)!.dur ?? 0)) open.pop();
    const ms = (event.dur ?? 0) / 1000;
    add(event, ms);
    add(open.at(-1), -ms);
    open.push(event);
  }
  return [...sums].map(([what, ms]) => ({ what, ms })).sort((a, b) => b.ms - a.ms);
};

/** Returns the tasks of one thread. */
const tasksOf = (events: readonly TraceEvent[]): Task[] => {
  const sorted = events
    .filter(({ name }) => name !== 'thread_name')
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  // The trace may hold the same task under two names; this uses the one that is present, not their sum.
  const timeline = sorted.filter(({ name }) => name === 'RunTask');
  const all = timeline.length > 0 ? timeline : sorted.filter(({ name }) => /RunTask$/.test(name));
  const work = sorted.filter(({ name }) => !IS_FRAME.test(name));
  const tasks: Task[] = [];
  let end = -Infinity;
  let next = 0;
  for (const { ts, dur = 0 } of all) {
    // A task inside another one, which the evaluation of a module can start, counts once.
    if (ts < end) continue;
    end = ts + dur;
    while (next < work.length && work[next]!.ts < ts) next += 1;
    const from = next;
    while (next < work.length && work[next]!.ts < end) next += 1;
    tasks.push({ at: (ts - all[0]!.ts) / 1000, ms: dur / 1000, parts: partsOf(work.slice(from, next)) });
  }
  return tasks;
};

const sumOf = (tasks: readonly Task[]): number => tasks.reduce((sum, { ms }) => sum + ms, 0);

/** Records all tasks of the page's main thread between `start` and `stop`; their parts on request. */
export const recordTasks = async (
  client: CDPSession,
  { withParts = false } = {},
): Promise<{ stop(): Promise<Task[]> }> => {
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      const isTask = event.ph === 'X' && (withParts || /RunTask$/.test(event.name));
      if (event.name === 'thread_name' || isTask) events.push(event);
    }
  });
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...TASKS, ...(withParts ? PARTS : [])] },
  });
  return {
    stop: async () => {
      const complete = new Promise<void>((resolve) => client.once('Tracing.tracingComplete', () => resolve()));
      await client.send('Tracing.end');
      await complete;
      const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
      // Other pages of the browser have main threads too; the measured page works most.
      const threads = mains.map(({ pid, tid }) => tasksOf(events.filter((one) => one.pid === pid && one.tid === tid)));
      return threads.sort((a, b) => sumOf(b) - sumOf(a))[0] ?? [];
    },
  };
};
