import { Slider as RadixSlider } from 'radix-ui';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  /** One number per thumb. */
  value: readonly number[];
  min: number;
  max: number;
  /** What each thumb stands for, in the order of `value`. */
  thumbLabels: readonly string[];
  /** The value in words, beside the label. */
  valueText: string;
  onChange: (value: number[]) => void;
}

/** A slider of whole numbers with one or two thumbs. */
export const Slider = ({ label, value, min, max, thumbLabels, valueText, onChange }: SliderProps) => (
  <div className={styles.wrap} role="group" aria-label={label}>
    <div className={styles.head}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{valueText}</span>
    </div>
    <RadixSlider.Root
      className={styles.root}
      value={[...value]}
      min={min}
      max={max}
      step={1}
      onValueChange={onChange}
    >
      <RadixSlider.Track className={styles.track}>
        <RadixSlider.Range className={styles.range} />
      </RadixSlider.Track>
      {thumbLabels.map((thumb) => (
        <RadixSlider.Thumb key={thumb} className={styles.thumb} aria-label={thumb} />
      ))}
    </RadixSlider.Root>
  </div>
);
