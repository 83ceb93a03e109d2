/** Frames to wait until the tab has loaded and rendered: about two seconds. */
const MAX_FRAMES = 120;

/** The control of a tab that gets the focus. */
const CONTROLS = {
  messages: '[role="tabpanel"][id$="-content-messages"] textarea',
  appointment: '[role="tabpanel"][id$="-content-appointment"] :is(input, button)',
} as const;

/** Moves the focus to the main control of a tab that is open or opening. */
export const focusPanel = (tab: keyof typeof CONTROLS, tries = MAX_FRAMES): void => {
  const control = document.querySelector<HTMLElement>(CONTROLS[tab]);
  if (control) control.focus();
  else if (tries > 0) requestAnimationFrame(() => focusPanel(tab, tries - 1));
};
