import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Type, type Static } from 'typebox';
import { matches } from '../platform/http/validation';
import { StartError } from '../platform/errors';

/** A backup is a folder with an archive of the cluster, the uploads, and a label that proves both complete. */
export const ARCHIVE = 'postgres.tar.gz';
export const FILES = 'files';
export const LABEL = 'backup.json';

const Label = Type.Object({
  format: Type.Literal(1),
  createdAt: Type.String(),
  /** Major version; another one cannot read the cluster. */
  postgres: Type.String(),
  /** Digest of the archive. */
  sha256: Type.String(),
});

export type BackupLabel = Static<typeof Label>;

/** Returns the SHA-256 of a file in hexadecimal digits. */
export const digestOf = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

const parse = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};

/** Reads a backup's label; throws a `StartError` for a folder that is no backup or was changed. */
export const readBackup = async (folder: string): Promise<BackupLabel> => {
  const label = parse(path.join(folder, LABEL));
  if (!matches(Label, label) || !existsSync(path.join(folder, ARCHIVE))) {
    throw new StartError(`--from: ${folder} is not a complete backup (it needs ${LABEL} and ${ARCHIVE}).`);
  }
  const known = label as BackupLabel;
  if ((await digestOf(path.join(folder, ARCHIVE))) !== known.sha256) {
    throw new StartError(`--from: ${ARCHIVE} in ${folder} is damaged (its checksum differs): use another backup.`);
  }
  return known;
};
