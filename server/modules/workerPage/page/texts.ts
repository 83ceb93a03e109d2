import { textsFrom, type Say as SayOf } from '../../../platform/publicPage/texts';
import type workerPageTexts from '../../../texts/workerPage.json';

export type TextName = keyof (typeof workerPageTexts)['en'];
export type Say = SayOf<TextName>;
export const sayIn = textsFrom<TextName>('workerPage.json');
