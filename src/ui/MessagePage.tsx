import type { ReactNode } from 'react';
import { ButtonLink } from './Button';
import { Icon, type IconName } from './icons';
import { PageHeading } from './PageHeading';
import { SupportButton } from './SupportButton';
import { T } from './text';
import styles from './State.module.css';

interface MessagePageProps {
  icon: IconName;
  title: string;
  text: ReactNode;
  /** The next step; by default a link to the home page. */
  action?: ReactNode;
  /** The page reports a failure, so it offers to save the support trace. */
  failed?: boolean;
}

export const MessagePage = ({ icon, title, text, action, failed }: MessagePageProps) => (
  <div className={styles.page}>
    <div className={styles.state}>
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <PageHeading title={title} />
      <p className="soft">{text}</p>
      <div className="flex wrap in-middle gap-12 space-8">
        {action || (
          <ButtonLink to="/" look="primary">
            <T id="pages.home" />
          </ButtonLink>
        )}
        {failed && <SupportButton />}
      </div>
    </div>
  </div>
);
