import { ApiError, NO_ANSWER } from './http';

interface UploadOptions {
  /** Receives the fraction of the bytes sent so far. */
  onProgress: (fraction: number) => void;
  signal?: AbortSignal;
}

/** PUTs a file to a signed address; throws only `ApiError`. */
export type Upload = (url: string, file: Blob, options: UploadOptions) => Promise<void>;

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export const uploadFile: Upload = (url, file, { onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    const fail = (status: number, key: string) => reject(new ApiError({ status, key }));
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else fail(request.status, keyOf(request.responseText));
    };
    request.onerror = () => fail(0, NO_ANSWER);
    request.onabort = () => fail(0, NO_ANSWER);
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    request.send(file);
  });

const keyOf = (text: string): string => {
  try {
    const { key } = JSON.parse(text) as { key?: unknown };
    return typeof key === 'string' ? key : 'error.unknown_error';
  } catch {
    return 'error.unknown_error';
  }
};

/** Returns the bytes of a `data:` address. */
export const blobOf = (dataUrl: string): Blob => {
  const [head = '', content = ''] = dataUrl.split(',', 2);
  const type = /^data:([^;,]+)/.exec(head)?.[1] ?? 'application/octet-stream';
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type });
};
