import path from 'node:path';
import type { FileStore } from '../platform/ports/fileStore';
import type { Settings } from '../platform/settings';
import { createDiskStore } from './files/diskStore';
import { createS3Store } from './files/s3Store';

/** Creates the store of uploaded files that the settings choose: S3, or a folder on this machine's disk. */
export const createFileStore = ({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): FileStore =>
  s3 ? createS3Store(s3) : createDiskStore(path.join(dataDir, 'files'));
