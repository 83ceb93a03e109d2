import { lazy, Suspense, useCallback, useEffect } from 'react';
import type { ContentName } from '../../../contract/constants/options';
import { contentRequested, selectContent } from '../../domains/reference';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';

const SafeHtml = lazy(async () => ({ default: (await import('../../ui/SafeHtml')).SafeHtml }));

const LINES = ['60%', '100%', '100%', '80%', '100%', '40%'];

const TextSkeleton = () => (
  <div className="stack gap-12">
    {LINES.map((width, at) => (
      <Skeleton key={at} width={width} />
    ))}
  </div>
);

interface DocumentModalProps {
  name: ContentName;
  /** A language, or the country of a sales agreement. */
  code: string;
  /** Shown until the document with its own title has loaded. */
  title: string;
  onClose: () => void;
}

/** A dialog with a legal text. */
export const DocumentModal = ({ name, code, title, onClose }: DocumentModalProps) => {
  const dispatch = useAppDispatch();
  const content = useAppSelector(selectContent({ name, code }));
  const load = useCallback(() => void dispatch(contentRequested({ name, code })), [dispatch, name, code]);
  useEffect(() => {
    load();
  }, [load]);
  const heading = content.status === 'loaded' && <span lang={content.data.lang}>{content.data.title}</span>;
  return (
    <Modal open wide title={heading || title} onClose={onClose}>
      <LoadState load={content} skeleton={<TextSkeleton />} onRetry={load}>
        <Suspense fallback={<TextSkeleton />}>{content.status === 'loaded' && <SafeHtml {...content.data} />}</Suspense>
      </LoadState>
    </Modal>
  );
};
