import { buffers, eventChannel, END, type EventChannel } from 'redux-saga';
import { call, put, take } from 'redux-saga/effects';
import { blobOf } from '../../../lib/upload';
import { callApi, port, type Step } from '../../kit/effects';
import { toFailure, type Failure } from '../../kit/failure';
import { postJobImage } from './api';
import { jobFormActions } from './slice';

type Progress = { fraction: number } | { failure: unknown };

/** PUTs the file and reports the progress; returns the failure or null. */
function* putFile(url: string, file: Blob): Step<Failure | null> {
  const upload = yield* port('upload');
  const stop = new AbortController();
  const progress: EventChannel<Progress> = eventChannel((emit) => {
    upload(url, file, { onProgress: (fraction) => emit({ fraction }), signal: stop.signal }).then(
      () => emit(END),
      (failure: unknown) => {
        emit({ failure });
        emit(END);
      },
    );
    return () => stop.abort();
  }, buffers.expanding());
  let failure: Failure | null = null;
  yield call(function* () {
    while (true) {
      const event = (yield take(progress)) as Progress;
      if ('failure' in event) failure = toFailure(event.failure);
      else yield put(jobFormActions.uploadProgressed(event.fraction));
    }
  });
  return failure;
}

/** Returns the `imageUrl` of the new cover; null without a cover, undefined after a failed upload. */
export function* uploadCover(cover: string | null): Step<string | null | undefined> {
  if (cover === null) return null;
  const random = yield* port('random');
  const file = blobOf(cover);
  // A random name with the right extension hides the user's file name. See docs/PRODUCT.md#pictures.
  const fileName = `${random.id()}.${file.type === 'image/png' ? 'png' : 'jpg'}`;
  let target: Awaited<ReturnType<typeof postJobImage>>;
  try {
    target = yield* callApi((api) => postJobImage(api, { fileName, file }));
  } catch (error) {
    yield put(jobFormActions.uploadFailed({ step: 'address', failure: toFailure(error) }));
    return undefined;
  }
  const failure = yield* putFile(target.uploadUrl, file);
  if (failure) {
    yield put(jobFormActions.uploadFailed({ step: 'file', failure }));
    return undefined;
  }
  yield put(jobFormActions.uploadLoaded());
  return target.imageUrl;
}
