import { lazy, Suspense, useEffect } from 'react';
import type { ContentName } from '../../../contract/constants/options';
import { contentRequested, selectContent } from '../../domains/reference';
import { selectLanguage } from '../../domains/preferences';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { LoadState } from '../../ui/LoadState';
import { Modal } from '../../ui/Modal';
import { Skeleton } from '../../ui/Skeleton';
import { useText } from '../../ui/text';
import styles from './Register.module.css';

const SafeHtml = lazy(async () => ({ default: (await import('../../ui/SafeHtml')).SafeHtml }));

const LINES = ['60%', '100%', '100%', '80%', '100%', '40%'];

const TextSkeleton = () => (
  <div className={styles.skeleton}>
    {LINES.map((width, at) => (
      <Skeleton key={at} width={width} />
    ))}
  </div>
);

interface DocumentModalProps {
  name: Exclude<ContentName, 'service-agreement'>;
  onClose: () => void;
}

export const DocumentModal = ({ name, onClose }: DocumentModalProps) => {
  const t = useText();
  const dispatch = useAppDispatch();
  const code = useAppSelector(selectLanguage);
  const content = useAppSelector(selectContent({ name, code }));
  useEffect(() => void dispatch(contentRequested({ name, code })), [dispatch, name, code]);
  const title = name === 'personal-data' ? 'register.personalDataTitle' : 'register.agreementTitle';
  const heading = content.status === 'loaded' && <span lang={content.data.lang}>{content.data.title}</span>;
  return (
    <Modal open wide title={heading || t(title)} onClose={onClose}>
      <LoadState load={content} skeleton={<TextSkeleton />} onRetry={() => dispatch(contentRequested({ name, code }))}>
        <Suspense fallback={<TextSkeleton />}>{content.status === 'loaded' && <SafeHtml {...content.data} />}</Suspense>
      </LoadState>
    </Modal>
  );
};
