import { Skeleton } from '../../ui/Skeleton';
import styles from './Applicant.module.css';
import applicantHeaderStyles from './ApplicantHeader.module.css';

/** A placeholder for one line of text, `height` px high like the text, so that nothing moves when the text loads. */
const Line = ({ width, height, size = 14 }: { width: number; height: number; size?: number }) => (
  <div className={styles.line} style={{ height }}>
    <Skeleton width={width} height={size} />
  </div>
);

const TABS = 4;
const FACTS = 5;

/** The header, the tabs and the first lines of an applicant without content. */
export const ApplicantSkeleton = () => (
  <div aria-hidden="true">
    <div className={applicantHeaderStyles.header}>
      <div className={applicantHeaderStyles.top}>
        <Skeleton width={72} height={72} round />
        <div className={applicantHeaderStyles.who}>
          <Line width={180} height={30} size={20} />
          <Line width={88} height={21} />
          <Line width={220} height={21} />
        </div>
      </div>
      <div className={applicantHeaderStyles.decision}>
        <div className={styles.facts}>
          {Array.from({ length: FACTS }, (_, at) => (
            <div key={at}>
              <Line width={56} height={18} size={10} />
              <Line width={96} height={24} size={16} />
            </div>
          ))}
        </div>
        <Line width={120} height={24} />
      </div>
      <div className={applicantHeaderStyles.actions}>
        <Skeleton width={104} height="var(--control)" />
        <Skeleton width={88} height="var(--control)" />
        <Skeleton width={112} height="var(--control)" />
      </div>
    </div>
    <div className={styles.tabSkeleton}>
      {Array.from({ length: TABS }, (_, at) => (
        <Skeleton key={at} width={64} />
      ))}
    </div>
    <div className={styles.bodySkeleton}>
      <Skeleton width={128} height={16} />
      <Skeleton width="72%" />
      <Skeleton width="56%" />
    </div>
  </div>
);
