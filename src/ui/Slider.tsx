import { useState } from 'react';
import { Slider as RadixSlider } from 'radix-ui';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  /** One number per thumb. */
  value: readonly number[];
  min: number;
  max: number;
  /** What each thumb sets, in the order of `value`. */
  thumbLabels: readonly string[];
  /** Returns the text of a value, shown beside the label while a thumb moves. */
  textOf: (value: readonly number[]) => string;
  onChange: (value: number[]) => void;
}

/** A slider of whole numbers with one or two thumbs. */
export const Slider = ({ label, value, min, max, thumbLabels, textOf, onChange }: SliderProps) => {
  const [moving, setMoving] = useState<number[] | null>(null);
  const shown = moving ?? [...value];
  return (
    <div className="stack gap-4" role="group" aria-label={label}>
      <div className="flex between gap-12 size-14">
        <span className="strong">{label}</span>
        <span className="soft numbers">{textOf(shown)}</span>
      </div>
      <RadixSlider.Root
        className={styles.root}
        value={shown}
        min={min}
        max={max}
        step={1}
        onValueChange={setMoving}
        onValueCommit={(next) => {
          setMoving(null);
          onChange(next);
        }}
      >
        <RadixSlider.Track className={styles.track}>
          <RadixSlider.Range className={styles.range} data-amount="" />
        </RadixSlider.Track>
        {thumbLabels.map((thumb) => (
          <RadixSlider.Thumb key={thumb} className={styles.thumb} aria-label={thumb} />
        ))}
      </RadixSlider.Root>
    </div>
  );
};
