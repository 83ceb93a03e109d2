import { useId } from 'react';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/icons';
import { T } from '../../../ui/text';
import styles from './FeedbackTab.module.css';

const ANSWERS = [
  { value: true, label: 'feedback.yes' },
  { value: false, label: 'feedback.no' },
  { value: null, label: 'feedback.open' },
] as const;

interface AnswerFieldProps {
  name: string;
  question: string;
  value: boolean | null;
  /** The answer is recorded, or the chain has ended. */
  isLocked: boolean;
  isEnabled: boolean;
  onAnswer: (answer: boolean | null) => void;
}

export const AnswerField = ({ name, question, value, isLocked, isEnabled, onAnswer }: AnswerFieldProps) => {
  const id = useId();
  const isRecorded = isLocked && value !== null;
  return (
    <fieldset className={styles.field} disabled={!isEnabled} aria-describedby={isRecorded ? `${id}-lock` : undefined}>
      <legend className={styles.label}>{question}</legend>
      <div className={styles.answers}>
        {ANSWERS.map(({ value: answer, label }) => (
          <label key={label} className={cx(styles.answer, answer === null && styles.open)}>
            <input type="radio" name={`${id}-${name}`} checked={value === answer} onChange={() => onAnswer(answer)} />
            <T id={label} />
          </label>
        ))}
        {isRecorded && (
          <span id={`${id}-lock`} className={styles.lock}>
            <Icon name="check" size={18} />
            <T id="feedback.recorded" />
          </span>
        )}
      </div>
    </fieldset>
  );
};
