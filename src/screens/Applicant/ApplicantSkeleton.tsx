import { Bone } from '../../ui/Skeleton';
import styles from './Applicant.module.css';

/** The header and the first lines of an applicant without their content. */
export const ApplicantSkeleton = () => (
  <div className={styles.header} aria-hidden="true">
    <div className={styles.top}>
      <Bone width={72} height={72} round />
      <div className={styles.who}>
        <p className={styles.name}>
          <Bone width={200} height={24} />
        </p>
        <p className={styles.soft}>
          <Bone width={120} />
        </p>
      </div>
    </div>
    <div className={styles.facts}>
      {Array.from({ length: 5 }, (_, at) => (
        <div key={at}>
          <Bone width={72} />
          <Bone width={112} height={20} />
        </div>
      ))}
    </div>
    <div className={styles.actions}>
      <Bone width={112} height={40} />
      <Bone width={96} height={40} />
    </div>
  </div>
);
