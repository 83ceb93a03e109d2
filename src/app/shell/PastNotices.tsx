import { Link } from 'react-router-dom';
import { selectPastNotices } from '../../domains/notices';
import { useAppSelector } from '../../store/hooks';
import { Modal } from '../../ui/Modal';
import { T, useText } from '../../ui/text';
import { useNoticeText } from './useNoticeText';

/** Lists the hidden notices for users who could not read them in time (WCAG 2.2.1). */
export const PastNotices = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useText();
  const textOf = useNoticeText();
  const notices = useAppSelector(selectPastNotices);
  return (
    <Modal open={open} title={t('shell.notices.title')} onClose={onClose}>
      {notices.length === 0 ? (
        <p>
          <T id="shell.notices.none" />
        </p>
      ) : (
        <ul className="grid gap-12 breaks">
          {notices.map((notice) => (
            <li key={notice.key}>
              {notice.to === undefined ? (
                textOf(notice)
              ) : (
                <Link to={notice.to} onClick={onClose}>
                  {textOf(notice)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
};
