import { textsFrom, type Say as SayOf } from '../../../platform/publicPage/texts';
import type doorPageTexts from '../../../texts/door.json';

export type TextName = keyof (typeof doorPageTexts)['en'];
export type Say = SayOf<TextName>;
export const doorTexts = textsFrom<TextName>('door.json');
