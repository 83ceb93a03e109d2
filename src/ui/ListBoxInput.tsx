import type { ComponentProps } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './icons';
import fieldStyles from './Field.module.css';

interface ListBoxInputProps extends ComponentProps<'input'> {
  icon: IconName;
}

export const ListBoxInput = ({ icon, children, ...input }: ListBoxInputProps) => (
  <div className="shrinks relative">
    <span className="row relative">
      <input
        {...input}
        className={cx(fieldStyles.input, fieldStyles.select, input['aria-invalid'] && fieldStyles.invalid)}
      />
      <span className={fieldStyles.chevron}>
        <Icon name={icon} size={18} />
      </span>
    </span>
    {children}
  </div>
);
