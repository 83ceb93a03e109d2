import type { Writable } from 'node:stream';
import pg from 'pg';

/**
 * Starts the backup at once instead of at the next checkpoint, and includes the write-ahead log that makes it
 * consistent.
 */
const COMMAND = "BASE_BACKUP (LABEL 'employer-dashboard', CHECKPOINT 'fast', WAL, MANIFEST 'no')";

/** Marks a message that carries data of the copy (PostgreSQL 18, section 54.4, BASE_BACKUP). */
const DATA = 'd'.charCodeAt(0);

interface CopyMessage {
  chunk: Buffer;
}

/** A query object for `pg`, which accepts any object with these methods. It uses only the data messages. */
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
    // Copies the buffer, because the parser reuses it for the next message.
    const hasRoom = this.#archive.write(Buffer.from(chunk.subarray(1)));
    // Messages that were already received still arrive while the stream is paused.
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
 * Writes a running cluster as one tar into `archive` and ends it. The copy holds everything that was committed before
 * it began. The user needs the REPLICATION privilege. Rejects when the connection or the archive fails.
 */
export const copyCluster = async (connectionString: string, archive: Writable): Promise<void> => {
  // `pg` passes the `replication` parameter on, but its types lack it.
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
