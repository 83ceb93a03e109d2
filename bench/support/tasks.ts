import type { CDPSession } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  args?: { name?: string };
}

/** Records the durations in ms of all tasks of the page's main thread between `start` and `stop`. */
export const recordTasks = async (client: CDPSession): Promise<{ stop(): Promise<number[]> }> => {
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) {
      if (event.name === 'thread_name' || (event.ph === 'X' && /RunTask$/.test(event.name))) events.push(event);
    }
  });
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  });
  return {
    stop: async () => {
      const complete = new Promise<void>((resolve) => client.once('Tracing.tracingComplete', () => resolve()));
      await client.send('Tracing.end');
      await complete;
      const mains = new Set(
        events
          .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
          .map(({ pid, tid }) => `${pid}/${tid}`),
      );
      // The trace may hold the same task under two names; this uses the one that is present, not their sum.
      const tasks = events.filter(({ name, pid, tid }) => name !== 'thread_name' && mains.has(`${pid}/${tid}`));
      const timeline = tasks.filter(({ name }) => name === 'RunTask');
      return (timeline.length > 0 ? timeline : tasks).map(({ dur = 0 }) => dur / 1000);
    },
  };
};
