import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { compose } from './app/compose';
import { readSettings } from './lib/settings';
import { afterPaint, survivePageTranslation, guardMarkup, nextTask } from './lib/browser';
import './styles/index.css';

guardMarkup();
survivePageTranslation();

const settings = readSettings();

// Scripts and styles that load later carry the page's nonce (Content-Security-Policy).
if (settings.cspNonce) __webpack_nonce__ = settings.cspNonce;

const element = document.getElementById('root');

const start = async () => {
  // Waits for the first paint (index.html) before the work of the first page.
  await new Promise<void>((resolve) => void afterPaint(resolve));
  const { prepare, ...composition } = compose(settings);
  await nextTask();
  await prepare();
  // React renders a transition in short slices, so the browser stays responsive.
  if (element) startTransition(() => createRoot(element).render(<App {...composition} />));
};
void start();
