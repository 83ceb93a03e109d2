import type { Writable } from 'node:stream';
import pg from 'pg';

/** A backup that starts at once instead of with the next checkpoint, and that holds the log it needs to be whole. */
const COMMAND = "BASE_BACKUP (LABEL 'employer-dashboard', CHECKPOINT 'fast', WAL, MANIFEST 'no')";

/** What a message of the copy begins with (PostgreSQL 18, section 54.4, BASE_BACKUP). */
const DATA = 'd'.charCodeAt(0);

interface CopyMessage {
  chunk: Buffer;
}

/** `pg` takes anything that answers to these as a query. Of what it says only the copied data is of use here. */
class BaseBackup implements pg.Submittable {
  readonly #archive: Writable;
  readonly #end: (error?: Error) => void;
  #isPaused = false;

  constructor(archive: Writable, end: (error?: Error) => void) {
    this.#archive = archive;
    this.#end = end;
  }

  submit(connection: pg.Connection): void {
    connection.query(COMMAND);
  }

  handleCopyData({ chunk }: CopyMessage, { stream }: pg.Connection): void {
    if (chunk[0] !== DATA) return;
    // The buffer is the parser's, who writes the next message over it.
    const hasRoom = this.#archive.write(Buffer.from(chunk.subarray(1)));
    // What has arrived already still comes while the stream rests.
    if (hasRoom || this.#isPaused) return;
    this.#isPaused = true;
    stream.pause();
    this.#archive.once('drain', () => {
      this.#isPaused = false;
      stream.resume();
    });
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#end();
  }
  handleError(error: Error): void {
    this.#end(error);
  }
}

/**
 * Writes a running cluster as one tar into `archive` and ends it: what was committed when it began is in it. The user needs
 * the right of replication. Rejects when the connection or the archive breaks.
 */
export const copyCluster = async (connectionString: string, archive: Writable): Promise<void> => {
  // `replication` is a parameter of the connection that pg passes on and its types do not know.
  const config = { connectionString, replication: 'true' };
  const client = new pg.Client(config);
  await client.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      archive.on('error', reject);
      client.query(new BaseBackup(archive, (error) => (error ? reject(error) : resolve())));
    });
    archive.end();
  } catch (error) {
    archive.destroy(error as Error);
    throw error;
  } finally {
    client.removeAllListeners('error').on('error', () => undefined);
    await client.end().catch(() => undefined);
  }
};
