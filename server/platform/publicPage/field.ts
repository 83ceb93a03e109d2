import { markup, type Markup } from './markup';

interface FieldOptions {
  id: string;
  name: string;
  label: string;
  hint?: string | null;
  /** What is wrong in the field. */
  error: string | null;
  /** Whether a refused form puts the cursor here. */
  isFocused: boolean;
  /** Returns the control with the attributes that tie it to its label, hint and error. */
  control: (attributes: Markup) => Markup;
}

/** Returns a labelled field of a form with its hint and, after a refusal, its error. */
export const fieldOf = ({ id, name, label, hint, error, isFocused, control }: FieldOptions): Markup => {
  const described = [hint ? `${id}-hint` : '', error === null ? '' : `${id}-error`].filter(Boolean).join(' ');
  const tied = described === '' ? null : markup` aria-describedby="${described}"`;
  const wrong = error === null ? null : markup` aria-invalid="true"`;
  const attributes = markup`id="${id}" name="${name}"${tied}${wrong}${isFocused && markup` autofocus`}`;
  return markup`<label for="${id}">${label}</label>
    ${hint ? markup`<p class="hint" id="${id}-hint">${hint}</p>` : null}
    ${error === null ? null : markup`<p class="wrong" id="${id}-error">${error}</p>`}
    ${control(attributes)}`;
};
