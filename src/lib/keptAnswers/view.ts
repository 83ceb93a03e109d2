import { BASE_PATH } from '../paths';
import { isPageLoading, openAddress, programOf, viewNameOf, type KeptView, type ViewNode } from '../keptView';
import type { Locale } from '../locales';
import { DIALOG } from '../pageKey';

/** What styles and lays out an element. Nothing that loads, names or acts. */
const ATTRIBUTES =
  /^(class|style|lang|dir|translate|type|placeholder|disabled|checked|colspan|d|x|y|r|cx|cy|rx|viewBox|width|height|points|fill|stroke[\w-]*|aria-(current|selected|pressed)|data-[\w-]+)$/;

/** Elements that are left out: what loads, what is open for a moment, and what only screen readers hear. */
const LEFT_OUT = `script, style, img, iframe, audio, video, ${DIALOG}, [role="status"], .visually-hidden`;

/** Whether the first screen shows it. Each further element costs time before the next visit shows anything. */
const isInSight = (element: Element): boolean =>
  element.getBoundingClientRect().top < innerHeight && getComputedStyle(element).display !== 'none';

const nodeOf = (node: Node): ViewNode[] => {
  if (node instanceof Text) return node.data === '' ? [] : [node.data];
  if (!(node instanceof Element) || node.matches(LEFT_OUT) || !isInSight(node)) return [];
  const attributes = Object.fromEntries(
    Array.from(node.attributes, ({ name, value }) => [name, value] as const).filter(
      ([name, value]) => ATTRIBUTES.test(name) || (name === 'href' && value.startsWith(`${BASE_PATH}/`)),
    ),
  );
  // What was chosen from a list, and nothing typed.
  if (node instanceof HTMLOptionElement && node.selected) attributes.selected = '';
  if (node instanceof HTMLInputElement && node.matches('[role="combobox"][aria-expanded="false"]'))
    attributes.value = node.value;
  return [[node.localName, attributes, Array.from(node.childNodes).flatMap(nodeOf)]];
};

/**
 * Returns the name and the view of the open page, without a view while it scrolls, loads or asks something; null for a
 * page of which none is kept.
 */
export const readView = (): { name: string; view: KeptView | null } | null => {
  const name = viewNameOf(openAddress());
  const root = document.getElementById('root');
  if (name === null || !root) return null;
  const isPassing = scrollY > 0 || isPageLoading() || document.querySelector(DIALOG) !== null;
  if (isPassing) return { name, view: null };
  const locale = document.documentElement.lang as Locale;
  const nodes = Array.from(root.childNodes).flatMap(nodeOf);
  return { name, view: { program: programOf(document), locale, width: innerWidth, nodes } };
};
