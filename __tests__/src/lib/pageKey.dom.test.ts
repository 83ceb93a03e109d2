import { pageKey } from '../../../src/lib/pageKey';

const keyOf = (init: KeyboardEventInit) => {
  let found: string | null = 'none';
  const receive = (event: KeyboardEvent) => (found = pageKey(event));
  document.addEventListener('keydown', receive, { once: true });
  document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  return found;
};

describe('a page shortcut', () => {
  it.each([
    ['the letter', { key: 'j', code: 'KeyJ' }, 'j'],
    ['Caps Lock', { key: 'J', code: 'KeyJ' }, 'j'],
    ['a Turkish ı', { key: 'ı', code: 'KeyI' }, 'i'],
    ['a Turkish I, from Caps Lock', { key: 'I', code: 'KeyI' }, 'i'],
    ['a Turkish i', { key: 'i', code: 'Quote' }, 'i'],
    ['a Turkish İ, from Caps Lock', { key: 'İ', code: 'Quote' }, 'i'],
    ['a French layout', { key: 'a', code: 'KeyQ' }, 'a'],
    ['a Turkish F layout', { key: 'ğ', code: 'KeyE' }, 'ğ'],
    ['a Russian layout', { key: 'о', code: 'KeyJ' }, 'j'],
    ['a Russian layout with Caps Lock', { key: 'О', code: 'KeyJ' }, 'j'],
    ['an Arabic layout', { key: 'ت', code: 'KeyJ' }, 'j'],
    ['a Greek layout', { key: 'σ', code: 'KeyS' }, 's'],
    ['a Russian letter in another place', { key: 'ж', code: 'Semicolon' }, 'ж'],
    ['a Thai layout, whose sign stands above a letter', { key: '่', code: 'KeyJ' }, 'j'],
    ['an Arabic key of two letters', { key: 'لا', code: 'KeyB' }, 'b'],
    ['an Arabic question mark', { key: '؟', code: 'Slash' }, '?'],
    ['a sign', { key: '?', code: 'Minus' }, '?'],
    ['a named key', { key: 'ArrowDown', code: 'ArrowDown' }, 'arrowdown'],
    ['a modifier', { key: 'j', code: 'KeyJ', ctrlKey: true }, null],
  ])('reads %s', (_name, init, key) => {
    expect(keyOf(init)).toBe(key);
  });
});
